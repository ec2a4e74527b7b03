import { createHash } from 'node:crypto';
import type { Location } from '../model/location.js';
import type { Shape } from '../model/shape.js';
import { compareTexts } from '../model/text-order.js';
import type { ContractChange, Undecided } from './change.js';
import type { DiffSeverity, Direction } from './rule.js';
import { diffRule } from './rules.js';
import { shapeRule } from './rules-shapes.js';
import { pairKey, ShapeComparer } from './shapes/comparer.js';
import type { Findings, ShapeChange, Side } from './shapes/walker.js';
import { sentence } from './words.js';

/** The data of an operation, a message or a model at one place, in both versions. */
export interface Payload {
  readonly subject: string;
  readonly part?: string | undefined;
  /** `both`: it is unknown who writes and who reads a model. */
  readonly direction: Direction | 'both';
  readonly base: Shape;
  readonly head: Shape;
  readonly baseAt: Location;
  readonly headAt: Location;
}

/** A change that does not concern a shape. */
export type Note = Pick<ContractChange, 'rule' | 'subject' | 'message' | 'baseAt' | 'headAt'> & {
  readonly part?: string | undefined;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
};

interface Entry {
  readonly change: Omit<ContractChange, 'alsoIn' | 'fingerprint'>;
  readonly subjects: Set<string>;
  /** What identifies it if only lines have changed. */
  readonly identity: readonly (string | undefined)[];
}

const SEVERITIES: readonly DiffSeverity[] = ['error', 'warning', 'note'];

/** Collects the changes of one contract. If the same lines change several subjects, one change names them all. */
export class Collector {
  readonly #contract: string;
  readonly #comparers: Readonly<Record<Direction, ShapeComparer>>;
  /** Pairs of named schemas without any change, also in all schemas that they refer to. */
  readonly #clean: Readonly<Record<Direction, Set<string>>> = { request: new Set(), response: new Set() };
  readonly #entries = new Map<string, Entry>();
  readonly #undecided = new Map<string, Undecided>();

  constructor(contract: string, base: Side, head: Side) {
    this.#contract = contract;
    this.#comparers = { request: new ShapeComparer('request', base, head), response: new ShapeComparer('response', base, head) };
  }

  note({ part, before, after, ...found }: Note): void {
    const change = {
      ...found,
      ...present({ part, before, after }),
      contract: this.#contract,
      severity: diffRule(found.rule).severity,
    };
    const places = [found.rule, part, before, after, keyOf(found.baseAt), keyOf(found.headAt)];
    this.#add(JSON.stringify([...places, found.subject]), change, [found.subject, part]);
  }

  /** Compares the data at one place in both versions, and all named schemas in it. */
  payload(payload: Payload): void {
    const directions = payload.direction === 'both' ? (['request', 'response'] as const) : [payload.direction];
    for (const direction of directions) {
      const comparer = this.#comparers[direction];
      const whole = comparer.compare(payload.base, payload.head, payload.baseAt, payload.headAt);
      const clean = this.#clean[direction];
      const seen = new Set<string>();
      const waiting: { findings: Findings; prefix: string; schema?: string }[] = [{ findings: whole, prefix: '' }];
      let isClean = true;
      // The loop also visits items that it adds.
      for (const { findings, prefix, schema } of waiting) {
        isClean &&= findings.changes.length + findings.undecided.length === 0;
        for (const change of findings.changes) this.#shape(change, prefix, schema, payload, direction);
        for (const { path, why, at } of findings.undecided)
          this.undecided(payload.subject, `${joined(prefix, path) || 'the whole body'}: ${why}`, at);
        for (const { path, base, head } of findings.links) {
          const key = pairKey(base, head);
          if (seen.has(key) || clean.has(key)) continue;
          seen.add(key);
          waiting.push({ findings: comparer.pair(base, head), prefix: joined(prefix, path), schema: head });
        }
      }
      if (isClean) for (const key of seen) clean.add(key);
    }
  }

  undecided(subject: string | undefined, detail: string, at: Location): void {
    const found = { contract: this.#contract, detail, at, ...(subject === undefined ? {} : { subject }) };
    const key = JSON.stringify([detail.slice(detail.indexOf(': ')), at.file, at.line, at.column]);
    if (!this.#undecided.has(key)) this.#undecided.set(key, found);
  }

  /** Everything that was collected, the most severe first. */
  finish(): { readonly changes: readonly ContractChange[]; readonly undecided: readonly Undecided[] } {
    const changes = [...this.#entries.values()].map(({ change, subjects, identity }): ContractChange => {
      const [, ...alsoIn] = subjects;
      return { ...change, alsoIn, fingerprint: hash([change.contract, change.rule, ...identity]) };
    });
    return { changes: changes.sort(compareChanges), undecided: [...this.#undecided.values()] };
  }

  #shape(found: ShapeChange, prefix: string, schema: string | undefined, payload: Payload, direction: Direction): void {
    const { kind, path, before, after, baseAt, headAt } = found;
    const { subject, part } = payload;
    const rule = shapeRule(direction, kind);
    const field = joined(prefix, path);
    const named = field === '' ? (part === undefined ? `\`${subject}\`` : `The ${part}`) : `\`${field}\``;
    const change = {
      rule,
      severity: diffRule(rule).severity,
      message: sentence(kind, named, before, after),
      contract: this.#contract,
      subject,
      ...present({ part, field: field || undefined, before, after }),
      baseAt,
      headAt,
    };
    const way = payload.direction === 'both' ? kind : rule;
    const key = JSON.stringify([way, path, before, after, keyOf(baseAt), keyOf(headAt)]);
    const within = schema === undefined ? [subject, part, field] : ['', schema, path];
    this.#add(key, change, [...within, before, after]);
  }

  #add(key: string, change: Entry['change'], identity: Entry['identity']): void {
    const known = this.#entries.get(key);
    if (known === undefined) {
      this.#entries.set(key, { change, subjects: new Set([change.subject]), identity });
      return;
    }
    known.subjects.add(change.subject);
    const graver = SEVERITIES.indexOf(change.severity) < SEVERITIES.indexOf(known.change.severity);
    if (graver) this.#entries.set(key, { ...known, change: { ...change, subject: known.change.subject } });
  }
}

type Optional = Partial<Pick<ContractChange, 'part' | 'field' | 'before' | 'after'>>;

function present(texts: Readonly<Record<string, string | undefined>>): Optional {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined));
}

function joined(prefix: string, path: string): string {
  if (prefix === '' || path === '') return prefix + path;
  return path.startsWith('[') || path.startsWith('{}') ? prefix + path : `${prefix}.${path}`;
}

const keyOf = ({ file, line, column }: Location): string => `${file}:${line}:${column ?? ''}`;

/** JSON separates the parts: with a plain separator two identities could give the same text. */
function hash(identity: readonly (string | undefined)[]): string {
  return createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 32);
}

function compareChanges(a: ContractChange, b: ContractChange): number {
  return (
    SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity) ||
    compareTexts(a.headAt.file, b.headAt.file) ||
    a.headAt.line - b.headAt.line ||
    compareTexts(a.subject, b.subject) ||
    compareTexts(a.field ?? '', b.field ?? '') ||
    compareTexts(a.rule, b.rule) ||
    compareTexts(a.fingerprint, b.fingerprint)
  );
}
