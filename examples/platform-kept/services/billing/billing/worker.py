import json

from aiokafka import AIOKafkaConsumer, AIOKafkaProducer

from billing.main import INVOICES
from billing.models import Invoice, OrderPlaced

producer = AIOKafkaProducer(bootstrap_servers="localhost:9092")


async def issue(invoice: Invoice) -> None:
    INVOICES[invoice.number] = invoice
    event = {"number": invoice.number, "order": invoice.order}
    await producer.send_and_wait("invoices.issued", json.dumps(event).encode("utf-8"))


async def run() -> None:
    consumer = AIOKafkaConsumer("orders.placed", group_id="billing")
    async for message in consumer:
        order = OrderPlaced.model_validate_json(message.value)
        await issue(Invoice(number=f"INV-{order.id}", order=order.id, cents=order.cents))
