import type { Expression } from '../../../../../facts/expression.js';
import type { Fact } from '../../../../../facts/fact.js';
import { REWRITES } from '../../../../../model/rewrites.js';
import { endOf } from '../../bodies/reading.js';
import { type Body, readIn } from '../../bodies/variables.js';
import { inclusionSetting, moduleOf } from '../../naming-settings.js';
import { at, importing, literal, type Source, scopeOf, unknown, value } from '../../source.js';
import { closingOf, tokenAt } from '../../tokens.js';
import { namedType } from '../../types.js';
import type { Method, TypeDecl } from '../../unit.js';
import { frameworkProfiles } from '../profiles.js';
import { javalinPath } from './paths.js';

/** The base path of a service: `config.router.contextPath = "/api"`. */
export function contextPath(body: Body): Expression {
  const { tokens } = body.source.unit;
  const found = tokens.list.findIndex(({ text }, index) => text === 'contextPath' && tokenAt(tokens, index + 1).text === '=');
  if (found < 0) return literal('');
  const range = { from: found + 2, to: endOf(tokens, found + 2, tokens.list.length) };
  return javalinPath(readIn(body, range));
}

/** How a service writes JSON if not as Jackson does by default, and handlers that change responses of other handlers. */
export function javalinSettings(source: Source): readonly Fact[] {
  const { tokens } = source.unit;
  const mappers = source.unit.types.flatMap((decl) => mapperFacts(source, decl));
  const settings = tokens.list.flatMap(({ kind, text }, index): readonly Fact[] => {
    const open = index + 1;
    if (kind !== 'word' || !/^(?:jsonMapper|toJsonMapper|after|afterMatched)$/.test(text)) return [];
    if (!/^[(={]$/.test(tokenAt(tokens, open).text)) return [];
    // `private ObjectMapper jsonMapper() {`: a method of the service
    if (/^[\w>\]]/.test(tokenAt(tokens, index - 1).text)) return [];
    const end = tokenAt(tokens, open).text === '=' ? open + MAX_WORDS : closingOf(tokens, open);
    const block = tokenAt(tokens, end + 1).text === '{' ? closingOf(tokens, end + 1) : end;
    const words = new Set(tokens.list.slice(open, Math.min(block, open + MAX_WORDS)).map((one) => one.text));
    if (text.startsWith('after')) return words.has('json') || words.has('result') ? [rewriting(source, index)] : [];
    if (words.has('JavalinJackson') || words.size <= 2) return [];
    if (words.has('JavalinGson')) return [inclusionSetting(source.path, at(source, index), 'NON_NULL')];
    const mapper = tokens.list.slice(open + 1, Math.min(block, open + MAX_MADE)).find((one) => /^[A-Z]/.test(one.text));
    return [rewriting(source, index, mapper === undefined ? undefined : throughMapper(source, mapper.text))];
  });
  return [...mappers, ...settings];
}
const MAX_WORDS = 400;
/** `new Mapper(`, `Mapper.create(` */
const MAX_MADE = 3;

/** Name of the function that represents what a service's own mapper does to a body. */
const through = (mapper: string): string => `${mapper} (writes)`;

/** Facts about mappers; one that does not write like Jackson has an unknown result. */
function mapperFacts(source: Source, decl: TypeDecl): readonly Fact[] {
  if (!decl.extends.some(({ name }) => name === 'JsonMapper')) return [];
  const name = through(decl.qualified);
  const place = at(source, decl.index);
  const writers = decl.methods.filter((one) => /^toJson(?:String|Stream)$/.test(one.name));
  const isPlain = writers.some((one) => one.name === 'toJsonString') && writers.every((one) => writesPlainly(source, one));
  const inferred: Expression = isPlain ? { kind: 'parameter', callable: name, index: 0 } : unknown(REWRITES.plugin);
  return [
    { kind: 'callable', name, inferred, at: place },
    { kind: 'export', name, value: value(name), at: place },
  ];
}

/** Is each result the Jackson output for the parameter, or the parameter itself as a text? */
function writesPlainly(source: Source, method: Method): boolean {
  const { tokens } = source.unit;
  const given = method.parameters[0]?.name ?? '';
  const body = method.body ?? method.expression;
  const words = body === undefined ? [] : tokens.list.slice(body.from, body.to).map(({ text }) => text);
  const writes = words.flatMap((word, index) => (WRITES.test(word) ? [words.slice(index + 1, index + 4).join('')] : []));
  if (writes.length !== 1 || writes[0] !== `(${given})`) return false;
  // the code does nothing else to the value and writes nothing else
  return (
    words.filter((word) => word === given).length <= MOST_USES &&
    !words.some((word) => /^(?:set|put|remove|convertValue|valueToTree)/.test(word))
  );
}
const WRITES = /^writeValueAs(?:String|Bytes)$/;
/** `obj instanceof String`, `(String) obj`, `writeValueAsString(obj)` */
const MOST_USES = 3;

/** What the mapper with this name turns a body into. */
function throughMapper(source: Source, name: string): Expression | undefined {
  const found = namedType(source, scopeOf(undefined), name);
  if (found.kind === 'own') return value(through(found.name));
  const imported = found.kind === 'imported' ? source.imports.get(found.name) : undefined;
  if (imported === undefined) return undefined;
  importing(source, through(name), imported.specifier, through(imported.imported));
  return value(through(name));
}

const rewriting = (source: Source, index: number, of: Expression = unknown(REWRITES.plugin)): Fact => ({
  ...{
    kind: 'wrap',
    by: frameworkProfiles.javalin.id,
    scope: moduleOf(source.path),
    through: of,
    at: at(source, index),
  },
});
