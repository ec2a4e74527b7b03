import json
from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import HTMLResponse
from pydantic import BaseModel

app = FastAPI()


class Health(BaseModel):
    ok: bool


@app.get("/health")
def health() -> Health:
    return Health(ok=True)


def page() -> HTMLResponse:
    return HTMLResponse("<h1>Welcome</h1>")


for path in json.loads(Path("pages.json").read_text()):
    app.add_api_route(path, page, response_class=HTMLResponse)
