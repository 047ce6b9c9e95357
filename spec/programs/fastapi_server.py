"""The create-plant operation on FastAPI, with every MUST and SHOULD met. Save it as fastapi_server.py.

pip install fastapi uvicorn
PORT=8080 PLANT_STORE_TOKEN=secret python fastapi_server.py
"""

import json
import os
import secrets
from decimal import Decimal
from typing import Annotated

import uvicorn
from fastapi import APIRouter, Depends, FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, BeforeValidator, ConfigDict
from starlette.exceptions import HTTPException as StarletteHTTPException

TOKEN = os.environ["PLANT_STORE_TOKEN"]

app = FastAPI()
plants = {}


# fix error-media-type: Handle `StarletteHTTPException`, not only FastAPI's own, and answer with a `JSONResponse`.
# fix error-encoding: Answer with a `JSONResponse`, also where FastAPI refuses the request before your function runs.
# fix error-shape: Handle both exceptions: FastAPI's own answer is `{"detail": ...}`.
# fix error-as-text: Raise an `HTTPException`, or return a `JSONResponse`, in place of a `PlainTextResponse`.
# fix refuses-with-400: Handle `RequestValidationError`: FastAPI's own answer is a 422.
# fix answers-without-server-error: Do not repeat the input in the answer: one that holds `NaN` or a surrogate cannot be written.
# fix error-as-200: Set `status_code` of the response to that of the exception.
# fix challenges-with-401: Pass on the `headers` of the exception, and raise each 401 with `{"WWW-Authenticate": "Bearer"}`.
# fix keeps-token-secret: Answer with your own words, and never with the header fields of the request.
@app.exception_handler(RequestValidationError)
def refuse_body(_request, _error):
    return JSONResponse({"error": 400, "message": "The body is not a NewPlant"}, status_code=400)


@app.exception_handler(StarletteHTTPException)
def refuse(_request, error):
    body = {"error": error.status_code, "message": error.detail}
    return JSONResponse(body, status_code=error.status_code, headers=error.headers)
# end fix


# fix requires-authorization, no-authentication: Make the check of the token a dependency of the route; `security` in the document checks nothing.
# fix requires-bearer-scheme: Let `HTTPBearer` read the scheme; do not only look for the token in the header field.
# fix refuses-empty-token: Refuse where `HTTPBearer` gives None: it found no scheme or no token.
# fix accepts-bearer-in-any-case: Use `HTTPBearer`: it ignores letter case in the scheme, `==` does not.
# fix needs-no-other-headers: Ask for no header field but Authorization and Content-Type.
# fix challenges-with-401: Raise the 401 yourself, with its challenge: `auto_error=False`, because older versions answer 403.
def authenticate(credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(HTTPBearer(auto_error=False))]):
    if credentials is None or not secrets.compare_digest(credentials.credentials.encode(), TOKEN.encode()):
        raise HTTPException(401, "There is no known token", {"WWW-Authenticate": "Bearer"})
# end fix


# fix refuses-malformed-json: Let the parser raise, and refuse.
# fix refuses-lenient-json: Give `parse_constant` a function that raises, or `NaN` and `Infinity` are accepted.
# fix not-a-number-accepted: Give `parse_constant` a function that raises: `json.loads` takes `NaN` and `Infinity`.
# fix refuses-non-utf8: Decode the bytes yourself: `json.loads` of bytes accepts UTF-16 and UTF-32.
# fix accepts-json-spellings: Read the body with `json.loads`, and with nothing before it.
# fix accepts-integer-spellings: Read numbers with `parse_float=Decimal`, so that none is rounded.
# fix accepts-chunked-body: Read `request.body()` to its end; do not ask for Content-Length.
# fix answers-without-server-error: Catch the `RecursionError` of a deeply nested body.
# fix server-error: Find the exception in the log, and handle it; a deeply nested body raises a `RecursionError`, which is no `ValueError`.
# fix server-error-unreadable: Catch what decoding and parsing raise, and raise an `HTTPException` with 400.
# fix refuses-with-400: Raise a 400 for a body that is not JSON.
class StrictRequest(Request):
    async def json(self):
        try:
            return json.loads((await self.body()).decode("utf-8"), parse_float=Decimal, parse_constant=not_json)
        except (ValueError, RecursionError):
            raise HTTPException(400, "The body is not JSON in UTF-8") from None


def not_json(constant):
    raise ValueError(f"{constant} is not JSON")


class StrictRoute(APIRoute):
    def get_route_handler(self):
        handler = super().get_route_handler()

        async def strict_handler(request):
            return await handler(StrictRequest(request.scope, request.receive))

        return strict_handler


router = APIRouter(route_class=StrictRoute)  # The operation is a route of this router, and `app` includes it.
# end fix


# fix accepts-integer-spellings: Take a `Decimal` without a fraction for an integer.
# fix accepts-every-positive-id: Keep the id as an `int`, which holds every int64.
# fix refuses-id-beyond-int64: Compare the id with both ends of int64: an `int` of Python has none.
# fix tells-large-ids-apart, ids-as-floats: Keep the id as an `int`; a `float` cannot tell ids beyond 2^53 apart.
# fix booleans-as-integers: Make the model strict, and check `type(value)`: `isinstance(True, int)` holds.
# fix fractions-as-integers: Declare `id` as an `int`, not a `float`, and compare `type(value)` with `int`: `int(1.5)` is 1.
# fix types-converted, no-type-checks: Make the model strict with `ConfigDict(strict=True)`: pydantic converts otherwise.
# fix refuses-invalid-member: Make the model strict: pydantic converts otherwise. Check `type(value)`: `isinstance(True, int)` holds.
def int64(value):
    if isinstance(value, Decimal) and value.adjusted() < 19 and value == value.to_integral_value():
        value = int(value)
    if type(value) is not int or not -(2**63) <= value < 2**63:
        raise ValueError("The id is not an int64")
    return value


def text(value):
    if not isinstance(value, str):
        raise ValueError("The value is not a string")
    value.encode("utf-8")  # A lone surrogate raises a ValueError: no answer can hold it.
    return value
# end fix


# fix valid-plants-refused: Declare types only, without `max_length` and `pattern`.
# fix null-accepted: Declare `tag` as `str` with a default, not as `str | None`.
# fix refuses-missing-member, missing-members-accepted: Give `id` and `name` no default.
# fix refuses-invalid-member: Declare `tag` as `str` with a default, not as `str | None`: null is not a string.
# fix matches-member-names-exactly: Use no alias, and no `alias_generator`.
# fix plant-has-no-id: Keep the id out of `Plant`, and make `Plant` the `response_model` of the route.
# fix plant-has-no-other-members: Name in `Plant` what the answer has, and make it the `response_model` of the route.
# fix plant-shape: Declare `tag` as `str`, and leave it out of the answer where it is unset.
# fix returns-name, texts-trimmed: Use no `str_strip_whitespace` and no validator that changes the name.
# fix returns-tag: Use no `str_strip_whitespace` and no validator that changes the tag.
Text = Annotated[str, BeforeValidator(text)]


class Plant(BaseModel):
    model_config = ConfigDict(strict=True)

    name: Text
    tag: Text = ""


class NewPlant(Plant):
    id: Annotated[int, BeforeValidator(int64)]
# end fix


# fix operation-exists: Route POST to exactly `/plants`.
# fix accepts-valid-plant, other-success-status: Leave `status_code` out: the default is 200.
# fix plant-media-type: Return the model, which FastAPI sends as application/json.
# fix plant-encoding: Return the model, and let FastAPI write the JSON.
# fix plant-has-no-id: Set `response_model=Plant`: without it, the whole `NewPlant` is the answer.
# fix plant-has-no-other-members, record-returned-whole: Set `response_model=Plant`: what is not in `Plant` is left out.
# fix plant-shape: Set `response_model_exclude_unset=True`, or a tag that was not sent is in the answer.
# fix adds-no-tag, null-for-no-tag: Set `response_model_exclude_unset=True`, or the default of `tag` is in the answer.
# fix refuses-no-body: Declare the model as a parameter without a default.
# fix refuses-non-object: Declare the model as the parameter: FastAPI refuses what is not an object.
# fix refuses-other-media-types: Declare the model as the parameter; `await request.json()` reads any media type.
# fix accepts-media-type-spellings, unchecked-in-capitals: Declare the model as the parameter: FastAPI compares the media type without its parameters.
# fix accepts-header-names-in-any-case: Use `request.headers`, which ignores letter case.
# fix keeps-answers-apart: Keep the plant in a parameter, and not in a global name.
@router.post(
    "/plants",
    response_model=Plant,
    response_model_exclude_unset=True,
    dependencies=[Depends(authenticate)],
)
def create_plant(plant: NewPlant):
    plants[plant.id] = plant
    return plant


app.include_router(router)
# end fix

if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=int(os.environ["PORT"]))
