import { BOOLEAN, type Expression, INTEGER, NUMBER, STRING } from '../../expression.js';
import type { Lazy } from '../../program.js';
import { literals, membersOf } from '../../shapes/members.js';
import { listOf, objectOf, orNull, type Part, unknownOf } from '../../values/compose.js';
import { isSurely } from '../../values/surely.js';
import { type ExternalTarget, FUEL, type Resolver } from '../../values/target.js';
import { literalsOf } from '../literal-values.js';
import { type SchemaStep, stepOf } from '../schema-step.js';

const DAY: Expression = { kind: 'scalar', type: 'string', format: 'date' };
const INSTANT: Expression = { kind: 'scalar', type: 'string', format: 'date-time' };

/** The types of column values when read, by builder (https://orm.drizzle.team/docs/column-types/pg, /mysql, /sqlite). */
const COLUMNS: ReadonlyMap<string, Expression> = new Map<string, Expression>([
  ...['serial', 'smallserial', 'integer', 'int', 'smallint', 'mediumint', 'tinyint', 'year'].map((name): [string, Expression] => [
    name,
    INTEGER,
  ]),
  ...['real', 'doublePrecision', 'double', 'float'].map((name): [string, Expression] => [name, NUMBER]),
  ...[
    'text',
    'varchar',
    'char',
    'tinytext',
    'mediumtext',
    'longtext',
    'time',
    'interval',
    'inet',
    'cidr',
    'macaddr',
    'macaddr8',
  ].map((name): [string, Expression] => [name, STRING]),
  ...['numeric', 'decimal'].map((name): [string, Expression] => [name, STRING]),
  ['boolean', BOOLEAN],
  ['uuid', { kind: 'scalar', type: 'string', format: 'uuid' }],
  ...['timestamp', 'datetime'].map((name): [string, Expression] => [name, INSTANT]),
]);

/** The type of a column with a `mode`; other modes are unknown. */
const MODES: Readonly<Record<string, Expression>> = {
  boolean: BOOLEAN,
  timestamp: INSTANT,
  timestamp_ms: INSTANT,
  date: INSTANT,
  number: NUMBER,
  string: STRING,
};

const NEUTRAL =
  /^(?:unique|references|default|defaultNow|defaultRandom|\$default|\$defaultFn|\$onUpdate|\$onUpdateFn|onUpdateNow|autoincrement|unsigned|generatedAlwaysAs)$/;
const NOT_NULL = /^(?:notNull|primaryKey|generatedAlwaysAsIdentity|generatedByDefaultAsIdentity)$/;

/** The value, if it is a table itself and no member of one. */
export function tableOf(resolver: Resolver, of: Lazy): ExternalTarget | undefined {
  const target = resolver.resolve(resolver, of, 'value');
  return target.kind === 'external' && isTable(target) && target.path.at(-1) === '()' ? target : undefined;
}

export const isTable = ({ path, specifier }: ExternalTarget): boolean =>
  specifier.startsWith('drizzle-orm/') && /^(?:pg|mysql|sqlite|singlestore)Table$/.test(path[0] ?? '') && path[1] === '()';

/** A row of a table as it is read; `keep`: only these columns. */
export function rowOf(resolver: Resolver, { call }: ExternalTarget, keep?: (name: string) => boolean): Lazy | undefined {
  const columns = columnsOf(resolver, call);
  if (call === undefined || columns === undefined) return undefined;
  const parts = columns.flatMap(({ name, value, at }): Part[] =>
    keep === undefined || keep(name) ? [{ name, value: columnData(resolver, value), at }] : [],
  );
  return objectOf(call.site.file, parts);
}

function columnsOf(resolver: Resolver, call: Lazy | undefined): readonly Part[] | undefined {
  const given = call?.expression.kind === 'returns' ? call.expression.values?.[1] : undefined;
  const members = given && call && membersOf(resolver, { expression: given, site: call.site });
  if (members === undefined || members.open !== undefined || members.rest !== undefined) return undefined;
  return [...members.named.values()];
}

/** The value of `table.column` when read; undefined: it is no column. */
export function columnAt(resolver: Resolver, of: ExternalTarget): Lazy | undefined {
  if (!isTable(of) || of.path.length !== 3) return undefined;
  const column = columnsOf(resolver, of.call)?.find(({ name }) => name === of.path[2]);
  return column && columnData(resolver, column.value);
}

/** The columns of a table that the database or drizzle fills if the code gives no value. */
export function filledColumns(resolver: Resolver, { call }: ExternalTarget): readonly string[] {
  return (columnsOf(resolver, call) ?? []).flatMap(({ name, value }) => (isFilled(resolver, value) ? [name] : []));
}

function isFilled(resolver: Resolver, column: Lazy): boolean {
  for (let at: Lazy | undefined = column; at !== undefined; ) {
    const target = resolver.resolve(resolver, at, 'value');
    const step = target.kind === 'external' ? stepOf(target) : undefined;
    if (step === undefined) return false;
    if (FILLS.test(step.name)) return step.values[0] === undefined || isSurely(resolver, step.values[0], FUEL);
    at = step.on;
  }
  return false;
}
const FILLS = /^(?:default|defaultNow|defaultRandom|autoincrement)$/;

const notKnown = (file: string): Lazy => unknownOf(file, 'its column is not known');

function columnData(resolver: Resolver, column: Lazy): Lazy {
  const { file } = column.site;
  let type: Lazy | undefined;
  let isRequired = false;
  let at: Lazy | undefined = column;
  const lists: SchemaStep[] = [];
  while (at !== undefined) {
    const target = resolver.resolve(resolver, at, 'value');
    if (target.kind !== 'external' || !target.specifier.startsWith('drizzle-orm/')) return notKnown(file);
    if (isEnum(target)) {
      type ??= enumValues(resolver, target);
      break;
    }
    const step = stepOf(target);
    if (step === undefined || step.rest.length > 0) return notKnown(file);
    if (step.on === undefined) {
      isRequired ||= /^(?:small|big)?serial$/.test(step.name);
      type ??= builtBy(resolver, step, target);
      break;
    }
    if (NOT_NULL.test(step.name)) isRequired = true;
    else if (step.name === 'array') lists.push(step);
    else if (step.name === '$type') type ??= typeGiven(target);
    else if (!NEUTRAL.test(step.name)) return unknownOf(file, `what ${step.name} makes of its column is not known`);
    at = step.on;
  }
  let data = type ?? unknownOf(file, 'its type of column is not known');
  for (const _ of lists) data = listOf(data);
  return isRequired ? data : orNull(data);
}

/** `role('role')`, where `role` is a `pgEnum`. */
const isEnum = ({ path }: ExternalTarget): boolean => path.slice(0, 3).join() === 'pgEnum,(),()' && path.length === 3;

function typeGiven({ call }: ExternalTarget): Lazy | undefined {
  const [given] = call?.expression.kind === 'returns' ? (call.expression.arguments ?? []) : [];
  return given && call && { expression: given, site: call.site };
}

function builtBy(resolver: Resolver, step: SchemaStep, target: ExternalTarget): Lazy | undefined {
  const [first, second] = step.values;
  if (step.name === 'mysqlEnum') return second && literalsOf(resolver, second);
  const options = second ?? first;
  const given = options && membersOf(resolver, options);
  if (given?.open !== undefined) return undefined;
  const listed = given?.named.get('enum');
  if (listed !== undefined) return literalsOf(resolver, listed.value);
  const here = (expression: Expression): Lazy => ({ expression, site: { file: step.file } });
  const mode = given?.named.get('mode');
  const [named] = (mode && literals(resolver, mode.value)) ?? [];
  if (mode !== undefined) {
    const form = typeof named === 'string' ? MODES[named] : undefined;
    if (named === 'number' && /^(?:big|int)/.test(step.name)) return here(INTEGER);
    if (form === undefined && named === 'text') return here(STRING);
    return form && here(form);
  }
  if (step.name === 'date') return here(target.specifier.includes('mysql') ? INSTANT : DAY);
  const plain = COLUMNS.get(step.name);
  return plain && here(plain);
}

/** The values of the `pgEnum` that makes a column. */
function enumValues(resolver: Resolver, { call }: ExternalTarget): Lazy | undefined {
  if (call?.expression.kind !== 'returns') return undefined;
  const made = resolver.resolve(resolver, { expression: call.expression.of, site: call.site }, 'value');
  const given =
    made.kind === 'external' && made.call?.expression.kind === 'returns' ? made.call.expression.values?.[1] : undefined;
  return given && made.kind === 'external' && made.call
    ? literalsOf(resolver, { expression: given, site: made.call.site })
    : undefined;
}
