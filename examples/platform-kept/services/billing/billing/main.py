from fastapi import FastAPI

from billing.models import Invoice

app = FastAPI()
INVOICES: dict[str, Invoice] = {}


@app.get("/invoices", response_model=list[Invoice])
async def list_invoices():
    return list(INVOICES.values())


@app.get("/invoices/{number}", response_model=Invoice)
async def read_invoice(number: str):
    return INVOICES[number]
