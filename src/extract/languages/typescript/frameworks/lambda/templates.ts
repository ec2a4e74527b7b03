import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type YAMLMap } from 'yaml';
import type { At, Expression } from '../../../../../facts/expression.js';
import type { Fact, FileGap, Route } from '../../../../../facts/fact.js';
import type { Extraction } from '../../../../extractor.js';
import { lambdaProfile } from './profile.js';

/** Limits against hostile files: bytes, and marks that make a parser nest or repeat its work. */
const LARGEST = 200_000;
const MOST_MARKS = 5_000;
const START: At = { line: 1, column: 1 };

/** A parsed file with functions. Aliases are not followed: each is a gap. */
interface Template {
  readonly root: YAMLMap;
  readonly at: (node: Node | undefined) => At;
}

/**
 * The routes that a template declares. https://www.serverless.com/framework/docs/providers/aws/events/apigateway,
 * https://docs.aws.amazon.com/serverless-application-model/latest/developerguide/sam-resource-function.html
 */
export function readTemplate(path: string, text: string): Extraction {
  const isServerless = /(?:^|\/)serverless\.ya?ml$/.test(path);
  if (!isServerless && !text.includes('AWS::Serverless')) return { facts: [], gaps: [] };
  const counter = new LineCounter();
  const isLarge = text.length > LARGEST || (text.match(/[[{!&*]/g) ?? []).length > MOST_MARKS;
  const options = { lineCounter: counter, logLevel: 'silent', uniqueKeys: false, merge: false } as const;
  const document = isLarge ? undefined : parseDocument(text, options);
  const root = document?.contents;
  if (document === undefined || document.errors.length > 0 || !isMap(root))
    return { facts: [], gaps: [gap('it cannot be read as YAML', START)] };
  const at = (node: Node | undefined): At => {
    const { line, col } = counter.linePos(node?.range?.[0] ?? 0);
    return { line, column: col };
  };
  const template: Template = { root, at };
  return isServerless ? ofServerless(template) : ofSam(template);
}

/** A gap for an unreadable part, which hides the routes that it may declare. */
const gap = (detail: string, at: At): FileGap => ({
  reason: 'unsupported-framework',
  detail: `functions of AWS Lambda: ${detail}`,
  at,
  hides: 'service',
});

interface Event {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly node: Node | undefined;
}

const UNREAD = { method: undefined, path: undefined } as const;

interface Lambda {
  readonly events: readonly Event[];
  /** The module without its extension, relative to the template; undefined: unresolved. */
  readonly module: string | undefined;
  readonly name: string;
}

function ofServerless(template: Template): Extraction {
  const functions = member(template.root, 'functions');
  if (functions === undefined) return { facts: [], gaps: [] };
  const lists = isSeq(functions) ? functions.items : [functions];
  const found: Lambda[] = [];
  const gaps: FileGap[] = [];
  for (const list of lists) {
    if (!isMap(list)) {
      gaps.push(gap(VARIABLE, template.at(list as Node)));
      continue;
    }
    for (const { key, value } of list.items) {
      const runtime = scalar(member(value, 'runtime') ?? member(template.root, 'provider', 'runtime'));
      const read = isMap(value) ? serverlessFunction(value) : undefined;
      if (read === undefined) gaps.push(gap(VARIABLE, template.at(key as Node)));
      else if (runsOnNode(runtime)) found.push(read);
      else if (read.events.length > 0) gaps.push(gap(OTHER, template.at(key as Node)));
    }
  }
  gaps.push(...declaredElsewhere(template, member(template.root, 'resources', 'Resources')));
  return readAll(template, found, gaps);
}

const isMerged = (node: YAMLMap): boolean => node.items.some(({ key }) => isScalar(key) && key.value === '<<');

/** Kinds of resources that are routes, and those that may contain a document with routes. */
const ROUTES = /^AWS::(?:Serverless::Application|ApiGateway::Method|ApiGatewayV2::Route)$/;
const HOLDERS = /^AWS::(?:Serverless::(?:Api|HttpApi)|ApiGateway::RestApi|ApiGatewayV2::Api)$/;
const DOCUMENTS = ['DefinitionBody', 'DefinitionUri', 'Body', 'BodyS3Location'];

/** Gaps for routes that a document or a separate resource declares, outside the events of functions. */
function declaredElsewhere(template: Template, resources: Node | undefined): readonly FileGap[] {
  if (resources === undefined) return [];
  if (!isMap(resources)) return [gap(VARIABLE, template.at(resources))];
  return resources.items.flatMap(({ key, value }): readonly FileGap[] => {
    const type = scalar(member(value, 'Type')) ?? '';
    const holds = (): boolean => DOCUMENTS.some((name) => member(value, 'Properties', name) !== undefined);
    if (ROUTES.test(type) || (HOLDERS.test(type) && holds()))
      return [gap('routes are declared by another resource', template.at(key as Node))];
    return isMap(value) && !isMerged(value) ? [] : [gap(VARIABLE, template.at(key as Node))];
  });
}

/** Undefined: a part of the function cannot be read. */
function serverlessFunction(node: YAMLMap): Lambda | undefined {
  const given = member(node, 'events');
  if (isMerged(node) || (given !== undefined && !isSeq(given))) return undefined;
  const events = (isSeq(given) ? given.items : []).flatMap((one): readonly Event[] => {
    // an unreadable event may be an HTTP event; `- alexaSkill` is none
    if (!isMap(one) || isMerged(one))
      return scalar(one as Node)?.includes('${') === false ? [] : [{ ...UNREAD, node: one as Node }];
    const http = member(one, 'http') ?? member(one, 'httpApi');
    if (http === undefined) return [];
    if (isMap(http)) return [{ method: scalar(member(http, 'method')), path: scalar(member(http, 'path')), node: http }];
    // `http: GET /users`, `httpApi: '*'`
    const [method, path] = (scalar(http) ?? '').trim().split(/\s+/);
    return [{ method, path: method === '*' && path === undefined ? '{proxy+}' : path, node: http }];
  });
  return { events, ...handlerIn('', scalar(member(node, 'handler')), undefined) };
}

function ofSam(template: Template): Extraction {
  const resources = member(template.root, 'Resources');
  const shared = member(template.root, 'Globals', 'Function');
  const gaps: FileGap[] = [...declaredElsewhere(template, resources)];
  const found = (isMap(resources) ? resources.items : []).flatMap(({ value }): readonly Lambda[] => {
    if (!isMap(value) || scalar(member(value, 'Type')) !== 'AWS::Serverless::Function') return [];
    const own = (name: string): string | undefined =>
      scalar(member(value, 'Properties', name)) ?? (isMap(shared) ? scalar(member(shared, name)) : undefined);
    if (!runsOnNode(own('Runtime'))) {
      gaps.push(gap(OTHER, template.at(value)));
      return [];
    }
    const entries = member(value, 'Metadata', 'BuildProperties', 'EntryPoints');
    const entry = isSeq(entries) && entries.items.length === 1 ? scalar(entries.items[0] as Node) : undefined;
    const events = member(value, 'Properties', 'Events');
    if (events !== undefined && (!isMap(events) || isMerged(events))) gaps.push(gap(VARIABLE, template.at(events)));
    return [
      {
        events: (isMap(events) ? events.items : []).flatMap(({ value: event }) => samEvent(event)),
        ...handlerIn(own('CodeUri') ?? '', own('Handler'), entry),
      },
    ];
  });
  return readAll(template, found, gaps);
}

function samEvent(event: unknown): readonly Event[] {
  if (!isMap(event) || isMerged(event)) return [{ ...UNREAD, node: event as Node }];
  if (!/^(?:Api|HttpApi)$/.test(scalar(member(event, 'Type')) ?? '')) return [];
  const method = scalar(member(event, 'Properties', 'Method'));
  const path = scalar(member(event, 'Properties', 'Path'));
  // `Type: HttpApi` alone answers every request that no other function does.
  const isDefault = method === undefined && path === undefined;
  return [{ method: isDefault ? 'any' : method, path: isDefault ? '{proxy+}' : path, node: event }];
}

const VARIABLE = 'a part of the template is a variable';
const OTHER = 'what runs on another runtime than Node.js is not read';
const runsOnNode = (runtime: string | undefined): boolean => runtime === undefined || /^(?:nodejs|\$)/.test(runtime);

/** `src/orders.list` is `list` of `src/orders`. The output of esbuild keeps the path of its entry point. */
function handlerIn(folder: string, handler: string | undefined, entry: string | undefined): Omit<Lambda, 'events'> {
  const parts = /^([\w./@-]{1,300})\.(\w{1,100})$/.exec(handler ?? '');
  const [, file, name = ''] = parts ?? [];
  const base = entry === undefined ? file : entry.replace(/\.[cm]?[jt]sx?$/, '');
  const module = base === undefined || !/^[\w./@-]*$/.test(folder) ? undefined : `./${folder}/${base}`;
  return { module, name };
}

function readAll(template: Template, functions: readonly Lambda[], known: readonly FileGap[]): Extraction {
  const facts: Fact[] = [];
  const gaps = [...known];
  for (const { events, module, name } of functions)
    for (const { method, path, node } of events) {
      const at = template.at(node);
      if (method === undefined || path === undefined || path.includes('${') || method.includes('${'))
        gaps.push(gap(VARIABLE, at));
      else facts.push(routeOf(method, path, { module, name }, at));
    }
  return { facts, gaps };
}

function routeOf(method: string, path: string, { module, name }: Omit<Lambda, 'events'>, at: At): Route {
  const template = `/${path.replace(/^\//, '')}`.replace(/\{(\w+)\+\}/g, '{$1*}');
  const handler: Expression | undefined =
    module === undefined ? undefined : { kind: 'member', of: { kind: 'module', specifier: module }, name };
  return {
    kind: 'route',
    by: lambdaProfile.id,
    method: /^(?:any|\*)$/i.test(method) ? 'ANY' : method.toUpperCase(),
    path: { kind: 'literal', value: template },
    ...(handler && { handler }),
    responses: [],
    ...(handler === undefined && { incomplete: 'its handler could not be seen' }),
    at,
  };
}

function member(node: unknown, ...names: readonly string[]): Node | undefined {
  let at: unknown = node;
  for (const name of names) {
    if (!isMap(at)) return undefined;
    at = at.items.find(({ key }) => isScalar(key) && key.value === name)?.value;
  }
  return (at ?? undefined) as Node | undefined;
}

/** A literal text: a value with a tag (`!Ref`, `!Sub`) is none. */
function scalar(node: Node | undefined): string | undefined {
  return isScalar(node) && typeof node.value === 'string' && (node.tag === undefined || node.tag.startsWith('tag:yaml.org'))
    ? node.value
    : undefined;
}
