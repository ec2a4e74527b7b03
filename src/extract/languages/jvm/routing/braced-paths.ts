import type { Expression } from '../../../../facts/expression.js';
import { type PatternScope, patternMark } from '../../../../model/parameter-pattern.js';
import { annotation, argument, stringsOf } from '../annotations.js';
import { importing, literal, type Source, unknown } from '../source.js';
import { type Method, simpleName } from '../unit.js';

/** Specifier of the properties of the module. */
const PROPERTIES = 'application-properties';

/** A key of the module's configuration (`application.yml`). */
export function property(source: Source, key: string): Expression {
  const name = `property ${key}`;
  importing(source, name, PROPERTIES, key);
  return { kind: 'name', name, space: 'value' };
}

/**
 * A path in the syntax of Spring and JAX-RS as a path template: `{id:[0-9]+}` becomes `{id:}`, `{*rest}` and `**` match the rest
 * of the path, `${key:default}` is a property. A pattern may be concatenated from several constants; a JAX-RS pattern may contain
 * slashes.
 * https://docs.spring.io/spring-framework/reference/web/webmvc/mvc-controller/ann-requestmapping.html#mvc-ann-requestmapping-uri-templates
 */
export function bracedPath(source: Source, path: Expression, scope: PatternScope = 'segment'): Expression {
  if (path.kind === 'tuple')
    return { ...path, items: path.items.map((item) => (item.kind === 'spread' ? item : bracedPath(source, item, scope))) };
  if (path.kind !== 'literal' && path.kind !== 'text') return path;
  const made: Expression[] = [];
  const state: State = { depth: 0, pattern: undefined, scope };
  for (const part of flat(path)) {
    if (part.kind !== 'literal') {
      if (state.pattern === undefined) made.push(part);
      else state.pattern += UNREAD_PATTERN;
    } else if (!add(source, String(part.value), state, made)) return unknown('a path in a form that is not read');
  }
  const [only] = made;
  if (made.length === 0) return literal('');
  return made.length === 1 && only !== undefined ? only : { kind: 'text', parts: made };
}

/** The parts of a text, also those of texts in it. */
export function flat(path: Expression): readonly Expression[] {
  return path.kind === 'text' ? path.parts.flatMap(flat) : [path];
}

interface State {
  depth: number;
  /** The text of the current parameter's pattern so far. */
  pattern: string | undefined;
  readonly scope: PatternScope;
}

/** An unresolved constant in a pattern counts as an arbitrary text. */
const UNREAD_PATTERN = '?';

function add(source: Source, written: string, state: State, made: Expression[]): boolean {
  let plain = '';
  const flush = (): void => {
    if (plain !== '') made.push(literal(plain));
    plain = '';
  };
  for (let at = 0; at < written.length; at++) {
    const char = written.charAt(at);
    if (state.depth === 0 && written.startsWith('${', at)) {
      const end = written.indexOf('}', at);
      if (end < 0) return false;
      flush();
      made.push(placeholder(source, written.slice(at + 2, end)));
      at = end;
    } else if (state.depth === 0 && written.startsWith('**', at)) {
      plain += '{rest*}';
      at += 1;
    } else if (char === '{') {
      state.depth += 1;
      if (state.pattern !== undefined) state.pattern += char;
      if (state.depth === 1) plain += char;
      if (state.depth === 1 && written.charAt(at + 1) === '*') {
        const end = written.indexOf('}', at);
        plain += `${written.slice(at + 2, end < 0 ? written.length : end)}*`;
        at = (end < 0 ? written.length : end) - 1;
      }
    } else if (char === '}') {
      state.depth -= 1;
      if (state.depth < 0) return false;
      if (state.depth === 0) plain += `${patternMark(state.pattern ?? '', state.scope)}${char}`;
      state.pattern = state.depth === 0 || state.pattern === undefined ? undefined : state.pattern + char;
    } else if (state.pattern !== undefined) state.pattern += char;
    else if (state.depth === 1 && char === ':') state.pattern = '';
    else if (state.depth === 0 && char === '*') plain += '{any}';
    else if (!(state.depth > 0 && char === ' ')) plain += char;
  }
  flush();
  return true;
}

/** Types that most texts cannot be converted to: such a parameter answers no request with a word in its place. */
const NUMBERS = /^(?:int|long|short|byte|Integer|Int|Long|Short|Byte|BigInteger|UUID)$/;

/**
 * A path whose parameters have numbers or UUIDs as their types, by the annotation that names them (`@PathVariable Long id`).
 */
export function withNumbers(source: Source, path: Expression, { parameters }: Method, named: string): Expression {
  const names = new Set(
    parameters.flatMap(({ name, type, annotations }) => {
      const own = annotation(annotations, named);
      const [written = name] = stringsOf(source, argument(own, 'value', 'name')) ?? [];
      return own !== undefined && NUMBERS.test(simpleName(type?.name ?? '')) ? written : [];
    }),
  );
  const marked = (of: Expression): Expression => {
    if (of.kind === 'text') return { ...of, parts: of.parts.map(marked) };
    if (of.kind === 'tuple') return { ...of, items: of.items.map((one) => (one.kind === 'spread' ? one : marked(one))) };
    if (of.kind !== 'literal' || typeof of.value !== 'string') return of;
    return literal(of.value.replace(/\{(\w{1,100})\}/g, (whole, name: string) => (names.has(name) ? `{${name}:}` : whole)));
  };
  return names.size === 0 ? path : marked(path);
}

/** A constant with property placeholders, for other files that use it in a path. */
export function withProperties(source: Source, of: Expression): Expression {
  const written = of.kind === 'literal' ? of.value : undefined;
  if (typeof written !== 'string' || !/\$\{[^{}]*\}/.test(written)) return of;
  const parts = written.split(/\$\{([^{}]*)\}/).map((one, index) => (index % 2 === 0 ? literal(one) : placeholder(source, one)));
  return { kind: 'text', parts };
}

/** `api.base:/v1`: a property with a default. */
function placeholder(source: Source, written: string): Expression {
  const colon = written.indexOf(':');
  const found = property(source, (colon < 0 ? written : written.slice(0, colon)).trim());
  return colon < 0 ? found : { kind: 'union', options: [found, literal(written.slice(colon + 1))] };
}
