import { Kafka } from 'kafkajs';

const producer = new Kafka({ brokers: [] }).producer();

export async function tapped(barrel: string, litres: number) {
  await producer.send({ topic: 'beer.tapped', messages: [{ value: JSON.stringify({ barrel, litres }) }] });
}
