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

test('parts do not run into each other', () => {
  const [one, other] = [
    { subject: 'GET /a 2', status: '00' },
    { subject: 'GET /a ', status: '200' },
  ];
  expect(fingerprint({ ...IDENTITY, ...one })).not.toBe(fingerprint({ ...IDENTITY, ...other }));
});
