"""The create-plant operation on Flask, with every MUST and SHOULD met. Save it as flask_server.py.

pip install flask gunicorn
PLANT_STORE_TOKEN=secret gunicorn --threads 4 --bind 127.0.0.1:8080 flask_server:app
"""

import json
import os
import re
import secrets
from decimal import Decimal

from flask import Flask, request
from werkzeug.exceptions import BadRequest, HTTPException, Unauthorized, UnsupportedMediaType

TOKEN = os.environ["PLANT_STORE_TOKEN"]

app = Flask(__name__)
plants = {}

# fix requires-authorization, no-authentication: Check the token in `before_request`, so that no request reaches the operation without one.
# fix requires-bearer-scheme: Match the whole header field, the scheme first; do not only look for the token in it.
# fix refuses-empty-token: Match at least one character of a token.
# fix needs-no-other-headers: Ask for no header field but Authorization and Content-Type.
# fix accepts-bearer-in-any-case: Match the scheme with `re.IGNORECASE`.
BEARER = re.compile(r"Bearer +([\w.~+/-]+=*)", re.ASCII | re.IGNORECASE)


@app.before_request
def authenticate():
    match = BEARER.fullmatch(request.headers.get("Authorization", ""))
    if match is None or not secrets.compare_digest(match[1], TOKEN):
        raise Unauthorized("There is no known token")
# end fix


# fix error-media-type: Handle every `HTTPException`, and return a dict, which is sent as application/json, and not as application/problem+json.
# fix error-encoding: Handle every `HTTPException`, or Flask sends a page in HTML for a body that it cannot read.
# fix framework-error-page: Handle every `HTTPException`, and return a dict: Flask's own page is HTML, and `return "", 400` is empty.
# fix error-shape: Answer each `HTTPException`, those that Flask raises too, with `error` as an integer and `message` as a string.
# fix error-as-text: Return a dict in place of a text: `return {"error": 400, "message": text}, 400`.
# fix error-as-200: Raise an `HTTPException`, and return its code as the status.
# fix challenges-with-401: Return `WWW-Authenticate: Bearer` beside each 401.
# fix keeps-token-secret: Answer with your own words; a page of the debugger shows the header fields of the request.
@app.errorhandler(HTTPException)
def refuse(error):
    headers = {"WWW-Authenticate": "Bearer"} if error.code == 401 else {}
    return {"error": error.code, "message": error.description}, error.code, headers
# end fix


# fix refuses-no-body: Parse the bytes of the body; no bytes are no JSON. `get_json(silent=True) or {}` accepts them.
# fix refuses-malformed-json: Let `json.loads` raise. `get_json(silent=True)` hides that a body is not JSON.
# fix text-after-json: Use `json.loads`, which refuses what follows the object: `raw_decode` leaves it.
# fix lenient-json: Read the body with `json.loads`, as it is, and not with YAML, JSON5 or `ast.literal_eval`.
# fix refuses-lenient-json: Give `parse_constant` a function that raises, or `NaN` and `Infinity` are accepted.
# fix not-a-number-accepted: Give `parse_constant` a function that raises: `json.loads` takes `NaN` and `Infinity`.
# fix accepts-json-spellings: Read the body with `json.loads`, and with nothing before it.
# fix refuses-non-utf8: Decode the bytes yourself: `json.loads` of bytes accepts UTF-16 and UTF-32.
# fix accepts-integer-spellings: Read numbers with `parse_float=Decimal`, and `7.0` as the integer that it is.
# fix answers-without-server-error: Catch the `RecursionError` of a deeply nested body.
# fix server-error: Find the exception in the log, and handle it; a deeply nested body raises a `RecursionError`, which is no `ValueError`.
# fix server-error-unreadable: Catch the `ValueError` of `json.loads`; `get_json(silent=True)` gives None: ask before you use it.
def read_json(data):
    try:
        return json.loads(data.decode("utf-8"), parse_float=Decimal, parse_constant=not_json)
    except RecursionError:
        raise ValueError("The body is nested too deep") from None


def not_json(constant):
    raise ValueError(f"{constant} is not JSON")
# end fix


# fix accepts-integer-spellings: Take a `Decimal` without a fraction for an integer.
# fix accepts-every-positive-id: Keep the id as an `int`, which holds every int64.
# fix refuses-id-beyond-int64: Compare the id with both ends of int64: an `int` of Python has none.
# fix tells-large-ids-apart, ids-as-floats: Keep the id as an `int`; a `float` cannot tell ids beyond 2^53 apart.
# fix booleans-as-integers: Compare `type(value)` with `int`: `isinstance(True, int)` holds.
# fix fractions-as-integers: Compare `type(value)` with `int`: `int(1.5)` is 1, and `isinstance(value, (int, float))` takes 1.5.
# fix refuses-invalid-member: Compare `type(value)` with `int`: `isinstance(True, int)` holds. Ask for a `str` in name and tag.
# fix no-type-checks, types-converted: Ask for the types that `json.loads` gives, `int` and `str`, and convert nothing: `int(" 7")` is 7, and `str(7)` is a name.
def int64(value):
    # `read_json` gives a Decimal for 7.0, and `create_plant` answers a ValueError with 400.
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


# fix refuses-non-object, answers-without-server-error: Ask whether the body is a `dict` before you use it as one.
# fix server-error-unchecked: Ask whether the body is a `dict` with its members before you use it: `body["id"]` raises a `KeyError` or a `TypeError`.
# fix valid-plants-refused: Ask for the types only, and for no length and no pattern.
# fix null-accepted: Ask with `in` whether a member is there; `body.get("tag")` cannot tell null from none.
# fix refuses-missing-member, missing-members-accepted: Ask with `in`; `body.get("id", 0)` makes up what is missing.
# fix refuses-invalid-member: Check each member that is there, a null tag too; `body.get("tag")` cannot tell null from none.
# fix falsy-as-absent: Ask with `in` whether a tag is there; `if body.get("tag")` also leaves 0, false and "" unchecked.
# fix matches-member-names-exactly: Look members up by their exact names.
# fix plant-shape: Return the plant itself, not inside another object, with `name` and `tag` as strings.
# fix plant-has-no-id: Build the answer from `name` and `tag`; the id stays beside it.
# fix plant-has-no-other-members, record-returned-whole: Build the answer from `name` and `tag`; do not return the body or the record.
# fix adds-no-tag, null-for-no-tag: Copy `tag` only if the request has one.
# fix returns-name, texts-trimmed: Return the string as it was read: without `strip()`, `title()` or `escape()`.
# fix returns-tag: Copy `tag` if the request has one, as it was read: without `strip()`, `lower()` or `escape()`.
def new_plant(body):
    if not isinstance(body, dict) or "id" not in body or "name" not in body:
        raise ValueError("The body has no id or no name")
    return int64(body["id"]), {name: text(body[name]) for name in ("name", "tag") if name in body}
# end fix


# fix operation-exists: Route POST to exactly `/plants`.
# fix accepts-valid-plant, other-success-status: Return the plant alone, which is a 200; `return plant, 201` is another status.
# fix plant-media-type: Return a dict, which Flask sends as application/json.
# fix plant-encoding: Return a dict, and let Flask write the JSON.
# fix length-in-characters: Leave Content-Length to Flask: `len` of a text counts its characters.
# fix plant-is-no-json: Return a dict, whatever `Accept` says: `str(plant)` is no JSON.
# fix refuses-with-400: Turn each `ValueError` into a `BadRequest`: 422 is another status, and so is 500 for a body that is no `dict`.
# fix refuses-other-media-types: Compare `request.mimetype` first: `get_json(force=True)` and `get_data()` do not look at it.
# fix accepts-media-type-spellings, unchecked-in-capitals: Compare `request.mimetype`, which is in lower case and has no parameters.
# fix accepts-header-names-in-any-case: Use `request.headers`, which ignores letter case; `dict(request.headers)` does not.
# fix accepts-chunked-body: Read `request.get_data()`, whatever Content-Length says.
# fix refused-as-sent: Read `request.get_data()`, in however many pieces it arrives, and ignore header fields that the document does not name.
# fix odd-chunks-refused: Serve with gunicorn, and judge that: `app.run()` and `flask run` are Werkzeug's development server.
# fix keeps-answers-apart: Keep the plant in a local name, and not in a global one.
@app.post("/plants")
def create_plant():
    if request.mimetype != "application/json":
        raise UnsupportedMediaType("The body is not declared as application/json")
    try:
        plant_id, plant = new_plant(read_json(request.get_data()))
    except ValueError:
        raise BadRequest("The body is not a NewPlant") from None
    plants[plant_id] = plant
    return plant
# end fix
