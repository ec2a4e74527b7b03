import { colonPaths } from '../../model/colon-path.js';
import { isMethod, joinPaths, type Method, type PathTemplate, withoutPatterns } from '../../model/endpoint.js';
import type { Shape } from '../../model/shape.js';
import type { Contract, Model, Operation } from '../contract.js';
import { type Dto, readDto } from './dto.js';
import { parseRequirements, type Requirement, type Requirements, type Table } from './requirements.js';

/** One service requirement `SVC-xxx`: a row of a table, or a line of a checklist. */
export interface ServiceRow {
  readonly id: string;
  /** The caller: `ContractEngineClient.get_contract(contract_id)`. */
  readonly client: string;
  /** The call's target if it is no endpoint: a tool, a function. */
  readonly target: string;
  readonly method?: Method;
  readonly path?: PathTemplate;
  readonly request: Dto;
  readonly response: Dto;
  readonly line: number;
}

const ID = /^SVC-\d{1,6}[A-Z]?$/;
const ENDPOINT = /(?:^|[\s:])(GET|PUT|POST|DELETE|OPTIONS|HEAD|PATCH)[ \t]+(\/[^\s,;]*)/;
const PATH = /^\/[^\s,;]*$/;

/** The services of a requirements file, each once: if a table and a checklist have the same id, the table counts. */
export function serviceRows({ tables, requirements }: Requirements): readonly ServiceRow[] {
  const rows = [...tables.flatMap(rowsOf), ...requirements.filter(({ id }) => ID.test(id)).map(rowOfLine)];
  const first = new Map<string, ServiceRow>();
  for (const row of rows) if (!first.has(row.id)) first.set(row.id, row);
  return [...first.values()].sort((one, other) => one.line - other.line);
}

/** Columns are recognised by their titles. */
function rowsOf({ head, rows }: Table): readonly ServiceRow[] {
  const titles = head.map((title) => title.toLowerCase());
  const column = (...words: readonly string[]): number =>
    titles.findIndex((title) => words.some((word) => title === word || title.includes(word)));
  const id = column('svc-id', 'svc id', 'svc');
  if (id === -1) return [];
  const [request, response] = [column('request'), column('response', 'returns')];
  const verb = titles.findIndex((title) => /^(?:http )?(?:method|verb)$/.test(title));
  const [client, target] = [0, 1].map(
    (index) => titles.map((_, at) => at).filter((at) => ![id, request, response, verb].includes(at))[index],
  );
  return rows.flatMap(({ cells, line }): readonly ServiceRow[] => {
    const name = cells[id] ?? '';
    if (!ID.test(name)) return [];
    const cell = (at: number | undefined): string => (at === undefined || at === -1 ? '' : (cells[at] ?? ''));
    const others = cells.filter((_, at) => at !== id && at !== request && at !== response);
    return [
      {
        id: name,
        client: cell(client),
        target: cell(target),
        ...endpointIn(others, cell(verb)),
        request: readDto(cell(request)),
        response: readDto(cell(response)),
        line,
      },
    ];
  });
}

function endpointIn(cells: readonly string[], verb: string): Pick<ServiceRow, 'method' | 'path'> {
  for (const cell of cells) {
    const [, method = '', path = ''] = ENDPOINT.exec(cell) ?? [];
    if (isMethod(method)) return { method, ...pathOf(path) };
  }
  const method = verb.toUpperCase();
  const path = cells.find((cell) => PATH.test(cell));
  return isMethod(method) && path !== undefined ? { method, ...pathOf(path) } : {};
}

/** `/users/:id`, `/users/{id}`, `/users/<int:id>` and `/users/[id]`, without a query. */
function pathOf(written: string): { readonly path?: PathTemplate } {
  const [bare = ''] = written.split('?');
  const plain = bare.replace(/<(?:[a-z]{1,20}:)?([\w-]{1,80})>|\[([\w-]{1,80})\]/g, (_, one, other) => `{${one ?? other}}`);
  const path = plain.includes('{') ? joinPaths(plain) : withoutPatterns(colonPaths(plain)?.[0] ?? '') || undefined;
  return path === undefined ? {} : { path };
}

/**
 * `Client.method(a) -> POST /users { name: string } -> { id: string }`: the last part is the response, the one before it the
 * target.
 */
function rowOfLine({ id, text, line }: Requirement): ServiceRow {
  const parts = text.split(/->|→/).map((part) => part.trim());
  const called = parts.length > 2 ? (parts.at(-2) ?? '') : (parts[1] ?? '');
  const brace = called.indexOf('{', called.includes('/') ? afterPath(called) : 0);
  return {
    id,
    client: parts[0] ?? '',
    target: (brace === -1 ? called : called.slice(0, brace)).replace(/^MCP[ \t]+/i, '').trim(),
    ...endpointIn([brace === -1 ? called : called.slice(0, brace)], ''),
    request: brace === -1 ? {} : readDto(called.slice(brace)),
    response: parts.length > 2 ? readDto(parts.at(-1) ?? '') : {},
    line,
  };
}

/** The braces of a path's parameter are no body. */
function afterPath(text: string): number {
  const match = ENDPOINT.exec(text);
  return match === null ? 0 : match.index + match[0].length;
}

/**
 * Makes a contract from the service rows of a requirements file: an operation if a row has method and path, else a model of its
 * response. `undefined`: the file has no such rows.
 *
 * @param file relative to the repository
 */
export function readServiceTable(text: string, file: string): Contract | undefined {
  const parsed = parseRequirements(text);
  const rows = serviceRows(parsed);
  const [first] = rows;
  if (first === undefined) return undefined;
  const operations = new Map<string, Operation>();
  const models = new Map<string, Model>();
  for (const row of rows) {
    const operation = operationOf(row, file);
    if (operation !== undefined && !operations.has(operation.subject)) operations.set(operation.subject, operation);
    const model = operation === undefined ? modelOf(row, file) : undefined;
    if (model !== undefined && !models.has(model.name)) models.set(model.name, model);
  }
  return {
    id: file,
    kind: 'service-table',
    title: 'Service table',
    version: '',
    at: { file, line: first.line },
    prefixes: [],
    operations: [...operations.values()],
    messages: [],
    models: [...models.values()],
    definitions: new Map(),
    gaps: [],
  };
}

const JSON_BODY = 'application/json';

function operationOf({ method, path, request, response, line }: ServiceRow, file: string): Operation | undefined {
  if (method === undefined || path === undefined) return undefined;
  const at = { file, line };
  const body = (shape: Shape | undefined) => (shape === undefined ? {} : { mediaType: JSON_BODY, shape: placed(shape, at) });
  const sends = method !== 'GET' && method !== 'HEAD' && request.shape !== undefined;
  return {
    subject: `${method} ${path}`,
    method,
    path,
    parameters: [],
    requestBodies: sends ? [{ mediaType: JSON_BODY, required: true, shape: placed(request.shape, at), at }] : [],
    responses: [{ status: response.status ?? '2XX', ...body(response.shape), at }],
    security: [],
    deprecated: false,
    at,
  };
}

function modelOf({ target, client, response, line }: ServiceRow, file: string): Model | undefined {
  if (response.shape === undefined) return undefined;
  const called = target === '' ? (client.split('(')[0]?.split('.').at(-1) ?? '') : target;
  const name = response.name ?? pascal(called);
  const at = { file, line };
  return name === '' ? undefined : { name, shape: placed(response.shape, at), at };
}

/** `get_contract` -> `GetContract` */
function pascal(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join('');
}

/** Gives the fields the row's location. */
function placed(shape: Shape, at: { readonly file: string; readonly line: number }): Shape {
  switch (shape.kind) {
    case 'object':
      return { ...shape, fields: shape.fields.map((field) => ({ ...field, shape: placed(field.shape, at), at })) };
    case 'array':
      return { ...shape, items: placed(shape.items, at) };
    case 'map':
      return { ...shape, values: placed(shape.values, at) };
    case 'union':
      return { ...shape, options: shape.options.map((option) => placed(option, at)) };
    default:
      return shape;
  }
}
