// Stores contracts until it is killed, and says of each that it is stored. Words: folder of the compiled sources, repository, name.
import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [sources = '', repository = '', name = ''] = process.argv.slice(2);
const { openContractEngine } = await import(pathToFileURL(join(sources, 'mcp/engines/contract-engine/contract-engine.js')).href);
const scans = { endpoint_schema_scan: true, missing_endpoint_scan: true, event_schema_scan: true, shared_model_scan: true };
const engine = await openContractEngine({ scan: { repository, dir: repository, scans } });
for (let count = 0; ; count++) {
  const version = `${count}.0.0`;
  // Large enough for many pages of the database.
  const description = `${name} ${count} `.repeat(2_000);
  const spec = { openapi: '3.0.3', info: { title: name, version, description }, paths: {} };
  // Every other one replaces what is there.
  const contract_id = `${name} ${count - (count % 2)}`;
  await engine.call('create_contract', { service_name: name, type: 'openapi', version, spec, contract_id });
  writeSync(1, `${JSON.stringify([contract_id, count])}\n`);
}
