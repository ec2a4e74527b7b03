import { Kafka } from 'kafkajs';

interface Cancelled {
  orderId: string;
  reason: string;
  by?: 'shop' | 'customer';
  refund: number;
}

const kafka = new Kafka({ brokers: [] });

export async function cancelled() {
  const consumer = kafka.consumer({ groupId: 'mail' });
  await consumer.subscribe({ topic: 'orders.cancelled' });
  await consumer.run({
    eachMessage: async ({ message }) => {
      handle(JSON.parse(message.value!.toString()) as Cancelled);
    },
  });
}

export async function shipped() {
  const consumer = kafka.consumer({ groupId: 'mail' });
  await consumer.subscribe({ topic: 'orders.shipped' });
  await consumer.run({
    eachMessage: async ({ message }) => {
      console.log(JSON.parse(message.value!.toString()).orderId);
    },
  });
}

function handle(event: Cancelled) {
  console.log(event);
}
