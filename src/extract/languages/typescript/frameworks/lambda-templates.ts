import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type YAMLMap } from 'yaml';
import type { At, Expression } from '../../../../facts/expression.js';
import type { Fact, FileGap, Route } from '../../../../facts/fact.js';
import type { Extraction } from '../../../extractor.js';
import { lambdaProfile } from './lambda-profile.js';

const LARGEST = 500_000;
const START: At = { line: 1, column: 1 };

/** One file with functions, as its nodes. Aliases are not followed: nothing of a template needs them. */
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
  const document = text.length > LARGEST ? undefined : parseDocument(text, { lineCounter: counter, logLevel: 'silent' });
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

/** What cannot be read hides what the service may serve. */
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

interface Lambda {
  readonly events: readonly Event[];
  /** The module without its extension, from the template; undefined: it cannot be told. */
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
      gaps.push(gap('their list is a variable of the template', template.at(list as Node)));
      continue;
    }
    for (const { value } of list.items) if (isMap(value)) found.push(serverlessFunction(value));
  }
  const runtime = member(template.root, 'provider', 'runtime');
  if (runsOnNode(scalar(runtime))) return readAll(template, found, gaps);
  return { facts: [], gaps: [...gaps, gap(OTHER, template.at(runtime))] };
}

function serverlessFunction(node: YAMLMap): Lambda {
  const given = member(node, 'events');
  const events = (isSeq(given) ? given.items : []).flatMap((one): readonly Event[] => {
    const http = isMap(one) ? (member(one, 'http') ?? member(one, 'httpApi')) : undefined;
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
  const gaps: FileGap[] = [];
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
  if (!isMap(event) || !/^(?:Api|HttpApi)$/.test(scalar(member(event, 'Type')) ?? '')) return [];
  const method = scalar(member(event, 'Properties', 'Method'));
  const path = scalar(member(event, 'Properties', 'Path'));
  // `Type: HttpApi` alone answers whatever no other function does.
  const isDefault = method === undefined && path === undefined;
  return [{ method: isDefault ? 'any' : method, path: isDefault ? '{proxy+}' : path, node: event }];
}

const OTHER = 'what runs on another runtime than Node.js is not read';
const runsOnNode = (runtime: string | undefined): boolean => runtime === undefined || /^(?:nodejs|\$)/.test(runtime);

/** `src/orders.list` is `list` of `src/orders`. What esbuild makes stands where its entry point does. */
function handlerIn(folder: string, handler: string | undefined, entry: string | undefined): Omit<Lambda, 'events'> {
  const parts = /^([\w./@-]{1,300})\.(\w{1,100})$/.exec(handler ?? '');
  const [, file, name = ''] = parts ?? [];
  const base = entry === undefined ? file : entry.replace(/\.[cm]?[jt]sx?$/, '');
  const module = base === undefined || !/^[\w./@-]*$/.test(folder) ? undefined : joined(folder, base);
  return { module, name };
}

function joined(folder: string, file: string): string {
  const segments: string[] = [];
  for (const one of `${folder}/${file}`.split('/')) {
    if (one === '..') segments.pop();
    else if (one !== '' && one !== '.') segments.push(one);
  }
  return `./${segments.join('/')}`;
}

function readAll(template: Template, functions: readonly Lambda[], known: readonly FileGap[]): Extraction {
  const facts: Fact[] = [];
  const gaps = [...known];
  for (const { events, module, name } of functions)
    for (const { method, path, node } of events) {
      const at = template.at(node);
      if (method === undefined || path === undefined || path.includes('${') || method.includes('${'))
        gaps.push(gap('an event is a variable of the template', at));
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

/** A text that is written out: one behind a tag (`!Ref`, `!Sub`) is none. */
function scalar(node: Node | undefined): string | undefined {
  return isScalar(node) && typeof node.value === 'string' && (node.tag === undefined || node.tag.startsWith('tag:yaml.org'))
    ? node.value
    : undefined;
}
