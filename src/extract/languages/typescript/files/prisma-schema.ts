import { type Expression, type ObjectMember, type PropertyMember, scalar, unknown } from '../../../../facts/expression.js';
import type { Declaration } from '../../../../facts/fact.js';
import type { Extraction } from '../../../extractor.js';

/** Longer schemas are not read: no hand-written one is near this size. */
const MAX_LENGTH = 2_000_000;

/** The JSON form of the client's value for each scalar type: https://www.prisma.io/docs/orm/reference/prisma-schema-reference */
const SCALARS: ReadonlyMap<string, Expression> = new Map<string, Expression>([
  ['String', scalar('string')],
  ['Boolean', scalar('boolean')],
  ['Int', scalar('integer')],
  ['Float', scalar('number')],
  // `toJSON` of decimal.js returns a text
  ['Decimal', scalar('string')],
  ['DateTime', scalar('string', 'date-time')],
  ['BigInt', unknown('JSON has no form for a bigint')],
  ['Json', unknown('a JSON column holds anything')],
  ['Bytes', unknown('the form of bytes depends on the version of Prisma')],
]);

interface Block {
  readonly kind: string;
  readonly name: string;
  readonly line: number;
  readonly lines: string[];
}

/**
 * The models, composite types and enums of a Prisma schema, as declarations. A model is a class, which distinguishes its
 * relations from composite types (interfaces). Names are the client's: `@map` and `@@map` are for the database.
 */
export function readPrismaSchema(text: string): Extraction {
  const at = { line: 1, column: 1 };
  if (text.length > MAX_LENGTH)
    return { facts: [], gaps: [{ reason: 'too-large', detail: 'The schema is too large to be read.', at }] };
  return { facts: blocksOf(text).flatMap((block) => declarationOf(block) ?? []), gaps: [] };
}

function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  for (const [index, raw] of text.split(/\r?\n/).entries()) {
    const line = withoutComment(raw).trim();
    if (open !== undefined) {
      if (line.startsWith('}')) {
        blocks.push(open);
        open = undefined;
      } else open.lines.push(line);
      continue;
    }
    const head = /^(model|view|type|enum)\s+(\w+)\s*\{/.exec(line);
    if (head?.[1] === undefined || head[2] === undefined) continue;
    open = { kind: head[1], name: head[2], line: index + 1, lines: [] };
  }
  return blocks;
}

/** `//` begins a comment, except in a string. */
function withoutComment(line: string): string {
  let inText = false;
  for (let index = 0; index < line.length; index++) {
    const char = line[index];
    if (char === '\\' && inText) index += 1;
    else if (char === '"') inText = !inText;
    else if (char === '/' && line[index + 1] === '/' && !inText) return line.slice(0, index);
  }
  return line;
}

function declarationOf({ kind, name, line, lines }: Block): Declaration | undefined {
  const at = { line, column: 1 };
  if (kind === 'enum') {
    const statics = lines.flatMap((one, index): PropertyMember[] => {
      const value = /^([A-Za-z]\w*)/.exec(one)?.[1];
      const literal: Expression = { kind: 'literal', value: value ?? '' };
      return value === undefined
        ? []
        : [{ kind: 'property', name: value, value: literal, at: { line: line + index + 1, column: 1 } }];
    });
    return {
      kind: 'declaration',
      name,
      form: 'enum',
      type: { kind: 'union', options: statics.map(({ value }) => value) },
      statics,
      at,
    };
  }
  if (lines.some((one) => one.startsWith('@@ignore'))) return undefined;
  const members = lines.flatMap((one, index): ObjectMember[] => fieldOf(one, line + index + 1) ?? []);
  const form = kind === 'type' ? 'interface' : 'class';
  return { kind: 'declaration', name, form, type: { kind: 'object', members }, at };
}

/** `name Type?`, `name Type[]`; the client has no fields with `@ignore` or an unsupported type. */
function fieldOf(text: string, line: number): [PropertyMember] | undefined {
  const parts = /^([A-Za-z]\w*)\s+([A-Za-z]\w*)(\[\]|\?)?/.exec(text);
  const [, name, type, suffix] = parts ?? [];
  if (name === undefined || type === undefined || type === 'Unsupported' || /@ignore\b/.test(text)) return undefined;
  const plain = SCALARS.get(type) ?? { kind: 'name', name: type };
  const one = type === 'String' && /@db\.Uuid\b/i.test(text) ? scalar('string', 'uuid') : plain;
  return [{ kind: 'property', name, value: suffixed(one, suffix), at: { line, column: 1 } }];
}

function suffixed(of: Expression, suffix: string | undefined): Expression {
  if (suffix === '[]') return { kind: 'array', items: of };
  return suffix === '?' ? { kind: 'operator', operator: 'nullable', of } : of;
}
