import { type Assignment, assigned } from '../../src/contracts/assigned.js';
import type { ContractedService } from '../../src/contracts/services.js';
import { contract, operation } from '../rules/given.js';

const at = (id: string) => ({ ...contract([operation('GET /a')]), id });
const TEA: ContractedService = { name: 'tea', folders: ['services/tea'], contracts: ['api/tea.yaml'] };
const COFFEE: ContractedService = { name: 'coffee', folders: ['services/coffee'], contracts: ['api/coffee.yaml'] };

/** What becomes of these contracts: their ids, and the notices. */
async function outcome(ids: readonly string[], over: Partial<Assignment> = {}) {
  const loaded = { contracts: ids.map(at), gaps: [], skipped: [], notices: [] };
  const all = { services: [TEA, COFFEE], folder: '', areNamed: false, ...over };
  const { contracts, notices } = await assigned(loaded, all);
  return { ids: contracts.map(({ id }) => id), notices };
}

test('where each service has contracts, nothing is to be said', async () => {
  const ids = ['api/tea.yaml', 'api/coffee.yaml'];
  expect(await outcome(ids)).toEqual({ ids, notices: [] });
  expect(await outcome(ids, { service: 'tea' })).toEqual({ ids: ['api/tea.yaml'], notices: [] });
});

test('a service without a contract is named, unless it says that it has none', async () => {
  const known = ['The service coffee has no contract of its own, so its code alone is not compared.'];
  expect((await outcome(['api/tea.yaml'])).notices).toEqual(known);
  expect((await outcome(['api/tea.yaml'], { folder: 'services/tea' })).notices).toEqual([]);
  expect((await outcome(['api/tea.yaml'], { services: [TEA, { ...COFFEE, contracts: [] }] })).notices).toEqual([]);
});

test('none at all is a mistake', async () => {
  await expect(outcome(['api/tea.yaml'], { service: 'coffee' })).rejects.toThrow('No contract of the service coffee was found.');
});

test('one that was named is not passed over', async () => {
  const ids = ['api/tea.yaml', 'api/coffee.yaml'];
  await expect(outcome(ids, { areNamed: true, service: 'tea' })).rejects.toThrow(
    'The contract `api/coffee.yaml` cannot be compared with the service tea: it belongs to the service coffee.',
  );
  await expect(outcome(ids, { areNamed: true, folder: 'services/tea' })).rejects.toThrow('with the folder `services/tea`');
  await expect(outcome(ids.slice(1), { areNamed: true, service: 'tea' })).rejects.toThrow('it belongs to the service coffee.');
  expect((await outcome(ids, { areNamed: true })).ids).toEqual(ids);
});

test('one without events that a service only relies on is told of', async () => {
  const { ids, notices } = await outcome(['api/tea.yaml', 'api/far.yaml'], {
    service: 'tea',
    services: [{ ...TEA, consumes: ['api/far.yaml'] }],
  });
  expect(ids).toEqual(['api/tea.yaml']);
  expect(notices).toEqual(['api/far.yaml is not compared because tea only relies on it, and it has no events.']);
});

test('one that a change gives to a service is compared as before, unless the change brings it', async () => {
  const services = [
    TEA,
    { name: 'new', folders: [], added: ['new'], proposed: true, contracts: ['api/old.yaml', 'new/api.yaml'] },
  ];
  const isNew = async (file: string) => file === 'new/api.yaml';
  const { ids, notices } = await outcome(['api/tea.yaml', 'api/old.yaml', 'new/api.yaml'], { services, isNew });
  expect(ids).toEqual(['api/tea.yaml', 'api/old.yaml', 'new/api.yaml']);
  expect(notices).toEqual([
    'api/old.yaml existed before this change, so it is compared with all code, not only with that of new.',
  ]);
});
