import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isTestIn } from './test-names.js';

const PAGE = 'docs/traceability.md';

/** What shows that something is kept. */
interface Shown {
  /** Below `__tests__`. */
  readonly file: string;
  readonly name: string;
}

interface Row {
  readonly id: string;
  readonly modules: readonly string[];
  /** Empty where `why` says that it has no meaning here. */
  readonly shown: readonly Shown[];
  readonly why: string;
}

const page = readFileSync(PAGE, 'utf8');
const rows = page.split('\n').flatMap(rowIn);

function rowIn(line: string): readonly Row[] {
  const [, id = '', modules = '', shown = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
  if (!/^(?:\d{3}-)?[A-Z]/.test(id)) return [];
  if (modules === '-') return [{ id, modules: [], shown: [], why: shown }];
  return [{ id, modules: modules.split('<br>').map(bare), shown: shown.split('<br>').map(shownIn), why: '' }];
}

function shownIn(text: string): Shown {
  const at = text.indexOf(': ');
  return { file: bare(text.slice(0, at)), name: bare(text.slice(at + 2)) };
}

/** The text of a code span in a table. */
function bare(span: string): string {
  const [fence = ''] = /^`+/.exec(span) ?? [];
  const inner = span.slice(fence.length, span.length - fence.length).replaceAll('\\|', '|');
  return fence.length > 1 ? inner.trim() : inner;
}

describe('the page that says what shows that a requirement is kept', () => {
  test('has each id once', () => {
    const ids = rows.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  test('has as many ids as its sections say', () => {
    const sections = page.split(/^## /m).slice(1);
    expect(sections).toHaveLength(4);
    for (const section of sections) {
      const [, said] = /^(\d+) ids\.$/m.exec(section) ?? [];
      expect([section.slice(0, 3), section.split('\n').flatMap(rowIn).length]).toEqual([section.slice(0, 3), Number(said)]);
    }
  });

  test('names modules that are there', () => {
    expect(rows.flatMap(({ modules }) => modules).filter((module) => !existsSync(module))).toEqual([]);
  });

  test('names tests that are there, or why there is none', () => {
    const sources = new Map<string, string>();
    const sourceOf = (file: string): string => {
      const path = join('__tests__', file);
      const source = sources.get(file) ?? (existsSync(path) ? readFileSync(path, 'utf8') : '');
      sources.set(file, source);
      return source;
    };
    const absent = rows.flatMap(({ id, shown }) =>
      shown.filter(({ file, name }) => !isTestIn(sourceOf(file), name)).map(({ file, name }) => `${id}: ${file}: ${name}`),
    );
    expect(absent).toEqual([]);
    const silent = rows.filter(({ modules, shown, why }) => (modules.length === 0 || shown.length === 0) && why.length < 20);
    expect(silent).toEqual([]);
  });
});

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
    const ids = idsOf(readFileSync(join(SEEDS, name), 'utf8'));
    expect(ids.length).toBeGreaterThan(6);
    // A field may have several rows, each of one rule: `002-CLAIMED_ARTIFACTS-EXIST`.
    const isThere = (id: string): boolean => rows.some((row) => row.id === id || (seed === '002' && row.id.startsWith(`${id}-`)));
    expect(ids.filter((id) => !isThere(id))).toEqual([]);
  },
);
