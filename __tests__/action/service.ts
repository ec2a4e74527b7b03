import type { Files } from './repository.js';

/** Small services for the Action to check: a Flask program, which takes half the time of a TypeScript one, and the contract that it should keep. */

const FIELDS_OF_A_ROUTE = 10;
const ROUTES_OF_A_FILE = 50;

interface Route {
  readonly path: string;
  readonly fields: readonly string[];
}

function contract(routes: readonly Route[]): string {
  const operation = ({ path, fields }: Route) => {
    const properties = Object.fromEntries(fields.map((name) => [name, { type: 'string' }]));
    const schema = { type: 'object', required: fields, properties };
    const response = { description: 'ok', content: { 'application/json': { schema } } };
    return [path, { get: { responses: { 200: response } } }];
  };
  const paths = Object.fromEntries(routes.map(operation));
  return `${JSON.stringify({ openapi: '3.0.3', info: { title: 'Service', version: '1.0.0' }, paths }, null, 1)}\n`;
}

/** A file with these routes, as they are really served. */
export function program(routes: readonly Route[], name = 'part_0'): string {
  const handler = ({ path, fields }: Route, index: number) => {
    const sent = fields.map((field) => `        '${field}': 'x',\n`);
    return `\n\n@router.get('${path}')\ndef r${index}():\n    return {\n${sent.join('')}    }\n`;
  };
  return `from flask import Blueprint\n\nrouter = Blueprint('${name}', __name__)\n${routes.map(handler).join('')}`;
}

/** How many code places break them: what a handler does not send is missing at one place. */
export function placesOf(count: number): number {
  return Math.ceil(count / FIELDS_OF_A_ROUTE);
}

/** A service that breaks `count` promises: of each route, fields that it should send are missing. */
export function serviceWith(count: number): Files {
  const routes = Array.from({ length: Math.max(1, Math.ceil(count / FIELDS_OF_A_ROUTE)) }, (_, index) => {
    const broken = Math.min(FIELDS_OF_A_ROUTE, count - index * FIELDS_OF_A_ROUTE);
    return { path: `/r${index}`, fields: ['kept', ...Array.from({ length: broken }, (_, field) => `f${index}x${field}`)] };
  });
  const parts = Math.ceil(routes.length / ROUTES_OF_A_FILE);
  const numbers = Array.from({ length: parts }, (_, part) => part);
  const served = routes.map(({ path }) => ({ path, fields: ['kept'] }));
  const files = numbers.map((part) => [
    `src/part_${part}.py`,
    program(served.slice(part * ROUTES_OF_A_FILE, (part + 1) * ROUTES_OF_A_FILE), `part_${part}`),
  ]);
  const imports = numbers.map((part) => `from src.part_${part} import router as r${part}\n`).join('');
  const uses = numbers.map((part) => `app.register_blueprint(r${part})\n`).join('');
  return {
    'requirements.txt': 'flask==3.0.0\n',
    'openapi.json': contract(routes),
    'src/app.py': `from flask import Flask\n${imports}\napp = Flask(__name__)\n${uses}`,
    ...Object.fromEntries(files),
  };
}
