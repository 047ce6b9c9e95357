"""connexion as it comes: the document drives it; the operation and the check of the token are functions."""

import os
import secrets

import connexion
import uvicorn

from document import plant_store

TOKEN = os.environ["PLANT_STORE_TOKEN"]

plants = {}


def check_token(token):
    return {"sub": "client"} if secrets.compare_digest(token.encode(), TOKEN.encode()) else None


def create_plant(body):
    plants[body["id"]] = body
    return {name: body[name] for name in ("name", "tag") if name in body}


app = connexion.AsyncApp(__name__)
app.add_api(plant_store(f"{__name__}.create_plant", f"{__name__}.check_token"))

if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=int(os.environ["PORT"]), timeout_keep_alive=120)
