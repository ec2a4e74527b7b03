import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { exactOf } from '../../../src/contracts/registry/exact-json.js';
import { fileNames } from '../../../src/contracts/registry/files.js';
import { type OwnContract, ofRepository } from '../../../src/contracts/registry/of-repository.js';
import type { ServiceContract } from '../../../src/contracts/registry/service-contract.js';

const registered = (id: string, service: string, more: Partial<ServiceContract> = {}): ServiceContract => ({
  contract_id: id,
  contract_type: 'openapi',
  provider_service: service,
  consumer_service: '',
  version: '1',
  spec_hash: `hash of ${id}`,
  spec: exactOf({ openapi: '3.1.0', info: { title: `Title of ${id}` } }),
  implemented: false,
  evidence_path: '',
  ...more,
});
const own = (more: Partial<OwnContract> = {}): OwnContract => ({
  id: 'openapi.yaml',
  type: 'openapi',
  title: 'Books',
  service: '',
  hash: 'own',
  ...more,
});
const idsOf = (...asked: Parameters<typeof ofRepository>) =>
  ofRepository(...asked).contracts.map(({ contract }) => contract.contract_id);

describe('a contract of a registry is described by a file of the repository', () => {
  test.each<readonly [string, Partial<OwnContract>]>([
    ['of its id', { id: 'a' }],
    ['with the same document', { hash: 'hash of a' }],
    ['of the same kind and title', { title: 'Title of a' }],
    ['that is the only one of its service and kind, as it is', { service: 'books' }],
  ])('%s', (_, more) => {
    expect(idsOf([registered('a', 'books')], [own(more)], [])).toEqual([]);
  });

  test.each<readonly [string, Partial<OwnContract>]>([
    ['of another kind', { title: 'Title of a', type: 'asyncapi' }],
    ['of another service', { service: 'carts' }],
    ['of which nothing is known', { title: '' }],
  ])('but not by one %s', (_, more) => {
    expect(idsOf([registered('a', 'books', { spec: exactOf({}) })], [own(more)], [])).toEqual(['a']);
  });

  test('but not by one of its service, where the registry has several of that', () => {
    const both = [registered('a', 'books'), registered('b', 'books')];
    expect(idsOf(both, [own({ service: 'books' })], [])).toEqual(['a', 'b']);
  });
});

test('what cannot be read as a document is told', () => {
  const { contracts, notices } = ofRepository([registered('a', 'books', { contract_type: 'graphql' })], [], []);
  expect(contracts).toEqual([]);
  expect(notices).toEqual(['a of the Contract Engine is not compared because graphql is no supported kind of document.']);
});

test('contracts of services that are here have those of the same services with them, and of nobody else', () => {
  const all = [registered('a', 'books'), registered('b', 'books'), registered('c', 'carts')];
  expect(idsOf(all, [own({ id: 'a' })], [])).toEqual(['b']);
});

test('no contract is another than it was, and none that the repository has a file of is given', () => {
  const name = fc.constantFrom('a', 'b', 'c', '');
  const any = fc.array(fc.record({ id: name, service: name }), { maxLength: 6 });
  fc.assert(
    fc.property(any, any, fc.subarray(['a', 'b']), (retained, files, services) => {
      const all = retained.map(({ id, service }) => registered(id, service));
      const there = files.map(({ id, service }) => own({ id, service }));
      for (const { contract, service } of ofRepository(all, there, services).contracts) {
        expect(all).toContain(contract);
        expect(there.map(({ id }) => id)).not.toContain(contract.contract_id);
        expect(service).toBe(services.length === 0 ? undefined : contract.provider_service);
        if (services.length > 0) expect(services).toContain(contract.provider_service);
      }
    }),
  );
});

test('names of files are safe, told apart, and the same whatever else there is', () => {
  expect([...fileNames(['Books API', 'books api', '../../etc', 'é']).values()]).toEqual([
    expect.stringMatching(/^books-api-[0-9a-f]{8}$/),
    expect.stringMatching(/^books-api-[0-9a-f]{8}$/),
    'etc',
    expect.stringMatching(/^-[0-9a-f]{8}$/),
  ]);
  fc.assert(
    fc.property(fc.uniqueArray(fc.string(), { maxLength: 8 }), (ids) => {
      const names = [...fileNames(ids).values()];
      expect(new Set(names).size).toBe(ids.length);
      for (const each of names) expect(each).toMatch(/^[a-z0-9-]{1,69}$/);
    }),
  );
});
