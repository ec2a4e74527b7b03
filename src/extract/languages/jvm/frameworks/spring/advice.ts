import type { Expression } from '../../../../../facts/expression.js';
import type { Fact, ResponseTransform } from '../../../../../facts/fact.js';
import { annotation, argument, stringsOf, wordsOf } from '../../annotations.js';
import { moduleOf } from '../../naming-settings.js';
import { at, type Source, unknown, value } from '../../source.js';
import { tokenAt } from '../../tokens.js';
import { type Range, simpleName, type TypeDecl } from '../../unit.js';
import { frameworkProfiles } from '../profiles.js';

const ADVICE = new Set(['ResponseBodyAdvice', 'AbstractMappingJacksonResponseBodyAdvice']);
/** Message converters of other JSON libraries, which have their own rules for names and members. */
const CONVERTERS = new Set(['GsonHttpMessageConverter', 'JsonbHttpMessageConverter']);
const isConverter = (name: string): boolean => CONVERTERS.has(name) || /^FastJson\w*HttpMessageConverter$/.test(name);

/**
 * Code that processes every body before it is sent: `ResponseBodyAdvice`, converters of other libraries.
 * https://docs.spring.io/spring-framework/docs/current/javadoc-api/org/springframework/web/servlet/mvc/method/annotation/ResponseBodyAdvice.html
 */
export function bodyAdvice(source: Source): readonly Fact[] {
  const advice = source.unit.types.flatMap((decl) =>
    decl.extends.some(({ name }) => ADVICE.has(simpleName(name))) ? adviceOf(source, decl) : [],
  );
  const created = source.unit.tokens.list.findIndex(({ kind, text }, index) => {
    const isMade = source.unit.tokens.dialect === 'kotlin' || tokenAt(source.unit.tokens, index - 1).text === 'new';
    return kind === 'word' && isMade && isConverter(text) && tokenAt(source.unit.tokens, index + 1).text === '(';
  });
  if (created < 0) return advice;
  const through = unknown('a JSON library that was not read writes it');
  return [
    ...advice,
    { kind: 'wrap', by: frameworkProfiles.spring.id, scope: moduleOf(source.path), through, at: at(source, created) },
  ];
}

function adviceOf(source: Source, decl: TypeDecl): readonly ResponseTransform[] {
  const found = annotation(decl.annotations, 'RestControllerAdvice', 'ControllerAdvice');
  if (found === undefined && annotation(decl.annotations, 'Component', 'Configuration') === undefined) return [];
  const place = at(source, decl.index);
  const through = throughOf(source, decl);
  return scopesOf(source, decl).map((scope) => ({ kind: 'wrap', by: frameworkProfiles.spring.id, scope, through, at: place }));
}

/** The folders of the packages that the advice applies to, or else its module. */
function scopesOf(source: Source, decl: TypeDecl): readonly string[] {
  const packages = stringsOf(
    source,
    argument(annotation(decl.annotations, 'RestControllerAdvice', 'ControllerAdvice'), 'value', 'basePackages'),
  );
  const own = source.unit.package.replaceAll('.', '/');
  const folder = source.path.slice(0, Math.max(0, source.path.lastIndexOf('/')));
  if (packages === undefined || packages.length === 0 || !folder.endsWith(own)) return [moduleOf(source.path)];
  return packages.map((one) => folder.slice(0, folder.length - own.length) + one.replaceAll('.', '/'));
}

/** What the advice turns a body into, if it applies to every body. */
function throughOf(source: Source, decl: TypeDecl): Expression {
  const why = unknown('an advice of the service decides what is sent');
  const restricted = annotation(decl.annotations, 'RestControllerAdvice', 'ControllerAdvice');
  if (argument(restricted, 'assignableTypes', 'basePackageClasses') !== undefined) return why;
  const annotated = wordsOf(source, argument(restricted, 'annotations'));
  if (annotated.some((one) => one !== 'RestController')) return why;
  const supports = decl.methods.find(({ name }) => name === 'supports');
  const writes = decl.methods.find(({ name }) => name === 'beforeBodyWrite');
  if (supports === undefined || writes === undefined || !isAlways(source, supports)) return why;
  return value(`${decl.qualified}#beforeBodyWrite`);
}

/** `{ return true; }`, `= true` */
function isAlways(source: Source, { body, expression }: { readonly body?: Range; readonly expression?: Range }): boolean {
  const { tokens } = source.unit;
  const range = expression ?? body;
  if (range === undefined) return false;
  const words = Array.from(
    { length: Math.min(range.to - range.from, 4) },
    (_, index) => tokenAt(tokens, range.from + index).text,
  );
  return /^(?:return )?true;?$/.test(words.join(' ').replace(' ;', ';'));
}
