import { cpSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runCommandLine } from '../../src/commands/command-line.js';
import { commands } from '../../src/commands/index.js';
import { recordedIo } from '../commands/io.js';
import { folderOf, removeFolders } from '../temporary-folder.js';

afterAll(removeFolders);

interface Found {
  readonly check: string;
  readonly subject: string;
  readonly field?: string;
  readonly problem: string;
  readonly file_path: string;
  readonly line: number;
  readonly promisedAt: { readonly file: string; readonly line: number };
}

/** An example as a repository of its own: the settings of three services are read from its root. */
async function scan(name: string): Promise<{ exit: number; rows: readonly string[]; found: readonly string[]; gaps: unknown }> {
  const cwd = folderOf({});
  cpSync(resolve('examples', name), cwd, { recursive: true });
  mkdirSync(join(cwd, '.git'), { recursive: true });
  const io = recordedIo({ cwd });
  const exit = await runCommandLine(['scan', '--no-cache', '--format', 'json'], commands, io);
  const { matrix, violations, gaps } = JSON.parse(io.out());
  const rows = matrix.map(({ status, subject }: { status: string; subject: string }) => `${status} ${subject}`);
  const found = violations.map(
    ({ check, subject, field = '', problem, file_path, line, promisedAt }: Found) =>
      `${check} ${subject} ${field} ${problem}: ${promisedAt.file}:${promisedAt.line} ${file_path}:${line}`,
  );
  return { exit, rows: rows.toSorted(), found: found.toSorted(), gaps };
}

test('three services in three languages break their contracts in every way, with the line of the contract and of the code', async () => {
  const { exit, rows, found, gaps } = await scan('platform');
  expect(exit).toBe(1);
  expect(rows).toEqual([
    'missing DELETE /parcels/{id}',
    'missing publish orders.cancelled',
    'verified GET /orders/{id}',
    'verified POST /orders',
    'verified publish invoices.issued',
    'verified subscribe orders.placed',
    'violated Address',
    'violated GET /invoices',
    'violated GET /invoices/{number}',
    'violated GET /parcels/{id}',
    'violated Money',
    'violated publish orders.placed',
    'violated subscribe invoices.issued',
  ]);
  expect(found).toEqual([
    'CONTRACT-001 GET /invoices [].amount extra: contracts/billing.openapi.yaml:10 services/billing/billing/models.py:12',
    'CONTRACT-001 GET /invoices [].cents missing: contracts/billing.openapi.yaml:29 services/billing/billing/models.py:10',
    'CONTRACT-001 GET /invoices/{number} amount extra: contracts/billing.openapi.yaml:19 services/billing/billing/models.py:12',
    'CONTRACT-001 GET /invoices/{number} cents missing: contracts/billing.openapi.yaml:29 services/billing/billing/models.py:10',
    'CONTRACT-001 GET /parcels/{id} to.postalCode missing: contracts/shipping.openapi.yaml:24 services/shipping/src/main/java/shipping/Address.java:7',
    'CONTRACT-001 GET /parcels/{id} to.zip extra: contracts/shipping.openapi.yaml:18 services/shipping/src/main/java/shipping/Address.java:7',
    'CONTRACT-002 DELETE /parcels/{id}  endpoint-missing: contracts/shipping.openapi.yaml:26 contracts/shipping.openapi.yaml:26',
    'CONTRACT-003 publish orders.cancelled  unpublished: contracts/orders.asyncapi.yaml:26 contracts/orders.asyncapi.yaml:26',
    'CONTRACT-003 publish orders.placed cents missing: contracts/orders.asyncapi.yaml:14 services/orders/src/events.ts:6',
    'CONTRACT-003 subscribe invoices.issued order type: contracts/billing.asyncapi.yaml:13 services/shipping/src/main/java/shipping/InvoiceListener.java:10',
    'CONTRACT-004 Address postalCode missing: contracts/models/address.schema.json:10 services/shipping/src/main/java/shipping/Address.java:7',
    'CONTRACT-004 Address zip extra: contracts/models/address.schema.json:1 services/shipping/src/main/java/shipping/Address.java:7',
    'CONTRACT-004 Money cents type: contracts/models/money.schema.json:8 services/billing/billing/models.py:5',
    'CONTRACT-005 GET /health  undocumented: contracts/orders.openapi.yaml:1 services/orders/src/app.ts:31',
  ]);
  expect(gaps).toEqual([]);
});

test('its twin keeps all it promises', async () => {
  const { exit, rows, found, gaps } = await scan('platform-kept');
  expect(exit).toBe(0);
  expect(rows).toHaveLength(13);
  expect(rows.filter((row) => !row.startsWith('verified '))).toEqual([]);
  expect(found).toEqual([]);
  expect(gaps).toEqual([]);
});
