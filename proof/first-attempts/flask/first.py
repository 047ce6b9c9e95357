"""A first attempt with Flask, as a newcomer writes it after reading the document once. `attempts.ts` lists its faults."""

import os

from flask import Flask, jsonify, request

TOKEN = os.environ["PLANT_STORE_TOKEN"]

app = Flask(__name__)
plants = []


@app.post("/plants")
def create_plant():
    if request.headers.get("Authorization") != f"Bearer {TOKEN}":
        return jsonify(error="Unauthorized"), 401
    data = request.get_json()
    if "id" not in data or "name" not in data:
        return jsonify(error="id and name are required"), 400
    plant = {"id": data["id"], "name": data["name"], "tag": data.get("tag")}
    plants.append(plant)
    return jsonify(plant)


if __name__ == "__main__":
    app.run(host="127.0.0.1", port=int(os.environ["PORT"]))
