import { parseRequirements, type Requirements } from '../../../contracts/requirements/requirements.js';
import { type ServiceRow, serviceRows } from '../../../contracts/requirements/service-table.js';
import { describeShape } from '../../../model/shape-text.js';
import { UserError } from '../../../model/user-error.js';
import type { OutputOf } from '../../tool.js';
import type { architect } from '../../toolsets/architect.js';
import { namedModels } from './named-models.js';
import { namedServices, plain, serviceColumn, serviceOfHeading } from './named-services.js';
import { bare, type Heading, headingBefore, outlineOf } from './outline.js';
import { problemsOf } from './problems.js';

export type Decomposition = OutputOf<typeof architect.tools.decompose>;

const MAX_CHARACTERS = 5_000_000;

/**
 * Splits a product document by its own headings, tables and checklists, and invents nothing.
 *
 * @throws UserError when it is too long
 */
export function decompose(prd: string): Decomposition {
  if (prd.length > MAX_CHARACTERS) throw new UserError(`The document has more than ${MAX_CHARACTERS / 1e6} million characters.`);
  const parsed = parseRequirements(prd);
  const outline = outlineOf(prd.replace(/^\uFEFF/, ''));
  const services = namedServices(outline, parsed);
  const rows = serviceRows(parsed);
  const names = services.map(({ name }) => ({ name, words: plain(name) }));
  const known = new Set(names.map(({ words }) => words));
  const cells = new Map(parsed.tables.flatMap((table) => namedIn(table, serviceColumn(table))));
  return {
    services: [...services],
    milestones: parsed.milestones.map((milestone) => {
      const { id, title, dependencies, description, requirements } = milestone;
      const sentence = plain([title, description, ...requirements.map(({ text }) => text)].join(' | '));
      return {
        id,
        title,
        dependencies: [...dependencies],
        services: names.filter(({ words }) => sentence.includes(words)).map(({ name }) => name),
        requirements: requirements.map((requirement) => requirement.id),
      };
    }),
    contracts: rows.map((row) => ({
      id: row.id,
      service_name: cells.get(row.line) ?? providerOf(row, outline, known),
      promise: contractSentence(row),
    })),
    models: namedModels(parsed, rows),
    problems: problemsOf(parsed),
  };
}

/** The services that rows of a table name, by line. */
function namedIn({ rows }: Requirements['tables'][number], column: number): readonly (readonly [number, string])[] {
  return rows.flatMap(({ cells, line }) => {
    const cell = cells[column];
    return cell === undefined || cell === '' ? [] : [[line, bare(cell)] as const];
  });
}

/** The service of the heading above a row. Empty: the document names none. */
function providerOf({ line }: ServiceRow, outline: readonly Heading[], services: ReadonlySet<string>): string {
  for (let heading = headingBefore(line, outline); heading !== undefined; heading = heading.above) {
    const named = serviceOfHeading(heading);
    if (named !== undefined && services.has(plain(named))) return named;
  }
  return '';
}

function contractSentence({ method, path, target, client, request, response }: ServiceRow): string {
  const called = method === undefined || path === undefined ? target || client : `${method} ${path}`;
  const [given, answer] = [request, response].map(({ shape }) => shape && describeShape(shape, new Map()));
  return `${called}${given === undefined ? '' : ` ${given}`}${answer === undefined ? '' : ` -> ${answer}`}`;
}
