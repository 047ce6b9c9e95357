"""fastapi-codegen as it comes: the application and the models that it generates; the body of the function is written, and `license` renamed `license_info`."""

import os

import uvicorn

from fastapi_codegen.main import app

if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=int(os.environ["PORT"]), timeout_keep_alive=120)
