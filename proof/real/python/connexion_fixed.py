"""connexion, fixed: a wrapper that reads the body whole and strictly, an int64 with limits, and every refusal an Error."""

import json
import os
import secrets

import connexion
import uvicorn
from connexion.exceptions import ProblemException
from connexion.lifecycle import ConnexionResponse
from starlette.exceptions import HTTPException

from document import plant_store
from fixes import int64, read_json

TOKEN = os.environ["PLANT_STORE_TOKEN"]

plants = {}


def check_token(token):
    return {"sub": "client"} if secrets.compare_digest(token.encode(), TOKEN.encode()) else None


def create_plant(body):
    plants[body["id"]] = body
    return {name: body[name] for name in ("name", "tag") if name in body}


def refuse(_request, error):
    headers = {"WWW-Authenticate": "Bearer"} if error.status_code == 401 else None
    body = json.dumps({"error": error.status_code, "message": str(error.detail)})
    return ConnexionResponse(error.status_code, content_type="application/json", body=body, headers=headers)


document = plant_store("connexion_fixed.create_plant", "connexion_fixed.check_token")
# jsonschema does not know the format int64.
document["components"]["schemas"]["NewPlant"]["allOf"][1]["properties"]["id"] |= {"minimum": -(2**63), "maximum": 2**63 - 1}

app = connexion.AsyncApp("connexion_fixed")
app.add_api(document)
app.add_error_handler(ProblemException, refuse)
app.add_error_handler(HTTPException, refuse)


def plain(data):
    """The same JSON in UTF-8 with `7.0` as 7. What cannot be read strictly becomes text that is not JSON for connexion, either."""
    try:
        body = read_json(data)
        if isinstance(body, dict) and "id" in body:
            try:
                body["id"] = int64(body["id"])
            except ValueError:
                pass
        return json.dumps(body, default=float).encode()
    except ValueError:
        return b"?"


def media_type(headers):
    """`application/json` in each spelling is the same to connexion only if it is written so."""
    value = dict(headers).get(b"content-type", b"").split(b";")[0].strip().lower()
    return value or b"application/octet-stream"


async def whole(scope, receive, send):
    """connexion takes a body without a Content-Length for none, and fails at bytes that are not UTF-8."""
    if scope["type"] != "http":
        return await app(scope, receive, send)
    data = b""
    while True:
        message = await receive()
        data += message.get("body", b"")
        if not message.get("more_body"):
            break
    if data:
        data = plain(data)
    kept = [field for field in scope["headers"] if field[0] not in (b"content-length", b"content-type", b"transfer-encoding")]
    fields = [(b"content-type", media_type(scope["headers"])), (b"content-length", str(len(data)).encode())]
    messages = [{"type": "http.request", "body": data, "more_body": False}]

    async def replay():
        return messages.pop() if messages else await receive()

    return await app({**scope, "headers": kept + fields}, replay, send)


if __name__ == "__main__":
    uvicorn.run(whole, host="127.0.0.1", port=int(os.environ["PORT"]), timeout_keep_alive=120)
