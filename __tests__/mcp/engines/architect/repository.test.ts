import { afterAll, describe, expect, test } from '@jest/globals';
import { openArchitect } from '../../../../src/mcp/engines/architect/architect.js';
import type { ScanRequest } from '../../../../src/scan.js';
import { folderOf, removeFolders } from '../../../temporary-folder.js';
import { scanOf } from '../contract-engine/opened.js';

afterAll(removeFolders);

const EVENTS = `asyncapi: 3.0.0
info: { title: Orders, version: 1.0.0 }
channels:
  placed:
    address: orders.placed
    messages: { placed: { payload: { type: object, required: [id], properties: { id: { type: string } } } } }
operations:
  publish: { action: send, channel: { $ref: '#/channels/placed' } }
`;
const API = `openapi: 3.0.3
info: { title: Orders, version: 2.0.0 }
paths:
  /orders/{id}: { get: { responses: { 200: { description: One, content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } } } } }
components:
  schemas:
    Order:
      type: object
      required: [id, lines]
      properties:
        id: { type: string }
        lines: { type: array, items: { $ref: '#/components/schemas/Line' } }
        note: { type: string }
    Line: { type: object, required: [sku], properties: { sku: { type: string } } }
`;
const FILES = {
  'orders/package.json': '{"dependencies": {"express": "5", "kafkajs": "2"}}',
  'orders/openapi.yaml': API,
  'orders/asyncapi.yaml': EVENTS,
  'orders/app.ts': [
    "import express from 'express';",
    "import { Kafka } from 'kafkajs';",
    'const app = express();',
    "const producer = new Kafka({ brokers: ['b'] }).producer();",
    "app.get('/orders/:id', async (req, res) => {",
    "  await producer.send({ topic: 'orders.placed', messages: [{ value: JSON.stringify({ id: 'a' }) }] });",
    "  res.json({ id: 'a', lines: [] });",
    '});',
  ].join('\n'),
  'billing/requirements.txt': 'fastapi\nkafka-python\n',
  'billing/main.py': [
    'import json',
    'from fastapi import FastAPI',
    'from kafka import KafkaConsumer',
    'app = FastAPI()',
    "consumer = KafkaConsumer('orders.placed')",
    "@app.get('/invoices')",
    'def invoices():',
    '    return []',
    'def run():',
    '    for message in consumer:',
    "        print(json.loads(message.value)['id'])",
  ].join('\n'),
};
const SERVICES = [
  { name: 'orders', folders: ['orders'] },
  { name: 'invoicing', folders: ['billing'], contracts: [], consumes: ['orders/asyncapi.yaml'] },
];

const engine = (files: Readonly<Record<string, string>>, changes: Partial<ScanRequest> = {}) =>
  openArchitect({ scan: scanOf(folderOf(files), changes) });

describe('the map of services', () => {
  test('covers the configured services with their dependencies', async () => {
    expect(await (await engine(FILES, { services: SERVICES })).call('get_service_map', {})).toEqual({
      services: [
        { name: 'orders', path: 'orders', languages: ['typescript'], endpoints: 1, publishes: ['orders.placed'], consumes: [] },
        { name: 'invoicing', path: 'billing', languages: ['python'], endpoints: 1, publishes: [], consumes: ['orders.placed'] },
      ],
      dependencies: [
        { from: 'invoicing', to: 'orders', via: 'contract orders/asyncapi.yaml' },
        { from: 'invoicing', to: 'orders', via: 'event orders.placed' },
      ],
    });
  });

  test('is of packages with routes or events where the settings name no service', async () => {
    const { services, dependencies } = await (await engine(FILES)).call('get_service_map', {});
    expect(services.map(({ name, path, endpoints }) => [name, path, endpoints])).toEqual([
      ['billing', 'billing', 1],
      ['orders', 'orders', 1],
    ]);
    expect(dependencies).toEqual([{ from: 'billing', to: 'orders', via: 'event orders.placed' }]);
  });

  test('has one service where nothing tells more apart, and needs no contract', async () => {
    const { services } = await (await engine({ 'app.py': 'print(1)\n' })).call('get_service_map', {});
    expect(services.map(({ path, endpoints }) => [path, endpoints])).toEqual([['', 0]]);
  });
});

describe('contracts and models', () => {
  test('a service keeps its own contracts and relies on those that it consumes', async () => {
    const architect = await engine(FILES, { services: SERVICES });
    const stated = async (name: string) =>
      (await architect.call('get_contracts_for_service', { service_name: name })).map(({ id, role, type }) => [id, role, type]);
    expect(await stated('orders')).toEqual([
      ['orders/asyncapi.yaml', 'provider', 'asyncapi'],
      ['orders/openapi.yaml', 'provider', 'openapi'],
    ]);
    expect(await stated('invoicing')).toEqual([['orders/asyncapi.yaml', 'consumer', 'asyncapi']]);
    expect(await stated('nobody')).toEqual([]);
  });

  test('models have the fields and relations of the contracts', async () => {
    const { entities, relations } = await (await engine(FILES, { services: SERVICES })).call('get_domain_model', {});
    expect(entities.filter(({ name }) => name === 'Line' || name === 'Order')).toEqual([
      { name: 'Line', fields: [{ name: 'sku', type: 'string', required: true }], services: ['orders'] },
      {
        name: 'Order',
        fields: [
          { name: 'id', type: 'string', required: true },
          { name: 'lines', type: 'Line[]', required: true },
          { name: 'note', type: 'string', required: false },
        ],
        services: ['orders'],
      },
    ]);
    expect(relations).toEqual([{ from: 'Order', to: 'Line', field: 'lines', many: true }]);
  });

  test('a broken contract is reported, not left out', async () => {
    const broken = await engine({ 'openapi.yaml': 'openapi: 3.0.3\ninfo: {title: A, version: 1.0.0}\npaths: [\n' });
    await expect(broken.call('get_domain_model', {})).rejects.toMatchObject({ code: 'tool-error' });
  });
});
