import { load } from 'js-yaml';
import type { Fact } from '../../../../facts/fact.js';
import { inclusionSetting, namingSetting, otherMapper, rootsWrapped } from '../naming-settings.js';
import { pagingOfMode } from '../spring-models.js';
import { datesAsNumbers, datesAsTexts, enumsWritten } from '../type-serializers.js';
import { GENERATED_FROM, packageOf } from './build-files.js';

/** Framework keys for the base path of a service. */
const CONTEXT = [
  'server.servlet.context-path',
  'server.context-path',
  'server.servlet.contextpath',
  'spring.webflux.base-path',
  'quarkus.http.root-path',
  'ktor.deployment.rootpath',
  'micronaut.server.context-path',
];
const SERVLET = ['spring.mvc.servlet.path', 'server.servlet.path'];
/** Framework keys that decide which members are left out. */
const INCLUSION = [
  'spring.jackson.default-property-inclusion',
  'quarkus.jackson.serialization-inclusion',
  'jackson.serialization-inclusion',
  'micronaut.serde.serialization.inclusion',
  'micronaut.serde.inclusion',
];
/** Framework keys that write dates as numbers. */
const DATES = [
  'spring.jackson.serialization.write-dates-as-timestamps',
  'spring.jackson.datatype.datetime.write-dates-as-timestamps',
  'quarkus.jackson.write-dates-as-timestamps',
];
/** Framework keys that write enums other than by name. */
const ENUMS = {
  WRITE_ENUMS_TO_LOWERCASE: 'spring.jackson.datatype.enum.write-enums-to-lowercase',
  WRITE_ENUMS_USING_TO_STRING: 'spring.jackson.serialization.write-enums-using-to-string',
  WRITE_ENUMS_USING_INDEX: 'spring.jackson.serialization.write-enums-using-index',
};
/**
 * Keys for the package of the classes generated from a document.
 * https://docs.quarkiverse.io/quarkus-openapi-generator/dev/client.html
 */
const GENERATED = /^quarkus\.openapi-generator\.codegen\.spec\."?(\w{1,100})_(ya?ml|json)"?\.base-package$/;

/** No real file has more properties. */
const MAX_KEYS = 5000;

/**
 * The properties of a module as constants by key, and its base path as `context-path`.
 * https://docs.spring.io/spring-boot/reference/features/external-config.html
 */
export function readProperties(path: string, text: string): readonly Fact[] {
  const values = path.endsWith('.properties') ? plain(text) : yaml(text);
  const place = { line: 1, column: 1 };
  const facts: Fact[] = [];
  const constant = (name: string, text: string): void =>
    void facts.push({ kind: 'constant', name, value: { kind: 'literal', value: text }, at: place });
  for (const [key, value] of values) {
    const part = resolved(values, value, 0);
    if (part !== undefined) constant(key, part);
  }
  const context = [CONTEXT, SERVLET].map((keys) => first(values, keys)).filter((one) => one !== undefined);
  if (context.length > 0) constant('context-path', context.join('/'));
  const rest = first(values, ['quarkus.rest.path', 'quarkus.resteasy.path', 'quarkus.resteasy-reactive.path']);
  if (rest !== undefined) constant('rest-path', rest);
  const spec = first(values, ['quarkus.openapi.generator.server.spec', 'quarkus.openapi.generator.spec']);
  const folder = first(values, ['quarkus.openapi.generator.server.input-base-dir', 'quarkus.openapi.generator.input-base-dir']);
  if (spec !== undefined) {
    for (const one of folder === undefined ? ['src/main/resources/openapi', 'src/main/openapi'] : [folder])
      constant(GENERATED_FROM, `${one}/${spec}`);
  }
  for (const [key, value] of values) {
    const [, name, end] = GENERATED.exec(key) ?? [];
    if (name === undefined) continue;
    for (const one of [name, name.replaceAll('_', '-')])
      for (const part of ['api', 'model']) constant(packageOf(`${value}.${part}`), `src/main/openapi/${one}.${end}`);
  }
  const pages = first(values, ['spring.data.web.pageable.serialization-mode']);
  if (pages !== undefined) facts.push(...pagingOfMode(pages));
  const naming = first(values, ['spring.jackson.property-naming-strategy', 'jackson.property-naming-strategy']);
  if (naming !== undefined) facts.push(namingSetting(path, naming, place));
  const mapper = first(values, ['spring.http.converters.preferred-json-mapper', 'spring.mvc.converters.preferred-json-mapper']);
  if (mapper !== undefined && mapper !== 'jackson') facts.push(otherMapper(path, place));
  if (first(values, ['spring.jackson.serialization.wrap-root-value']) === 'true') facts.push(...rootsWrapped(path, place));
  if (first(values, DATES) === 'true') facts.push(...datesAsNumbers(path, place));
  // Quarkus' Jackson extension writes dates as texts. https://quarkus.io/guides/rest-json
  else if ([...values.keys()].some((key) => key.startsWith('quarkus.'))) facts.push(...datesAsTexts(path, place));
  for (const [feature, key] of Object.entries(ENUMS))
    if (first(values, [key]) === 'true') facts.push(...enumsWritten(path, feature, place));
  const inclusion = first(values, INCLUSION);
  if (inclusion !== undefined) facts.push(inclusionSetting(path, place, inclusion));
  return facts;
}

function first(values: ReadonlyMap<string, string>, keys: readonly string[]): string | undefined {
  for (const [key, value] of values) {
    const plainKey = key
      .toLowerCase()
      .replace(/_/g, '-')
      .replace(/contextpath/, 'context-path')
      .replace(/basepath/, 'base-path');
    if (keys.includes(plainKey) && value !== '/') return resolved(values, value, 0);
  }
  return undefined;
}

/** Replaces `${other.key:default}` in a value by the property of the file, or else by the default. */
function resolved(values: ReadonlyMap<string, string>, value: string, depth: number): string | undefined {
  const from = value.indexOf('${');
  if (from < 0) return value;
  const to = value.indexOf('}', from);
  if (to < 0 || depth > 10) return undefined;
  const inner = value.slice(from + 2, to);
  const colon = inner.indexOf(':');
  const found = values.get(colon < 0 ? inner : inner.slice(0, colon)) ?? (colon < 0 ? undefined : inner.slice(colon + 1));
  return found === undefined ? undefined : resolved(values, value.slice(0, from) + found + value.slice(to + 1), depth + 1);
}

function plain(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const trimmed = line.trim();
    const end = trimmed.search(/[=:]/);
    if (trimmed.startsWith('#') || trimmed.startsWith('!') || end <= 0 || values.size > MAX_KEYS) continue;
    values.set(trimmed.slice(0, end).trim(), trimmed.slice(end + 1).trim());
  }
  return values;
}

/** Only the first of several documents (profiles) counts. */
function yaml(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const [head = ''] = text.replace(/^---[^\n]*\n/, '').split(/^---/m);
  let read: unknown;
  try {
    read = load(head);
  } catch {
    return values;
  }
  const open: { key: string; value: unknown }[] = [{ key: '', value: read }];
  for (let next = open.pop(); next !== undefined && values.size < MAX_KEYS; next = open.pop()) {
    const { key, value } = next;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      for (const [name, inner] of Object.entries(value)) open.push({ key: key === '' ? name : `${key}.${name}`, value: inner });
    } else if (['string', 'number', 'boolean'].includes(typeof value)) values.set(key, String(value));
  }
  return values;
}
