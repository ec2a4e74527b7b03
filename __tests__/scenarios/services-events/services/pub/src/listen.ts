import { Kafka } from 'kafkajs';

interface Tapped {
  barrel: string;
  litres: string;
}

const kafka = new Kafka({ brokers: [] });

export async function tapped() {
  const consumer = kafka.consumer({ groupId: 'pub' });
  await consumer.subscribe({ topic: 'beer.tapped' });
  await consumer.run({
    eachMessage: async ({ message }) => {
      pour(JSON.parse(message.value!.toString()) as Tapped);
    },
  });
}

export async function brewed(barrel: string) {
  await kafka.producer().send({ topic: 'beer.brewed', messages: [{ value: JSON.stringify({ barrel }) }] });
}

function pour(tap: Tapped) {
  console.log(tap.barrel, tap.litres);
}
