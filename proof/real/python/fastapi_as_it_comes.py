"""FastAPI as it comes: pydantic models of the document's schemas, HTTPBearer for the token, FastAPI's own errors."""

import os
import secrets
from typing import Annotated

import uvicorn
from fastapi import Depends, FastAPI, HTTPException
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel

TOKEN = os.environ["PLANT_STORE_TOKEN"]


class Plant(BaseModel):
    name: str
    tag: str | None = None


class NewPlant(Plant):
    id: int


app = FastAPI()
plants: dict[int, NewPlant] = {}


@app.post("/plants", response_model=Plant)
def create_plant(plant: NewPlant, credentials: Annotated[HTTPAuthorizationCredentials, Depends(HTTPBearer())]):
    if not secrets.compare_digest(credentials.credentials, TOKEN):
        raise HTTPException(status_code=401, detail="Invalid token")
    plants[plant.id] = plant
    return plant


if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=int(os.environ["PORT"]), timeout_keep_alive=120)
