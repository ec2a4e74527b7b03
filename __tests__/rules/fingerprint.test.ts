import { fingerprint, type Identity } from '../../src/rules/fingerprint.js';

const IDENTITY: Identity = {
  check: 'CONTRACT-001',
  contract: 'a.yaml',
  subject: 'GET /a',
  status: '200',
  field: 'id',
  problem: 'type',
};

test('a violation keeps its fingerprint', () => {
  expect(fingerprint({ ...IDENTITY })).toBe(fingerprint(IDENTITY));
});

test.each<Partial<Identity>>([
  { check: 'CONTRACT-002' },
  { contract: 'b.yaml' },
  { subject: 'GET /b' },
  { status: '201' },
  { status: undefined },
  { field: 'name' },
  { field: undefined },
  { problem: 'missing' },
])('another %j has another fingerprint', (change) => {
  expect(fingerprint({ ...IDENTITY, ...change })).not.toBe(fingerprint(IDENTITY));
});

test('names of path parameters are no part of it, their places are', () => {
  const of = (subject: string): string => fingerprint({ ...IDENTITY, subject });
  expect(of('GET /a/{id}')).toBe(of('GET /a/{bookId}'));
  expect(of('GET /a/{id}')).not.toBe(of('GET /a/{id}/b'));
  expect(of('GET /a/{id}')).not.toBe(of('GET /a/id'));
});

test('parts do not run into each other', () => {
  const [one, other] = [
    { subject: 'GET /a 2', status: '00' },
    { subject: 'GET /a ', status: '200' },
  ];
  expect(fingerprint({ ...IDENTITY, ...one })).not.toBe(fingerprint({ ...IDENTITY, ...other }));
});
