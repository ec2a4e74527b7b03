import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCollection } from '../../../src/extract/collect.js';
import { go } from '../../../src/extract/languages/go/index.js';
import { python } from '../../../src/extract/languages/python/index.js';
import { link } from '../../../src/facts/link.js';
import { long } from '../../long.js';
import { processorMillis } from '../../processor-time.js';

const PYTHON = `from flask import Flask, jsonify

app = Flask(__name__)  # é


@app.route('/users/<name>')
def user(name):
    return jsonify({'näme': 'é'})
`;

const GO = `package main

import "net/http"

// é
func main() {
	http.HandleFunc("GET /users/{name}", func(w http.ResponseWriter, r *http.Request) {
		http.Error(w, "é", 404)
	})
}
`;

const SERVICES = [
  ['app.py', python, PYTHON],
  ['main.go', go, GO],
] as const;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallystick-unusual-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function read(name: string, bytes: Buffer): Promise<{ routes: readonly string[]; gaps: readonly string[] }> {
  writeFileSync(join(folder, name), bytes);
  writeFileSync(join(folder, 'go.mod'), 'module example.com/app\n\ngo 1.22\n');
  const { sheet } = await openCollection({ repository: folder, dir: folder, languages: [python, go] });
  const { routes, gaps } = link(sheet);
  return {
    routes: routes.map(({ method, path, at }) => `${method} ${path} ${at.file}:${at.line}`),
    gaps: gaps.map(({ reason, hides }) => `${reason} ${JSON.stringify(hides)}`),
  };
}

const little = (text: string): Buffer => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);

describe.each(SERVICES)('%s in another form', (name, language, text) => {
  const line = text.split('\n').findIndex((one) => /route\(|HandleFunc/.test(one)) + 1;
  const expected = [`GET /users/{name} ${name}:${line}`];

  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with its mark', Buffer.from(`\ufeff${text}`)],
    ['UTF-16, little end first', little(text)],
    ['UTF-16, big end first', Buffer.from(little(text)).swap16()],
    ['Latin-1', Buffer.from(text, 'latin1')],
    ['lines of Windows', Buffer.from(text.replaceAll('\n', '\r\n'))],
    ['half a surrogate pair', little(text.replaceAll('é', '\ud800'))],
  ])('%s: its routes are where they are', async (_, bytes) => {
    expect(await read(name, bytes)).toEqual({ routes: expected, gaps: [] });
  });

  test.each([
    ['a NUL', Buffer.from(`${text}\u0000`)],
    ['UTF-16 without its mark', Buffer.from(text, 'utf16le')],
  ])('with %s it is no text, and hides what it may hold', async (_, bytes) => {
    expect(await read(name, bytes)).toEqual({ routes: [], gaps: ['unreadable-file "service"'] });
  });

  test('what is nothing like a source hides nothing', async () => {
    expect(await read(name, Buffer.from('GIF89a\u0000\u0001'))).toEqual({ routes: [], gaps: ['unreadable-file undefined'] });
  });

  test('of five megabytes it is not read, and hides what it may hold', async () => {
    const { routes, gaps } = await read(name, Buffer.from(grown(text, name)));
    expect([routes, gaps]).toEqual([[], ['too-large "service"']]);
  });

  // what no run does: the bound on files is above; five times a megabyte's two seconds, with room for a busy machine
  (long ? test : test.skip)('five megabytes that a program wrote take time in proportion', async () => {
    const taken = (size: number) => {
      const source = grown(text, name).slice(0, size * 1024 * 1024);
      return processorMillis(() => language.extract(name, source), 2_000 * size);
    };
    const [one, five] = [await taken(1), await taken(5)];
    expect(five).toBeLessThan(10_000);
    expect(five).toBeLessThan((one + 100) * 12);
  });
});

/** Some six megabytes of handlers. */
function grown(text: string, name: string): string {
  const one = name.endsWith('.py')
    ? "\n@app.route('/items/N')\ndef item_N():\n    return jsonify({'id': N, 'name': 'x'})\n"
    : '\ntype ItemN struct {\n\tID int `json:"id"`\n}\n\nfunc item_N(w http.ResponseWriter, r *http.Request) {\n\tjson.NewEncoder(w).Encode(ItemN{ID: N})\n}\n';
  const count = Math.ceil(6_000_000 / one.length);
  return text + Array.from({ length: count }, (_, index) => one.replaceAll('N', String(index))).join('');
}
