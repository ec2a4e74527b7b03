import type { Files } from './repository.js';

/** Small services for the Action to check: an Express program, and the contract that it should keep. */

const MANIFEST = '{"type":"module","dependencies":{"express":"5.0.0"}}\n';
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

/** A file with these routes; `sends` says which fields a route really sends. */
function program(routes: readonly Route[], sends: (route: Route) => readonly string[]): string {
  const handler = (route: Route) => {
    const fields = sends(route).map((name) => `    ${name}: 'x',\n`);
    return `router.get('${route.path}', (req, res) => {\n  res.json({\n${fields.join('')}  });\n});\n`;
  };
  return `import { Router } from 'express';\nexport const router = Router();\n${routes.map(handler).join('')}`;
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
  const files = numbers.map((part) => [
    `src/part-${part}.ts`,
    program(routes.slice(part * ROUTES_OF_A_FILE, (part + 1) * ROUTES_OF_A_FILE), () => ['kept']),
  ]);
  const imports = numbers.map((part) => `import { router as r${part} } from './part-${part}.js';\n`).join('');
  const uses = numbers.map((part) => `app.use(r${part});\n`).join('');
  return {
    'package.json': MANIFEST,
    'openapi.json': contract(routes),
    'src/app.ts': `import express from 'express';\n${imports}const app = express();\n${uses}app.listen(3000);\n`,
    ...Object.fromEntries(files),
  };
}
