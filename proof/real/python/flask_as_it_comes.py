"""Flask as it comes: get_json(), the checks by hand, Flask's own error pages."""

import os

from flask import Flask, request

TOKEN = os.environ["PLANT_STORE_TOKEN"]

app = Flask(__name__)
plants = {}


@app.before_request
def authenticate():
    if request.headers.get("Authorization") != f"Bearer {TOKEN}":
        return {"error": 401, "message": "Unauthorized"}, 401


@app.post("/plants")
def create_plant():
    body = request.get_json()
    if not isinstance(body.get("id"), int) or not isinstance(body.get("name"), str):
        return {"error": 400, "message": "id and name are required"}, 400
    if not isinstance(body.get("tag", ""), str):
        return {"error": 400, "message": "tag is not a string"}, 400
    plants[body["id"]] = body
    return {member: body[member] for member in ("name", "tag") if member in body}
