from typing import Literal, Optional

from pydantic import BaseModel


class Order(BaseModel):
    id: str
    created_at: str
    status: Literal["new", "paid", "sent"]
    total: float
    note: Optional[str] = None
