"""FastAPI, fixed: a request that reads JSON strictly, a strict model, and every refusal an Error with status 400."""

import os
import secrets
from typing import Annotated

import uvicorn
from fastapi import APIRouter, Depends, FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, BeforeValidator, ConfigDict
from starlette.exceptions import HTTPException as StarletteHTTPException

from fixes import int64, read_json, text

TOKEN = os.environ["PLANT_STORE_TOKEN"]


# A `str` of pydantic may hold a lone surrogate, which no answer can be written with.
Text = Annotated[str, BeforeValidator(text)]


class Plant(BaseModel):
    model_config = ConfigDict(strict=True)

    name: Text
    # Not `str | None`: null is not a string. A tag that was not sent stays unset and out of the answer.
    tag: Text = ""


class NewPlant(Plant):
    id: Annotated[int, BeforeValidator(int64)]


class StrictRequest(Request):
    async def json(self):
        try:
            return read_json(await self.body())
        except ValueError:
            raise HTTPException(status_code=400, detail="The body is not JSON in UTF-8") from None


class StrictRoute(APIRoute):
    def get_route_handler(self):
        handler = super().get_route_handler()

        async def strict_handler(request):
            return await handler(StrictRequest(request.scope, request.receive))

        return strict_handler


router = APIRouter(route_class=StrictRoute)
plants: dict[int, NewPlant] = {}


@router.post("/plants", response_model=Plant, response_model_exclude_unset=True)
def create_plant(plant: NewPlant, credentials: Annotated[HTTPAuthorizationCredentials, Depends(HTTPBearer())]):
    if not secrets.compare_digest(credentials.credentials, TOKEN):
        raise HTTPException(status_code=401, detail="Invalid token", headers={"WWW-Authenticate": "Bearer"})
    plants[plant.id] = plant
    return plant


app = FastAPI()
app.include_router(router)


@app.exception_handler(RequestValidationError)
def refuse_body(_request, _error):
    return JSONResponse({"error": 400, "message": "The body is not a NewPlant"}, status_code=400)


@app.exception_handler(StarletteHTTPException)
def refuse(_request, error):
    body = {"error": error.status_code, "message": error.detail}
    return JSONResponse(body, status_code=error.status_code, headers=error.headers)


if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=int(os.environ["PORT"]), timeout_keep_alive=120)
