import { Kafka } from 'kafkajs';

const producer = new Kafka({ brokers: [] }).producer();

interface Order {
  id: string;
  status: 'new' | 'paid' | 'sent';
}

export async function created(order: Order, trace: string) {
  await producer.send({
    topic: 'orders.created',
    messages: [{ value: JSON.stringify({ ...order, total: 1 }), headers: { traceId: trace } }],
  });
}

export async function paid(region: string, orderId: string, amount: number) {
  await producer.send({ topic: `orders.${region}.paid`, messages: [{ value: JSON.stringify({ orderId, amount }) }] });
}

export async function avro(bytes: Buffer) {
  await producer.send({ topic: 'orders.avro', messages: [{ value: bytes }] });
}
