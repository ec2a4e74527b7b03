import { parseRequirements, type Requirements } from '../../../contracts/requirements/requirements.js';
import { type ServiceRow, serviceRows } from '../../../contracts/requirements/service-table.js';
import { describeShape } from '../../../model/shape-text.js';
import { UserError } from '../../../model/user-error.js';
import type { OutputOf } from '../../tool.js';
import type { architect } from '../../toolsets/architect.js';
import { namedModels } from './named-models.js';
import { type NamedService, namedServices, plain, serviceColumn, serviceOfHeading } from './named-services.js';
import { bare, type Heading, outlineOf } from './outline.js';
import { problemsOf } from './problems.js';

/** A product document, taken apart. */
export type Decomposition = OutputOf<typeof architect.tools.decompose>;

const MAX_CHARACTERS = 5_000_000;

/**
 * Takes a product document apart by its own headings, tables and checklists. What it does not say is not made up.
 *
 * @throws UserError when it is too long
 */
export function decompose(prd: string): Decomposition {
  if (prd.length > MAX_CHARACTERS) throw new UserError(`The document has more than ${MAX_CHARACTERS / 1e6} million characters.`);
  const parsed = parseRequirements(prd);
  const outline = outlineOf(prd.replace(/^\uFEFF/, ''));
  const services = namedServices(outline, parsed);
  const rows = serviceRows(parsed);
  return {
    services: [...services],
    milestones: parsed.milestones.map((milestone) => {
      const { id, title, dependencies, description, requirements } = milestone;
      const said = plain([title, description, ...requirements.map(({ text }) => text)].join(' | '));
      return {
        id,
        title,
        dependencies: [...dependencies],
        services: services.filter(({ name }) => said.includes(plain(name))).map(({ name }) => name),
        requirements: requirements.map((requirement) => requirement.id),
      };
    }),
    contracts: rows.map((row) => ({
      id: row.id,
      service_name: providerOf(row, { parsed, outline, services }),
      promise: promiseOf(row),
    })),
    models: namedModels(parsed, rows),
    problems: problemsOf(parsed),
  };
}

interface Read {
  readonly parsed: Requirements;
  readonly outline: readonly Heading[];
  readonly services: readonly NamedService[];
}

/** The service that a row names, else the one whose heading it stands below. Empty: the document does not say. */
function providerOf({ line }: ServiceRow, { parsed, outline, services }: Read): string {
  const table = parsed.tables.find(({ rows }) => rows.some((row) => row.line === line));
  const column = table === undefined ? -1 : serviceColumn(table);
  const cell = table?.rows.find((row) => row.line === line)?.cells[column];
  if (cell !== undefined && cell !== '') return bare(cell);
  let level = Number.POSITIVE_INFINITY;
  for (const heading of outline.filter((each) => each.line < line).reverse()) {
    if (heading.level >= level) continue;
    level = heading.level;
    const named = serviceOfHeading(heading, outline);
    if (named !== undefined && services.some(({ name }) => plain(name) === plain(named))) return named;
  }
  return '';
}

function promiseOf({ method, path, target, client, request, response }: ServiceRow): string {
  const called = method === undefined || path === undefined ? target || client : `${method} ${path}`;
  const [given, answer] = [request, response].map(({ shape }) => shape && describeShape(shape, new Map()));
  return `${called}${given === undefined ? '' : ` ${given}`}${answer === undefined ? '' : ` -> ${answer}`}`;
}
