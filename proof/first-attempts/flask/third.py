"""The third attempt: the body is UTF-8 and declared as JSON, 7.0 is an integer, and a 401 has its challenge."""

import json
import os
import re
from decimal import Decimal

from flask import Flask, jsonify, request
from werkzeug.exceptions import BadRequest, HTTPException, Unauthorized, UnsupportedMediaType

TOKEN = os.environ["PLANT_STORE_TOKEN"]

app = Flask(__name__)
plants = []


@app.errorhandler(HTTPException)
def refuse(error):
    headers = {"WWW-Authenticate": "Bearer"} if error.code == 401 else {}
    return jsonify(error=error.code, message=error.description), error.code, headers


def refuse_constant(constant):
    raise BadRequest(f"{constant} is not JSON")


def is_int64(value):
    if isinstance(value, Decimal) and value.adjusted() < 19 and value == value.to_integral_value():
        value = int(value)
    return type(value) is int and -(2**63) <= value < 2**63


def is_text(value):
    """A lone surrogate cannot be written in UTF-8."""
    return isinstance(value, str) and not re.search("[\ud800-\udfff]", value)


@app.post("/plants")
def create_plant():
    match = re.fullmatch(r"Bearer +(\S+)", request.headers.get("Authorization", ""), re.IGNORECASE)
    if match is None or match[1] != TOKEN:
        raise Unauthorized()
    if request.mimetype != "application/json":
        raise UnsupportedMediaType()
    try:
        text = request.get_data().decode("utf-8")
        data = json.loads(text, parse_float=Decimal, parse_constant=refuse_constant)
    except (ValueError, RecursionError):
        raise BadRequest("The body is not JSON in UTF-8") from None
    if not isinstance(data, dict) or not is_int64(data.get("id")) or not is_text(data.get("name")):
        raise BadRequest("The body is not a NewPlant")
    if "tag" in data and not is_text(data["tag"]):
        raise BadRequest("The tag is not a string")
    plants.append(data)
    return jsonify({name: data[name] for name in ("name", "tag") if name in data})


if __name__ == "__main__":
    app.run(host="127.0.0.1", port=int(os.environ["PORT"]))
