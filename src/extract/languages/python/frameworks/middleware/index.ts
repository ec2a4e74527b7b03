import type { Expression } from '../../../../../facts/expression.js';
import type { Fact } from '../../../../../facts/fact.js';
import type { Extraction, Extractor } from '../../../../extractor.js';
import { isHarmless } from '../../harmless-packages.js';
import { statusOf } from '../../known-calls.js';
import { folderOf } from '../../routing/service-folder.js';
import { type FunctionDefinition, lookup, type Scope } from '../../scope.js';
import { type Source, unknown } from '../../source.js';
import { argument, calledName, keyword, lastName, type Node } from '../../syntax/syntax.js';
import { readValue } from '../../values.js';
import { frameworkProfiles } from '../profiles.js';
import { KEEPS, type Provider, providersOf } from './json.js';

/**
 * Middleware that replaces response bodies: FastAPI and Starlette (https://www.starlette.io/middleware/), Flask's
 * `after_request`, Django's (https://docs.djangoproject.com/en/stable/topics/http/middleware/). Middleware that only reads
 * bodies, or refuses requests, has no effect here.
 */
export const middleware: Extractor<Source> = {
  ...frameworkProfiles.middleware,
  extract: (source): Extraction => {
    const facts: Fact[] = [];
    const scope = folderOf(source.path);
    const open = (all: readonly string[], start: number, why: string, unless?: Expression): void => {
      for (const by of all)
        facts.push({
          kind: 'wrap',
          by,
          scope,
          through: unknown(why),
          ...(unless && { unless }),
          past: true,
          at: source.at(start),
        });
    };
    const given = givenAfterRequests(source);
    const hooks = new Set(given.map(({ definition }) => definition));
    for (const definition of source.definitions.functions) {
      const all = appliesTo(source, definition, hooks);
      open(all, definition.start, `${definition.name} in ${source.path} may send another body`);
    }
    for (const { name, start, definition } of given)
      if (definition === undefined) open(FLASK, start, `${name} of a package may send another body`);
    for (const { start, imported } of providersOf(source))
      open(FLASK, start, 'the application makes JSON in a way of its own', imported && keptBy(source, imported));
    return { facts, gaps: [] };
  },
};

/** Connexion answers through an app of Flask. */
const FLASK = ['python/flask', 'python/connexion'];

/** What shows that an imported encoder writes nothing in a way of its own. */
const keptBy = (source: Source, { scope, node }: NonNullable<Provider['imported']>): Expression => ({
  kind: 'member',
  of: readValue(source, scope, node),
  name: KEEPS,
});

/**
 * Ids of the extractors whose responses the middleware may replace.
 *
 * @param hooks the functions of the file that a call gives to `after_request`
 */
function appliesTo(
  source: Source,
  definition: FunctionDefinition,
  hooks: ReadonlySet<FunctionDefinition | undefined>,
): readonly string[] {
  const text = source.masked.code.slice(definition.start, Math.min(definition.end, definition.start + MAX_LENGTH));
  if (isAsgi(definition)) return rebuildsBody(definition, text) ? ASGI : [];
  if (isRawAsgi(definition, text)) return isRewriting(text) ? ASGI : [];
  // in Falcon even a hook that only reads a body counts
  if (definition.name === 'process_response' && definition.parameters.length > 3)
    return /\.(?:media|text|data|body)\b/.test(text) ? ['python/falcon'] : [];
  // in Flask-RESTful and Flask-RESTX it encodes the results of all resources
  if (definition.decorators.some((one) => one.kind === 'call' && lastName(one.of) === 'representation')) return FLASK;
  if (isAfterRequest(definition) || hooks.has(definition)) return setsBody(definition, text) ? FLASK : [];
  if (isHook(definition)) return /\.(?:set_data\(|data[ \t]{0,9}=[^=])/.test(text) ? FLASK : [];
  return isDjango(definition) && setsBody(definition, text) ? ['python/django'] : [];
}

/** Names of hooks that set headers, count or log. */
const BESIDE =
  /(?:^|_)(?:headers?|cors|cache|log|logger|logging|secure|security|cookies?|time|timer|timing|metrics?|trace|tracing|close|cleanup|session|audit|csp)(?:_|$)/i;

interface Given {
  readonly name: string;
  readonly start: number;
  /** Absent: its code is in no file that certainly belongs to the service. */
  readonly definition?: FunctionDefinition;
}

/** `app.after_request(convert_to_camel)`: functions of this file, or of a package that may change bodies. */
function givenAfterRequests({ definitions, path }: Source): readonly Given[] {
  return definitions.scopes.flatMap(({ calls }) =>
    calls.flatMap(({ node, scope }): Given[] => {
      const isGiving = node.kind === 'call' && node.of.kind === 'attribute' && /^after_(?:app_)?request$/.test(node.of.name);
      const given = isGiving ? argument(node, 0) : undefined;
      const binding = given?.kind === 'name' ? lookup(scope, given.name)?.binding : undefined;
      if (given?.kind !== 'name' || binding === undefined) return [];
      const { name } = given;
      if (binding.kind === 'function') return [{ name, start: node.start, definition: binding.definition }];
      const [top = ''] = binding.kind === 'import' ? binding.module.split('.', 1) : [];
      const isOfPackage = top !== '' && !path.split('/').includes(top) && !isHarmless(top) && !BESIDE.test(name);
      return isOfPackage ? [{ name, start: node.start }] : [];
    }),
  );
}

const ASGI = ['python/fastapi', 'python/asgi', 'python/litestar'];
const MAX_LENGTH = 20_000;

/** `@app.middleware('http')`, `dispatch` of `BaseHTTPMiddleware`. */
function isAsgi({ name, owner, decorators }: FunctionDefinition): boolean {
  const bases = owner?.arguments.map(({ value }) => lastName(value) ?? '') ?? [];
  if (name === 'dispatch' && bases.some((base) => /HTTPMiddleware$/.test(base))) return true;
  return decorators.some((one) => one.kind === 'call' && lastName(one.of) === 'middleware');
}

/** A callable with scope, receive and send that inspects sent messages. */
const isRawAsgi = ({ name, owner, parameters }: FunctionDefinition, text: string): boolean => {
  const isCalled = owner === undefined ? parameters.length === 3 : name === '__call__' && parameters.length === 4;
  return isCalled && /\bsend\b/.test(text) && text.includes('http.response.body');
};

/** Whether it parses and writes bodies, or sets a message body other than a compressed one. */
const isRewriting = (text: string): boolean =>
  (/\bloads\(/.test(text) && /\bdumps\b/.test(text)) ||
  [...text.matchAll(SETS_BODY)].some(([, given = '']) => !/compress|gzip|brotli/i.test(given));
const SETS_BODY = /\[["']body["']\][ \t]{0,9}\+?=([^=\n][^\n]{0,200})/g;

/** A function that another file may give to `after_request`. */
const isHook = ({ owner, parameters: [given, ...others], results }: FunctionDefinition): boolean =>
  owner === undefined &&
  others.length === 0 &&
  /^resp(?:onse)?$/.test(given?.name ?? '') &&
  results.some((node) => node?.kind === 'name' && node.name === given?.name);

const isAfterRequest = ({ decorators }: FunctionDefinition): boolean =>
  decorators.some((one) => /^after_(?:app_)?request$/.test(calledName(one)));

/** Django middleware, and REST framework views that change their finished response. */
function isDjango({ name, owner, parameters, inside }: FunctionDefinition): boolean {
  // an inner function of a `get_response` factory
  if (owner === undefined) return parameters.length === 1 && inside.parent?.bindings.get('get_response')?.kind === 'parameter';
  if (/^(?:process_response|process_template_response|finalize_response)$/.test(name)) return true;
  return name === '__call__' && parameters.length === 2;
}

/**
 * Whether it parses the body and creates a success response. Middleware that passes a response on unchanged need not parse it.
 */
function rebuildsBody({ results, inside }: FunctionDefinition, text: string): boolean {
  const isParsed = /\bloads\(/.test(text) && /\bbody(?:_iterator)?\b/.test(text);
  return isParsed && (/\.body(?:_iterator)?[ \t]{0,9}=[^=]/.test(text) || results.some((node) => isSuccess(inside, node)));
}

/** A response created here that may be a success. */
function isSuccess(scope: Scope, node: Node | undefined): boolean {
  if (node?.kind === 'name') {
    const binding = lookup(scope, node.name)?.binding;
    return binding?.kind === 'variable' && binding.values.some((one) => one?.kind === 'call' && isSuccess(scope, one));
  }
  if (node?.kind !== 'call' || !/(?:Response|jsonify)$/.test(lastName(node.of) ?? '')) return false;
  if (/^(?:Redirect|File|HttpResponse[A-Z])/.test(lastName(node.of) ?? '')) return false;
  const given = keyword(node, 'status_code') ?? keyword(node, 'status') ?? argument(node, 1);
  const status = statusOf(given);
  return status?.kind !== 'literal' || Number(status.value) < 400;
}

/** `response.set_data(...)`, `response.data = ...`, `response.content = ...`, or a new response. */
function setsBody({ results, inside }: FunctionDefinition, text: string): boolean {
  return (
    /\bset_data\(|\bresponse\.(?:data|content|response|_container|rendered_content)[ \t]{0,9}(?:\[[^\]\n]{0,80}\][ \t]{0,9})?=[^=]|\bresponse\.data\.update\(/.test(
      text,
    ) ||
    results.some(
      (node) => isSuccess(inside, node) && /\bresponse\b/.test(text) && /\bresponse\.(?:data|content|get_json|json)\b/.test(text),
    )
  );
}
