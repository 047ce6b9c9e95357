"""The create-plant operation on Django REST framework, with every MUST and SHOULD met. Save it as django_server.py.

pip install djangorestframework gunicorn
PLANT_STORE_TOKEN=secret gunicorn --threads 4 --bind 127.0.0.1:8080 django_server:application
"""

import io
import json
import os
import re
import secrets
from decimal import Decimal

from django.conf import settings

# fix error-media-type, error-encoding, error-shape: Set `EXCEPTION_HANDLER` to a function of your own.
# fix accepts-every-ordinary-request: Render JSON alone: the page of `BrowsableAPIRenderer` needs an app that is not installed.
# fix plant-media-type, plant-encoding: Render JSON alone; the default renderers also answer with a page.
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
# end fix

from django.core.wsgi import get_wsgi_application

django_application = get_wsgi_application()

from django.urls import path
from rest_framework import serializers
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, ParseError
from rest_framework.parsers import JSONParser
from rest_framework.response import Response
from rest_framework.views import APIView, exception_handler

TOKEN = os.environ["PLANT_STORE_TOKEN"]

plants = {}


# fix error-media-type, error-encoding: Put a dict into `data`, which the renderer writes as application/json.
# fix error-shape: Replace `data`: its own is `{field: [messages]}` or `{"detail": message}`.
# fix error-as-text: Raise an `APIException`, or return a `Response` with a dict, in place of an `HttpResponse` with a text.
# fix error-as-200: Keep the status of the answer; a new `Response` is a 200.
# fix keeps-token-secret: Answer with your own words, and never with the header fields of the request.
def refuse(error, context):
    answer = exception_handler(error, context)
    if answer is not None:
        answer.data = {"error": answer.status_code, "message": "The request was refused"}
    return answer
# end fix


# fix requires-authorization, no-authentication: Raise `AuthenticationFailed` where there is no token: None lets the request through.
# fix requires-bearer-scheme: Match the whole header field, the scheme first; `TokenAuthentication` asks for `Token`.
# fix refuses-empty-token: Match at least one character of a token.
# fix needs-no-other-headers: Ask for no header field but Authorization and Content-Type.
# fix accepts-bearer-in-any-case: Match the scheme with `re.IGNORECASE`.
# fix accepts-header-names-in-any-case: Use `get_authorization_header`, which reads the field in each letter case.
# fix challenges-with-401: Return the challenge from `authenticate_header`: without that method, the status is 403.
BEARER = re.compile(r"Bearer +([\w.~+/-]+=*)", re.ASCII | re.IGNORECASE)


class BearerAuthentication(BaseAuthentication):
    def authenticate(self, request):
        match = BEARER.fullmatch(get_authorization_header(request).decode("latin-1"))
        if match is None or not secrets.compare_digest(match[1], TOKEN):
            raise AuthenticationFailed
        return None, match[1]

    def authenticate_header(self, _request):
        return "Bearer"
# end fix


# fix refuses-malformed-json, refuses-with-400: Raise `ParseError`, which is a 400, for a body that is not JSON.
# fix refuses-lenient-json, not-a-number-accepted: Give `parse_constant` a function that raises; the setting `STRICT_JSON` has to stay on.
# fix refuses-non-utf8: Decode the bytes yourself: `JSONParser` believes a `charset` of Content-Type.
# fix answers-without-server-error: Catch the `RecursionError` of a deeply nested body.
# fix server-error: Find the exception in the log, and handle it; a deeply nested body raises a `RecursionError`, which is no `ValueError`.
# fix server-error-unreadable: Raise `ParseError`, which is a 400, for what decoding and parsing raise.
# fix accepts-json-spellings: Read the body with `json.loads`, and with nothing before it.
# fix accepts-integer-spellings: Read numbers with `parse_float=Decimal`, so that none is rounded.
class StrictJSONParser(JSONParser):
    def parse(self, stream, media_type=None, parser_context=None):
        try:
            return json.loads(stream.read().decode("utf-8"), parse_float=Decimal, parse_constant=not_json)
        except (ValueError, RecursionError):
            raise ParseError from None


def not_json(constant):
    raise ValueError(f"{constant} is not JSON")
# end fix


# fix accepts-integer-spellings: Take a `Decimal` without a fraction for an integer.
# fix accepts-every-positive-id: Keep the id as an `int`; a column for it is a `BigIntegerField`.
# fix refuses-id-beyond-int64: Compare the id with both ends of int64, or give `IntegerField` a `max_value` and a `min_value`.
# fix tells-large-ids-apart, ids-as-floats: Keep the id as an `int`; a `float` cannot tell ids beyond 2^53 apart.
# fix booleans-as-integers: Compare `type(value)` with `int`: `isinstance(True, int)` holds.
# fix fractions-as-integers: Compare `type(value)` with `int`: `int(1.5)` is 1.
# fix types-converted, no-type-checks: Write a field that converts nothing: `IntegerField` takes `"7"`, and `CharField` takes 7.
# fix refuses-invalid-member: Write a field that converts nothing: `IntegerField` takes `"7"`, and `CharField` takes 7.
# fix returns-name, returns-tag, texts-trimmed: Write a field that changes nothing, or set `trim_whitespace=False` of `CharField`.
def int64(value):
    if isinstance(value, Decimal) and value.adjusted() < 19 and value == value.to_integral_value():
        value = int(value)
    if type(value) is not int or not -(2**63) <= value < 2**63:
        raise serializers.ValidationError("The id is not an int64")
    return value


def text(value):
    if not isinstance(value, str) or re.search(r"[\ud800-\udfff]", value):
        raise serializers.ValidationError("The value is not a string, or holds a lone surrogate")
    return value


class Exactly(serializers.Field):
    def __init__(self, read, **options):
        super().__init__(**options)
        self.read = read

    def to_internal_value(self, data):
        return self.read(data)

    def to_representation(self, value):
        return value
# end fix


# fix valid-plants-refused: Ask for the types only, and for no `max_length`; `CharField` refuses a blank text.
# fix null-accepted: Set `required=False` for the tag, and not `allow_null=True`.
# fix refuses-missing-member, missing-members-accepted: Give `id` and `name` no default: a field is required on its own.
# fix refuses-invalid-member: Set `required=False` for the tag, and not `allow_null=True`.
# fix matches-member-names-exactly: Name the fields as the members, and rename nothing in the parser.
# fix refuses-non-object, refuses-no-body: Validate with a serializer, which refuses what is not an object.
# fix plant-shape: Leave the tag out of the validated data where none was sent; set no `default`.
# fix plant-has-no-id, plant-has-no-other-members, record-returned-whole: Answer with a serializer of its own that has `name` and `tag`.
# fix adds-no-tag, null-for-no-tag: Give the tag no `default`: a field that is absent is left out of the answer.
class PlantSerializer(serializers.Serializer):
    name = Exactly(text)
    tag = Exactly(text, required=False)


class NewPlantSerializer(PlantSerializer):
    id = Exactly(int64)
# end fix


# fix operation-exists: Route exactly `plants`: with a slash at the end, Django answers a redirect.
# fix accepts-valid-plant, other-success-status: Answer with `Response`, which is a 200; `CreateAPIView` answers 201.
# fix plant-has-no-id, plant-has-no-other-members: Answer with `PlantSerializer`, not with the one that read the body.
# fix refuses-with-400: Call `is_valid` with `raise_exception=True`, which is a 400.
# fix refuses-other-media-types: Set `parser_classes`: the default parsers also read forms.
# fix accepts-media-type-spellings, unchecked-in-capitals: Let `parser_classes` choose by the media type; do not compare Content-Type yourself.
# fix keeps-answers-apart: Keep the plant in a local name, not on the view or in a global one.
class Plants(APIView):
    authentication_classes = [BearerAuthentication]
    parser_classes = [StrictJSONParser]

    def post(self, request):
        new_plant = NewPlantSerializer(data=request.data)
        new_plant.is_valid(raise_exception=True)
        plants[new_plant.validated_data["id"]] = new_plant.validated_data
        return Response(PlantSerializer(new_plant.validated_data).data)


urlpatterns = [path("plants", Plants.as_view())]
# end fix


# fix accepts-chunked-body: Give a chunked body its length: Django reads no more than Content-Length says.
def application(environ, start_response):
    if environ.get("HTTP_TRANSFER_ENCODING", "").lower() == "chunked":
        body = environ["wsgi.input"].read(settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1)
        environ = {**environ, "CONTENT_LENGTH": str(len(body)), "wsgi.input": io.BytesIO(body)}
    return django_application(environ, start_response)
# end fix
