"""Flask, fixed: the body as bytes and read strictly, one handler for every HTTPException, a 401 with its challenge."""

import os
import secrets

from flask import Flask, request
from werkzeug.exceptions import BadRequest, HTTPException, Unauthorized, UnsupportedMediaType

from fixes import bearer_token, new_plant, read_json

TOKEN = os.environ["PLANT_STORE_TOKEN"]

app = Flask(__name__)
plants = {}


@app.errorhandler(HTTPException)
def refuse(error):
    headers = {"WWW-Authenticate": "Bearer"} if error.code == 401 else {}
    return {"error": error.code, "message": error.description}, error.code, headers


@app.before_request
def authenticate():
    if not secrets.compare_digest(bearer_token(request.headers.get("Authorization")) or "", TOKEN):
        raise Unauthorized("There is no known token")


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
