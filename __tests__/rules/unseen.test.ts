import type { Contract } from '../../src/contracts/contract.js';
import type { MatrixRow } from '../../src/rules/matrix-row.js';
import { unseenContracts } from '../../src/rules/unseen.js';
import { contract, operation } from './given.js';

const ON = { endpoint_schema_scan: true, missing_endpoint_scan: true, event_schema_scan: true, shared_model_scan: true };
const EVENTS: Contract = {
  ...contract([]),
  id: 'events.yaml',
  messages: [
    { subject: 'publish lent', direction: 'publish', channel: 'lent', aliases: [], variants: [], at: { file: 'x', line: 1 } },
  ],
};
const row = (id: string) => ({ contract: id }) as MatrixRow;

test('a run without subjects is incomplete where the contracts promise something', () => {
  expect(unseenContracts([EVENTS], [], { ...ON, event_schema_scan: false }).crashes).toEqual([
    'The contracts have 1 subject, but this run compared none of them.',
  ]);
  expect(unseenContracts([contract([])], [], ON).crashes).toEqual(['openapi.yaml has no operation, event or model to compare.']);
  expect(unseenContracts([EVENTS], [row('openapi.yaml')], ON).crashes).toEqual([]);
});

test('a service that is said to rely on events, and deals with none, is named', () => {
  const consumed: Contract = { ...EVENTS, id: 'events.yaml (consumed by shop)', service: 'shop', role: 'consumer' };
  const api = contract([operation('GET /a')]);
  expect(unseenContracts([api, consumed], [row(api.id)], ON)).toEqual({
    crashes: [],
    notices: ['events.yaml (consumed by shop): no code of shop handles or publishes any of its events.'],
  });
  expect(unseenContracts([api, consumed], [row(api.id), row(consumed.id)], ON).notices).toEqual([]);
});
