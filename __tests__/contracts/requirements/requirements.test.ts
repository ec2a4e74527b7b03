import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseRequirements } from '../../../src/contracts/requirements/requirements.js';
import { readServiceTable, serviceRows } from '../../../src/contracts/requirements/service-table.js';

const PLAN = readFileSync('__tests__/contracts/requirements/plans/REQUIREMENTS.md', 'utf8');

describe('a file of requirements', () => {
  const { milestones, requirements } = parseRequirements(PLAN);

  test('has milestones, with what is said of them', () => {
    expect(milestones.map(({ requirements: own, ...rest }) => ({ ...rest, own: own.map(({ id }) => id) }))).toEqual([
      {
        id: 'milestone-catalogue',
        number: 1,
        title: 'Catalogue',
        status: 'IN_PROGRESS',
        dependencies: [],
        description: 'Books can be listed and looked at.',
        line: 9,
        lastLine: 33,
        fieldLines: { id: 11, status: 12, dependencies: 13 },
        own: ['REQ-001', 'REQ-001A', 'REQ-002', 'SVC-002', 'SVC-004'],
      },
      {
        id: 'milestone-2',
        number: 2,
        title: 'Lending',
        status: 'PENDING',
        dependencies: ['milestone-catalogue', 'milestone-desk'],
        description: '',
        line: 34,
        lastLine: 44,
        fieldLines: { status: 36, dependencies: 37 },
        own: ['TECH-001', 'SVC-005', 'SVC-006'],
      },
    ]);
  });

  test('has lines to be ticked off, with the count of their reviews', () => {
    expect(requirements[0]).toEqual({
      id: 'REQ-001',
      done: true,
      text: 'Books are listed by shelf: the upper shelves first',
      reviewCycles: 2,
      section: 'Functional Requirements',
      line: 18,
    });
    expect(requirements.find(({ id }) => id === 'REQ-002')).toMatchObject({
      done: false,
      text: 'One book is shown',
      reviewCycles: 0,
    });
    expect(requirements.at(-1)).toMatchObject({ id: 'SEC-001', section: 'Afterwards' });
  });

  test('has none in examples', () => {
    expect(requirements.map(({ id }) => id)).not.toContain('REQ-999');
  });

  test('has none in an example that shows a fenced block itself', () => {
    const text = '````markdown\n```yaml\n```\n- [ ] REQ-001: shown\n````\n- [ ] REQ-002: meant\n';
    expect(parseRequirements(text).requirements.map(({ id }) => id)).toEqual(['REQ-002']);
  });

  test('has milestones below headings of any level, and none within another one', () => {
    const text = [
      '# Library',
      '## Milestones',
      '### Milestone 1: Books',
      '#### Milestone 7: only spoken of',
      '- [ ] REQ-001: a book',
      '### Milestone 2: Shelves',
      '- **Dependencies:** `milestone-1`, none.',
      '## Notes',
      '- [ ] REQ-002: of nobody',
    ];
    const { title, milestones } = parseRequirements(text.join('\n'));
    expect(title).toBe('Library');
    expect(milestones.map(({ id, line, lastLine, dependencies }) => [id, line, lastLine, dependencies])).toEqual([
      ['milestone-1', 3, 5, []],
      ['milestone-2', 6, 7, ['milestone-1']],
    ]);
    expect(milestones.map(({ requirements }) => requirements.map(({ id }) => id))).toEqual([['REQ-001'], []]);
  });

  test('may be written on another system', () => {
    expect(parseRequirements(PLAN.replaceAll('\n', '\r\n'))).toEqual(parseRequirements(PLAN));
  });

  test.each(['', '# Nothing', '| a |', '|-|', '| SVC-ID |\n|---|', '- [ ] req-1: small'])('may hold nothing: %j', (text) => {
    expect(parseRequirements(text).requirements).toEqual([]);
    expect(readServiceTable(text, 'REQUIREMENTS.md')).toBeUndefined();
  });
});

describe('the table of services', () => {
  const rows = serviceRows(parseRequirements(PLAN));

  test('is read by the titles of its columns, and completed by the checklist', () => {
    expect(rows.map(({ id, client, target, method, path, line }) => [id, client, target, method, path, line])).toEqual([
      ['SVC-001', 'Catalogue.list()', '/books?shelf=', 'GET', '/books', 26],
      ['SVC-002', 'Catalogue.one(id)', '/books/:id', 'GET', '/books/{id}', 27],
      ['SVC-003', 'Catalogue.add(book)', '/books', 'POST', '/books', 28],
      ['SVC-004', 'Catalogue.remove(id)', 'DELETE /books/{id}', 'DELETE', '/books/{id}', 32],
      ['SVC-005', 'Desk.lend(book)', 'lend_book', undefined, undefined, 42],
      ['SVC-006', 'Desk.overdue()', 'list_overdue', undefined, undefined, 43],
    ]);
  });

  const contract = readServiceTable(PLAN, 'docs/REQUIREMENTS.md');

  // Shows REQ-069
  test('promises an operation where a row names method and path', () => {
    expect(contract?.operations.map(({ subject, responses, at }) => [subject, responses[0]?.status, at.line])).toEqual([
      ['GET /books', '2XX', 26],
      ['GET /books/{id}', '2XX', 27],
      ['POST /books', '201', 28],
      ['DELETE /books/{id}', '2XX', 32],
    ]);
    const at = { file: 'docs/REQUIREMENTS.md', line: 28 };
    const field = (name: string, type: string) => ({
      name,
      naming: 'declared',
      shape: { kind: 'scalar', type },
      required: true,
      at,
    });
    expect(contract?.operations[2]).toMatchObject({
      requestBodies: [{ shape: { kind: 'object', fields: [field('title', 'string')] } }],
      responses: [{ mediaType: 'application/json', shape: { kind: 'object', fields: [field('id', 'integer')] }, at }],
    });
    // Nothing is said to come back: no body is promised.
    expect(contract?.operations[3]?.responses).toEqual([{ status: '2XX', at: { file: 'docs/REQUIREMENTS.md', line: 32 } }]);
  });

  test('promises a model where it does not, named by its answer or by what is called', () => {
    expect(contract?.models.map(({ name, shape, at }) => [name, shape.kind, at.line])).toEqual([
      ['LoanReceipt', 'object', 42],
      ['ListOverdue', 'array', 43],
    ]);
  });
});

/** The document that the format was taken from lies beside a workplace, not in this repository. */
const SEEDS = resolve('../shared/seeds');
const seed = existsSync(SEEDS) ? readdirSync(SEEDS).find((name) => name.startsWith('000_')) : undefined;

describe('the document that the format was taken from', () => {
  test('gives all its services and requirements', () => {
    if (seed === undefined) {
      process.stderr.write(`not run: the document that the format was taken from (${SEEDS} is not there)\n`);
      return;
    }
    const text = readFileSync(join(SEEDS, seed), 'utf8');
    const parsed = parseRequirements(text);
    expect(serviceRows(parsed).map(({ id }) => id)).toEqual(
      Array.from({ length: 13 }, (_, index) => `SVC-${String(index + 1).padStart(3, '0')}`),
    );
    // The checklist says the same as the tables do.
    const stated = (rows: ReturnType<typeof serviceRows>) =>
      rows.map(({ id, target, request, response }) => ({ id, target, request, response }));
    expect(stated(serviceRows({ ...parsed, tables: [] }))).toEqual(stated(serviceRows({ ...parsed, requirements: [] })));
    expect(parsed.milestones.map(({ id, dependencies }) => [id, ...dependencies])).toEqual([
      ['milestone-1'],
      ['milestone-2'],
      ['milestone-3', 'milestone-2'],
      ['milestone-4', 'milestone-1', 'milestone-2', 'milestone-3'],
      ['milestone-5', 'milestone-4'],
      ['milestone-6', 'milestone-4', 'milestone-5'],
    ]);
    const written = text.match(/^- \[[ x]\] [A-Z]+-\d+[A-Z]?(?=:)/gm)?.map((line) => line.slice(6));
    expect(parsed.requirements.map(({ id }) => id)).toEqual(written);
    expect(parsed.milestones.flatMap(({ requirements }) => requirements)).toEqual(parsed.requirements);
  });
});
