import { ts } from 'ts-morph';
import type { Fact, FileGap, Returned } from '../../../../../facts/fact.js';
import { colons } from '../../../../engine/paths.js';
import type { Extraction, Extractor } from '../../../../extractor.js';
import { atOf } from '../../at.js';
import { functionOf, objectOf } from '../../names/in-file.js';
import { assigned, valueNamed } from '../../names/names.js';
import { originOf } from '../../names/origins.js';
import { lowerArgument } from '../../routers/lower.js';
import { decorating } from '../../sends/result-forms.js';
import { sendsReturned } from '../../sends/returned-sends.js';
import { valueForm } from '../../sends/value-form.js';
import type { Source } from '../../source.js';
import { unwrap } from '../../values/access-paths.js';
import { callsOf } from '../../values/fluent-chains.js';
import { readValue } from '../../values/values.js';
import { frameworkProfiles } from '../profiles.js';

const BY = frameworkProfiles.encore.id;
const SERVICE = '(encore)';
const START = { line: 1, column: 1 };
const RETURNED: Returned = { text: 'application/json', empty: 200 };
/** Members of a result with these types are not part of the body: https://encore.dev/docs/ts/primitives/defining-apis */
const ASIDE = /\b(?:Header|Cookie|HttpStatus)\b/;

/** Endpoints of Encore, which the platform serves without registration. */
export const encore: Extractor<Source> = { ...frameworkProfiles.encore, extract };

function extract(source: Source): Extraction {
  const facts: Fact[] = [];
  const gaps: FileGap[] = [];
  for (const call of callsOf(source.tree)) {
    const origin = originOf(source, call.expression);
    if (origin?.specifier !== 'encore.dev/api' || !ts.isCallExpression(call)) continue;
    source.handled.add(call);
    if (origin.name === 'middleware') facts.push(...opened(source, call));
    if (!/^api(?:\.\w+)?$/.test(origin.name)) continue;
    const found = routeOf(source, call, origin.name !== 'api');
    if (found === undefined) gaps.push(unread(source, call));
    else facts.push(...found);
  }
  const router: Fact = { kind: 'router', by: BY, name: SERVICE, root: true, gathered: true, returned: RETURNED, at: START };
  return { facts: facts.length > 0 ? [router, ...facts] : [], gaps };
}

function unread(source: Source, call: ts.CallExpression): FileGap {
  return { reason: 'dynamic-path', detail: 'an endpoint that is not written out', at: atOf(source, call), hides: 'service' };
}

function routeOf(source: Source, call: ts.CallExpression, isOther: boolean): readonly Fact[] | undefined {
  const [given, handler] = call.arguments;
  const options = objectOf(source, given);
  const [method, path, expose] = ['method', 'path', 'expose'].map((name) => options && assigned(options, name));
  if (options === undefined || handler === undefined || options.properties.some(ts.isSpreadAssignment)) return undefined;
  if (expose === undefined || expose.kind === ts.SyntaxKind.FalseKeyword) return [];
  if (method === undefined || path === undefined) return undefined;
  const own = functionOf(source, handler);
  if (own !== undefined) sendsReturned(source, own, valueForm);
  const written = unwrap(method);
  const text = ts.isStringLiteralLike(written) ? written.text.toUpperCase() : undefined;
  const router = valueNamed(SERVICE);
  const isAside = ASIDE.test(source.text);
  const incomplete = isOther ? 'it answers by itself' : isAside ? 'members of its result may be a status or headers' : undefined;
  return [
    {
      ...{ kind: 'route', by: BY, router, responses: [], returned: RETURNED, at: atOf(source, call) },
      method: text === undefined || text === '*' ? 'ANY' : text,
      ...(text === undefined && { methods: readValue(source, written) }),
      path: lowerArgument(source, path).path(colons),
      ...(incomplete === undefined ? { handler: decorating(readValue(source, unwrap(handler))) } : { incomplete }),
    },
  ];
}

/** A middleware that replaces the response: `response.payload = …`. */
function opened(source: Source, call: ts.CallExpression): readonly Fact[] {
  if (!/\.payload\b|\bnew HttpResponse\b/.test(call.getText(source.tree))) return [];
  const through = { kind: 'unknown', why: 'a middleware may change the body' } as const;
  return [{ kind: 'wrap', by: BY, scope: '', through, past: true, at: atOf(source, call) }];
}
