"""Django REST framework, fixed: a strict parser, fields that convert nothing, an exception handler, and
a wrapper that gives a chunked body its length."""

import io
import os
import secrets

from django.conf import settings

settings.configure(
    ALLOWED_HOSTS=["127.0.0.1"],
    ROOT_URLCONF=__name__,
    SECRET_KEY=secrets.token_hex(),
    REST_FRAMEWORK={
        "UNAUTHENTICATED_USER": None,
        "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
        "EXCEPTION_HANDLER": f"{__name__}.refuse",
    },
)

from django.core.wsgi import get_wsgi_application

django_application = get_wsgi_application()

from django.urls import path
from rest_framework import serializers
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, ParseError
from rest_framework.parsers import JSONParser
from rest_framework.response import Response
from rest_framework.views import APIView, exception_handler

from fixes import bearer_token, int64, read_json, text

TOKEN = os.environ["PLANT_STORE_TOKEN"]

plants = {}


def refuse(error, context):
    """Its own answer with its status and its headers, the challenge among them; the body is an Error."""
    answer = exception_handler(error, context)
    if answer is not None:
        answer.data = {"error": answer.status_code, "message": "The request was refused"}
    return answer


class StrictJSONParser(JSONParser):
    def parse(self, stream, media_type=None, parser_context=None):
        try:
            return read_json(stream.read())
        except ValueError:
            raise ParseError from None


class BearerAuthentication(BaseAuthentication):
    def authenticate(self, request):
        token = bearer_token(get_authorization_header(request).decode("latin-1"))
        if not secrets.compare_digest(token or "", TOKEN):
            raise AuthenticationFailed
        return None, token

    def authenticate_header(self, _request):
        return "Bearer"


class Exactly(serializers.Field):
    """A field that takes what `read` takes, unchanged: IntegerField converts strings, CharField numbers, and trims."""

    def __init__(self, read, **options):
        super().__init__(**options)
        self.read = read

    def to_internal_value(self, data):
        try:
            return self.read(data)
        except ValueError as error:
            raise serializers.ValidationError(str(error)) from None

    def to_representation(self, value):
        return value


class PlantSerializer(serializers.Serializer):
    name = Exactly(text)
    tag = Exactly(text, required=False)


class NewPlantSerializer(PlantSerializer):
    id = Exactly(int64)


class Plants(APIView):
    authentication_classes = [BearerAuthentication]
    parser_classes = [StrictJSONParser]

    def post(self, request):
        new_plant = NewPlantSerializer(data=request.data)
        new_plant.is_valid(raise_exception=True)
        plants[new_plant.validated_data["id"]] = new_plant.validated_data
        return Response(PlantSerializer(new_plant.validated_data).data)


urlpatterns = [path("plants", Plants.as_view())]


def application(environ, start_response):
    """Django and Django REST framework read no more than Content-Length says: a chunked body is empty to them."""
    if environ.get("HTTP_TRANSFER_ENCODING", "").lower() == "chunked":
        body = environ["wsgi.input"].read(settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)
        environ = {**environ, "CONTENT_LENGTH": str(len(body)), "wsgi.input": io.BytesIO(body)}
    return django_application(environ, start_response)
