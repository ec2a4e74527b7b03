import { Kafka } from 'kafkajs';

const producer = new Kafka({ clientId: 'orders', brokers: ['localhost:9092'] }).producer();

export interface OrderPlaced {
  id: string;
  items: number;
}

export async function placed(event: OrderPlaced): Promise<void> {
  await producer.send({ topic: 'orders.placed', messages: [{ key: event.id, value: JSON.stringify(event) }] });
}
