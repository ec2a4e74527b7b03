from pydantic import BaseModel


class Money(BaseModel):
    cents: int
    currency: str


class Invoice(BaseModel):
    number: str
    order: str
    cents: int


class OrderPlaced(BaseModel):
    id: str
    items: int
    cents: int
