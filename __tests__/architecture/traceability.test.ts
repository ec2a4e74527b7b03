import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expectFresh } from '../generated.js';
import { annotations, annotationsIn } from './annotations.js';
import { callers } from './callers.js';
import { notApplicable } from './not-applicable.js';
import { traceabilityPage } from './traceability-page.js';

const all = annotations();
const ids = new Set([...all.map(({ id }) => id), ...notApplicable.keys()]);

describe('the page that says what shows that a requirement is kept', () => {
  test('is what the annotations of tests say', () => {
    expectFresh('docs/traceability.md', traceabilityPage(all));
  });

  test('names modules for each id, and no id that has no meaning here', () => {
    const named = new Set(all.flatMap(({ id, modules }) => (modules.length > 0 ? [id] : [])));
    expect([...new Set(all.map(({ id }) => id))].filter((id) => !named.has(id))).toEqual([]);
    expect([...notApplicable.keys()].filter((id) => named.has(id))).toEqual([]);
  });

  test('names modules that the program loads, of which it calls each part', () => {
    const modules = [...new Set(all.flatMap((each) => each.modules))].map((module) => `src/${module}`);
    expect(modules.filter((module) => !existsSync(module))).toEqual([]);
    const { isLoaded, uncalled } = callers();
    const files = modules.flatMap((module) =>
      (module.includes('.') ? [module] : sourcesIn(module)).filter((file) => file.endsWith('.ts')),
    );
    expect(files.filter((file) => !isLoaded(file))).toEqual([]);
    expect(files.flatMap((file) => uncalled(file).map((name) => `${file}: ${name}`))).toEqual([]);
  });

  test('an annotation stands above its test, however that begins', () => {
    const notes = '// Shows REQ-1 by a.ts b.ts; REQ-2\n';
    const named = (call: string) => annotationsIn('x.test.ts', `${notes}${call}`).map(({ name }) => name);
    expect(named("test('one', () => {});")).toEqual(['one', 'one']);
    expect(named("])('a `%s` isn\\'t', () => {});")).toEqual(["a `%s` isn't", "a `%s` isn't"]);
    expect(named("test.each(words)(\n  'two',\n")).toEqual(['two', 'two']);
    expect(annotationsIn('x.test.ts', `${notes}test('one');`)).toMatchObject([
      { id: 'REQ-1', modules: ['a.ts', 'b.ts'] },
      { id: 'REQ-2', modules: [] },
    ]);
    expect(() => named('const a = 1;')).toThrow('x.test.ts:1 stands above no test.');
  });
});

function sourcesIn(folder: string): readonly string[] {
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  return found.map((file) => `${folder}/${file.replaceAll('\\', '/')}`);
}

/** The documents lie beside a workplace, not in this repository. */
const SEEDS = resolve('../shared/seeds');
const seeds = existsSync(SEEDS) ? readdirSync(SEEDS).sort() : undefined;

/** What in each document is a requirement. Where it has no id, it has the one that the page explains. */
const IDS: readonly ((text: string) => readonly string[])[] = [
  (text) => found(text, /^- \[[ x]\] ([A-Z]+-\d+[A-Z]?):/gm),
  (text) => [...found(text, /^## (D\d)\. /gm), ...found(text, /^## Optional .*(Storage Protection)/gm, '001')],
  (text) => {
    const rules = text.slice(text.indexOf('## Contract Rules'), text.indexOf('## Lead Validation Logic'));
    const second = text.slice(text.indexOf('### Step 2'), text.indexOf('### Step 3'));
    const abort = text.slice(text.indexOf('## Abort Behavior'), text.indexOf('## Remediation Loop'));
    return [
      ...found(text, /^### ([A-Z_]+)$/gm, '002'),
      ...found(text, /^\| \*\*([a-z-]+)\*\* \|/gm, '002-RULE').filter((id) => !/-REVIEWER$/.test(id) || id.includes('LIVE')),
      ...found(rules, /^### (\w+)/gm, '002-RULE'),
      ...found(text, /^### Step ([13]):/gm, '002-STEP'),
      ...found(second, /^(\d)\. /gm, '002-STEP-2-RULE'),
      ...found(second, /^(Circuit Breaker) /gm, '002-STEP-2'),
      ...found(abort, /^\d\. \*\*(\w+):\*\*/gm, '002-ABORT'),
      ...found(text, /^## (Severity|Malformed|Remediation Loop)/gm, '002'),
      ...found(text, /^\*\*(Fallback):\*\*/gm, '002-MALFORMED'),
      ...found(text, /^## Contract (Format)/gm, '002'),
    ];
  },
  (text) => found(text, /((?:REQ-BAP-\d{3})|(?:TEST-BAP-\d{3}[a-z]))/g),
];

function found(text: string, pattern: RegExp, prefix = ''): readonly string[] {
  const ids = [...text.matchAll(pattern)].map(([, id = '']) => id);
  const named = prefix === '' ? ids : ids.map((id) => `${prefix}-${id.toUpperCase().replaceAll(' ', '-')}`);
  return [...new Set(named)];
}

test.each(IDS.map((idsOf, index) => ({ seed: `00${index}`, idsOf })))(
  'the page has every id of document $seed',
  ({ seed, idsOf }) => {
    const name = seeds?.find((each) => each.startsWith(`${seed}_`));
    if (name === undefined) {
      process.stderr.write(`not run: the ids of document ${seed} (${SEEDS} is not there)\n`);
      return;
    }
    const asked = idsOf(readFileSync(join(SEEDS, name), 'utf8'));
    expect(asked.length).toBeGreaterThan(6);
    // A field may have several rows, each of one rule: `002-CLAIMED_ARTIFACTS-EXIST`.
    const isThere = (id: string): boolean =>
      ids.has(id) || (seed === '002' && [...ids].some((each) => each.startsWith(`${id}-`)));
    expect(asked.filter((id) => !isThere(id))).toEqual([]);
  },
);
