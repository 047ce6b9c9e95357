"""Django REST framework as it comes: a serializer, a bearer authentication like its own, its own errors."""

import os
import secrets

from django.conf import settings

settings.configure(
    ALLOWED_HOSTS=["127.0.0.1"],
    ROOT_URLCONF=__name__,
    SECRET_KEY=secrets.token_hex(),
    REST_FRAMEWORK={"UNAUTHENTICATED_USER": None},
)

from django.core.wsgi import get_wsgi_application

application = get_wsgi_application()

from django.urls import path
from rest_framework import serializers
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.response import Response
from rest_framework.views import APIView

TOKEN = os.environ["PLANT_STORE_TOKEN"]

plants = {}


class BearerAuthentication(BaseAuthentication):
    def authenticate(self, request):
        scheme, _, token = get_authorization_header(request).decode("latin-1").partition(" ")
        if scheme.lower() != "bearer" or not secrets.compare_digest(token.encode(), TOKEN.encode()):
            raise AuthenticationFailed
        return None, token

    def authenticate_header(self, _request):
        return "Bearer"


class PlantSerializer(serializers.Serializer):
    name = serializers.CharField()
    tag = serializers.CharField(required=False)


class NewPlantSerializer(PlantSerializer):
    id = serializers.IntegerField()


class Plants(APIView):
    authentication_classes = [BearerAuthentication]

    def post(self, request):
        new_plant = NewPlantSerializer(data=request.data)
        new_plant.is_valid(raise_exception=True)
        plants[new_plant.validated_data["id"]] = new_plant.validated_data
        return Response(PlantSerializer(new_plant.validated_data).data)


urlpatterns = [path("plants", Plants.as_view())]
