from pydantic import BaseModel


class Money(BaseModel):
    cents: str
    currency: str


class Invoice(BaseModel):
    number: str
    order: str
    amount: float


class OrderPlaced(BaseModel):
    id: str
    items: int
    cents: int
