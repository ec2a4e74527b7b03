import os
from fastapi import FastAPI
from pydantic import BaseModel

VERSION = os.environ["VERSION"]
app = FastAPI()

class Book(BaseModel):
    id: int
    title: str

@app.get(f"/api/{VERSION}/books", response_model=list[Book])
def books():
    return find()

@app.get(f"/api/{VERSION}/books/{{book_id}}", response_model=Book)
def book(book_id: int):
    return find()

@app.get(f"/v{VERSION}/status")
def status():
    return {"ok": True}
