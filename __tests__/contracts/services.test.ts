import type { Contract } from '../../src/contracts/contract.js';
import { assignedByChange, type ContractedService, contractsFor } from '../../src/contracts/services.js';
import { contract, operation } from '../rules/given.js';

const BOOKS: ContractedService = { name: 'books', folders: ['services/books'], contracts: ['api/books.yaml', 'api/health.yaml'] };
const SHELVES: ContractedService = { name: 'shelves', folders: ['services/shelves'], consumes: ['api/*-events.yaml'] };
const DESK: ContractedService = {
  name: 'desk',
  folders: ['services/desk'],
  contracts: ['api/health.yaml', 'api/desk-events.yaml'],
};
const ALL = [BOOKS, SHELVES, DESK];

const at = (id: string): Contract => ({ ...contract([operation('GET /a')]), id });
const EVENTS: Contract = {
  ...at('api/desk-events.yaml'),
  messages: [
    { subject: 'publish lent', direction: 'publish', channel: 'lent', aliases: [], variants: [], at: { file: 'x', line: 1 } },
    { subject: 'subscribe lend', direction: 'subscribe', channel: 'lend', aliases: [], variants: [], at: { file: 'x', line: 2 } },
  ],
};

const assigned = (contracts: readonly Contract[], requested: Partial<Parameters<typeof contractsFor>[2]> = {}) =>
  contractsFor(contracts, ALL, { folder: '', ...requested }).map(({ id, service }) => [id, service]);

describe('a contract is kept', () => {
  test('by the service that names it', () => {
    expect(assigned([at('api/books.yaml')])).toEqual([['api/books.yaml', 'books']]);
  });

  test('by the service in whose folder it lies, unless that names others', () => {
    expect(assigned([at('services/shelves/openapi.yaml')])).toEqual([['services/shelves/openapi.yaml', 'shelves']]);
    expect(assigned([at('services/books/openapi.yaml')])).toEqual([['services/books/openapi.yaml', undefined]]);
  });

  test('by each service that names it', () => {
    expect(assigned([at('api/health.yaml')])).toEqual([
      ['api/health.yaml (books)', 'books'],
      ['api/health.yaml (desk)', 'desk'],
    ]);
  });

  test('by nobody in particular where no service is meant', () => {
    expect(assigned([at('api/other.yaml')])).toEqual([['api/other.yaml', undefined]]);
  });
});

describe('a service that relies on a contract', () => {
  test('is the other side of its events, and of nothing else', () => {
    const [provider, consumer] = contractsFor([EVENTS], ALL, { folder: '' });
    expect(provider).toMatchObject({ service: 'desk', consumer: 'shelves', messages: EVENTS.messages });
    expect(consumer).toMatchObject({
      id: 'api/desk-events.yaml (consumed by shelves)',
      service: 'shelves',
      role: 'consumer',
      operations: [],
    });
    expect(consumer?.messages.map(({ subject, direction }) => [subject, direction])).toEqual([
      ['subscribe lent', 'subscribe'],
      ['publish lend', 'publish'],
    ]);
  });

  test('does not keep it', () => {
    const alone = { ...EVENTS, id: 'api/far-events.yaml' };
    expect(assigned([alone], { service: 'shelves' })).toEqual([['api/far-events.yaml (consumed by shelves)', 'shelves']]);
  });
});

test('of one service only its contracts are wanted, and those of nobody', () => {
  const all = [at('api/books.yaml'), at('api/health.yaml'), at('api/other.yaml')];
  expect(assigned(all, { service: 'books' })).toEqual([
    ['api/books.yaml', 'books'],
    ['api/health.yaml (books)', 'books'],
    ['api/other.yaml', undefined],
  ]);
});

test('of services that are not scanned none are', () => {
  const all = [at('api/books.yaml'), at('services/shelves/openapi.yaml'), at('api/other.yaml')];
  expect(assigned(all, { folder: 'services/shelves' })).toEqual([
    ['services/shelves/openapi.yaml', 'shelves'],
    ['api/other.yaml', undefined],
  ]);
});

describe('a change under review', () => {
  const NEW: ContractedService = { name: 'new', folders: [], added: ['services/new'], proposed: true, contracts: ['api/*.yaml'] };
  const retained = (contracts: readonly Contract[], services: readonly ContractedService[], over = {}) =>
    contractsFor(contracts, services, { folder: '', ...over }).map(({ id, service }) => [id, service]);

  test('takes no contract from a service by naming another for it', () => {
    expect(retained([at('api/books.yaml')], [BOOKS, NEW])).toEqual([
      ['api/books.yaml', 'books'],
      ['api/books.yaml (new)', 'new'],
    ]);
    const moreOfShelves = { ...SHELVES, addedContracts: ['api/books.yaml'] };
    expect(retained([at('api/books.yaml')], [BOOKS, moreOfShelves])).toEqual([
      ['api/books.yaml', 'books'],
      ['api/books.yaml (shelves)', 'shelves'],
    ]);
  });

  test('takes no contract from all the code either', () => {
    const byFolder = { ...NEW, contracts: undefined, added: ['api'] };
    for (const service of [NEW, byFolder])
      expect(retained([at('api/other.yaml')], [BOOKS, service])).toEqual([['api/other.yaml', undefined]]);
    const inShelves = at('services/shelves/openapi.yaml');
    expect(retained([inShelves], [{ ...SHELVES, addedContracts: ['api/books.yaml'] }])).toEqual([[inShelves.id, 'shelves']]);
  });

  test('says who keeps a contract that it brings itself', () => {
    const isNew = new Set(['api/other.yaml', 'api/books.yaml']);
    expect(retained([at('api/other.yaml')], [BOOKS, NEW], { isNew })).toEqual([['api/other.yaml', 'new']]);
    expect(retained([at('api/books.yaml')], [BOOKS, NEW], { isNew })).toHaveLength(2);
    expect(assignedByChange([at('api/other.yaml'), at('api/books.yaml')], [BOOKS, NEW])).toEqual([
      { id: 'api/other.yaml', owners: ['new'] },
    ]);
  });

  test('moves a service with the contract in its folder', () => {
    const moved = { name: 'tea', folders: ['services/tea'], added: ['apps/tea'] };
    const its = at('apps/tea/openapi.yaml');
    expect(retained([its], [BOOKS, moved], { isNew: new Set([its.id]) })).toEqual([[its.id, 'tea']]);
    expect(retained([its], [BOOKS, moved])).toEqual([[its.id, undefined]]);
  });

  test('lets no promise go by relying on it', () => {
    const far = { ...EVENTS, id: 'api/far.yaml' };
    const shelves = { name: 'shelves', folders: ['services/shelves'], addedConsumes: ['api/far.yaml'] };
    const consumed = ['api/far.yaml (consumed by shelves)', 'shelves'];
    expect(retained([far], [shelves], { service: 'shelves' })).toEqual([['api/far.yaml', undefined], consumed]);
    expect(retained([far], [shelves], { service: 'shelves', isNew: new Set([far.id]) })).toEqual([consumed]);
  });
});

describe('what has no events', () => {
  const shelves = { ...SHELVES, consumes: ['api/**'] };
  test('is nobody else to rely on, and kept by whoever it is listed for', () => {
    expect(contractsFor([at('api/books.yaml')], [shelves], { folder: '' }).map(({ id }) => id)).toEqual(['api/books.yaml']);
    const requested = { folder: '', service: 'shelves' };
    expect(contractsFor([at('api/books.yaml')], [shelves], requested)).toEqual([]);
    expect(contractsFor([at('api/books.yaml')], [shelves], { ...requested, listed: ['api/*'] })).toHaveLength(1);
  });

  test('is shared where it is of models alone', () => {
    const models: Contract = { ...contract([]), id: 'api/models.json', models: [] };
    expect(contractsFor([models], [shelves], { folder: '', service: 'shelves' })).toEqual([{ ...models, consumer: 'shelves' }]);
  });
});
