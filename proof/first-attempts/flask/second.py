"""The second attempt: types are checked, NaN is refused, a Plant is returned, and every error is an Error."""

import json
import os

from flask import Flask, jsonify, request
from werkzeug.exceptions import BadRequest, HTTPException, Unauthorized

TOKEN = os.environ["PLANT_STORE_TOKEN"]

app = Flask(__name__)
plants = []


@app.errorhandler(HTTPException)
def refuse(error):
    return jsonify(error=error.code, message=error.description), error.code


def refuse_constant(constant):
    raise BadRequest(f"{constant} is not JSON")


@app.post("/plants")
def create_plant():
    if request.headers.get("Authorization") != f"Bearer {TOKEN}":
        raise Unauthorized()
    try:
        data = json.loads(request.get_data(), parse_constant=refuse_constant)
    except ValueError:
        raise BadRequest("The body is not JSON") from None
    if not isinstance(data, dict) or type(data.get("id")) is not int or not isinstance(data.get("name"), str):
        raise BadRequest("The body is not a NewPlant")
    if "tag" in data and not isinstance(data["tag"], str):
        raise BadRequest("The tag is not a string")
    plants.append(data)
    return jsonify({name: data[name] for name in ("name", "tag") if name in data})


if __name__ == "__main__":
    app.run(host="127.0.0.1", port=int(os.environ["PORT"]))
