import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { parseExactJson } from '../../../src/contracts/registry/exact-json.js';
import { pythonJson } from '../../../src/contracts/registry/python-json.js';
import { readSpec, specHash } from '../../../src/contracts/registry/spec-hash.js';

/** Made by Python 3.11, see python-hashes.py. */
const CASES: readonly { readonly json: string; readonly dumps: string; readonly sha256: string }[] = JSON.parse(
  readFileSync('__tests__/contracts/registry/python-hashes.json', 'utf8'),
);

const read = (text: string) => {
  const spec = readSpec(text);
  if (spec === undefined) throw new Error('It cannot be read.');
  return spec;
};

describe('the hash of a document is that of Python', () => {
  test.each(CASES)('%j', ({ json, dumps, sha256 }) => {
    const spec = parseExactJson(json);
    if (spec === undefined) throw new Error('It cannot be read.');
    expect(pythonJson(spec)).toBe(dumps);
    expect(specHash(spec)).toBe(sha256);
  });

  // Shows TECH-014
  test('of many documents', () => {
    expect(CASES.length).toBeGreaterThan(200);
  });
});

describe('JSON', () => {
  test.each([
    '',
    '{',
    '{"a":1,}',
    '[1,]',
    '01',
    '1.',
    '.5',
    '+1',
    "'a'",
    '"\n"',
    '"\\x"',
    'nul',
    '1 2',
    '{"a" 1}',
    '[1 2]',
    '"a',
  ])('that is none is not read: %j', (text) => {
    expect(parseExactJson(text)).toBeUndefined();
  });

  test('that is nested too deep is not read', () => {
    expect(parseExactJson(`${'['.repeat(899)}${']'.repeat(899)}`)).toBeDefined();
    expect(parseExactJson('['.repeat(100_000))).toBeUndefined();
  });

  test('means the same before and after it is written', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(pythonJson(read(JSON.stringify(value))))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  test('has one hash, however it is laid out and ordered', () => {
    expect(specHash(read('{"a": 1, "b": [true]}'))).toBe(specHash(read('{\n  "b": [ true ],\n  "a": 1\n}')));
    expect(specHash(read('{"a": 1}'))).not.toBe(specHash(read('{"a": 1.0}')));
  });
});

describe('YAML', () => {
  test.each([
    ['a: 1\nb: 1.0\nc: 1e-7\n', '{"a": 1, "b": 1.0, "c": 1e-07}'],
    ['big: 123456789012345678901234567890\n', '{"big": 123456789012345678901234567890}'],
    ['responses:\n  200: ok\n  404: { x: ~ }\n', '{"responses": {"200": "ok", "404": {"x": null}}}'],
    ['a: 0x1F\nb: 0o17\nc: +12\nd: 012\n', '{"a": 31, "b": 15, "c": 12, "d": 12}'],
    ['day: 2026-01-31\nyes: yes\nversion: "1.0"\n', '{"day": "2026-01-31", "version": "1.0", "yes": "yes"}'],
    ['base: &b { x: 1 }\nall: { <<: *b, y: 2 }\n', '{"all": {"x": 1, "y": 2}, "base": {"x": 1}}'],
  ])('is hashed as the JSON document that it stands for: %j', (text, dumps) => {
    expect(pythonJson(read(text))).toBe(dumps);
  });

  test('of which JSON cannot say all is not hashed', () => {
    for (const text of ['? [a]\n: 1\n', 'a: 1\n---\nb: 2\n', 'a: [\n']) expect(readSpec(text)).toBeUndefined();
  });

  test('whose aliases multiply is not written out', () => {
    const level = (name: string, of: string) => `${name}: &${name} [${Array(10).fill(`*${of}`).join(', ')}]\n`;
    expect(
      readSpec(
        `a: &a [x]\n${['b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map((name, index) => level(name, 'abcdefgh'[index] ?? '')).join('')}`,
      ),
    ).toBeUndefined();
  });
});
