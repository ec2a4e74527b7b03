/** A line of a checklist: `- [ ] REQ-001: what is asked for (review_cycles: 0)`. */
export interface Requirement {
  /** `REQ-001`, `TECH-012A`, `SVC-003`, ... */
  readonly id: string;
  readonly done: boolean;
  /** Without its id and the count of reviews. */
  readonly text: string;
  readonly reviewCycles: number;
  /** The heading above it. */
  readonly section: string;
  readonly line: number;
}

/** A part of the work: `## Milestone 2: Title` with what is said of it. */
export interface Milestone {
  /** `milestone-2`, as it is written, else by its number. */
  readonly id: string;
  readonly title: string;
  readonly status: string;
  /** Ids of others; none: it can begin at once. */
  readonly dependencies: readonly string[];
  readonly description: string;
  readonly requirements: readonly Requirement[];
  readonly line: number;
}

/** A table as Markdown has it; cells without their backticks. */
export interface Table {
  /** The heading above it; empty: none. */
  readonly section: string;
  readonly head: readonly string[];
  readonly rows: readonly { readonly cells: readonly string[]; readonly line: number }[];
}

/** What a file of requirements says. */
export interface Requirements {
  readonly milestones: readonly Milestone[];
  /** All of them, in order, those outside of milestones as well. */
  readonly requirements: readonly Requirement[];
  readonly tables: readonly Table[];
}

const HEADING = /^(#{1,6})[ \t]+(\S.*)$/;
const MILESTONE = /^Milestone[ \t]+(\d{1,6})[ \t]*(?::|-|–|—)[ \t]*(\S.*)$/i;
const ITEM = /^[-*+][ \t]+\[([ xX])\][ \t]+\**([A-Z][A-Z0-9]*(?:-[A-Z][A-Z0-9]*)*-\d{1,6}[A-Z]?)\**[ \t]*:[ \t]*(\S.*)$/;
const CYCLES = /\(review_cycles:[ \t]*(\d{1,6})\)$/;
const PROPERTY = /^[-*+][ \t]+\**(ID|Status|Dependencies|Description)\**[ \t]*:(.*)$/i;
const FENCE = /^(?:```|~~~)/;

interface OpenMilestone extends Omit<Milestone, 'requirements'> {
  readonly own: Requirement[];
  readonly said: Map<string, string>;
}

/** Reads a file of requirements in Markdown. What stands in fenced blocks is an example, and none of them. */
export function parseRequirements(text: string): Requirements {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const milestones: OpenMilestone[] = [];
  const requirements: Requirement[] = [];
  const tables: Table[] = [];
  let [open, section, isFenced]: [OpenMilestone | undefined, string, boolean] = [undefined, '', false];
  for (let at = 0; at < lines.length; at++) {
    const line = (lines[at] ?? '').trim();
    if (FENCE.test(line)) isFenced = !isFenced;
    if (isFenced) continue;
    const [, marks, title = ''] = HEADING.exec(line) ?? [];
    if (marks !== undefined) {
      section = title.trim();
      if (marks.length <= 2) open = milestoneOf(section, at + 1);
      if (open !== undefined && open.line === at + 1) milestones.push(open);
      continue;
    }
    const [, name, value = ''] = PROPERTY.exec(line) ?? [];
    if (name !== undefined && open !== undefined && !open.said.has(name.toLowerCase()))
      open.said.set(name.toLowerCase(), value.trim());
    const item = requirementOf(line, section, at + 1);
    if (item !== undefined) requirements.push(item);
    if (item !== undefined) open?.own.push(item);
    const table = tableAt(lines, at);
    if (table === undefined) continue;
    tables.push({ section, ...table });
    at += table.rows.length + 1;
  }
  return { milestones: milestones.map(closed), requirements, tables };
}

function milestoneOf(heading: string, line: number): OpenMilestone | undefined {
  const [, number, title = ''] = MILESTONE.exec(heading) ?? [];
  if (number === undefined) return undefined;
  return {
    id: `milestone-${number}`,
    title: title.trim(),
    status: '',
    dependencies: [],
    description: '',
    line,
    own: [],
    said: new Map(),
  };
}

function closed({ own, said, ...milestone }: OpenMilestone): Milestone {
  const named = (said.get('dependencies') ?? '').split(',').map((each) => each.trim());
  return {
    ...milestone,
    id: said.get('id') || milestone.id,
    status: said.get('status') ?? '',
    dependencies: named.filter((each) => each !== '' && each.toLowerCase() !== 'none'),
    description: said.get('description') ?? '',
    requirements: own,
  };
}

function requirementOf(line: string, section: string, at: number): Requirement | undefined {
  const [, mark, id, said = ''] = ITEM.exec(line) ?? [];
  if (id === undefined) return undefined;
  const cycles = CYCLES.exec(said);
  return {
    id,
    done: mark !== ' ',
    text: (cycles === null ? said : said.slice(0, cycles.index)).trim(),
    reviewCycles: Number(cycles?.[1] ?? 0),
    section,
    line: at,
  };
}

const RULE = /^\|?[ \t]*:?-{1,}:?[ \t]*(?:\|[ \t]*:?-{1,}:?[ \t]*)*\|?$/;

/** The table whose head is in this line. */
function tableAt(lines: readonly string[], at: number): Omit<Table, 'section'> | undefined {
  const [head, rule] = [(lines[at] ?? '').trim(), (lines[at + 1] ?? '').trim()];
  if (!head.includes('|') || !rule.includes('|') || rule.length > 10_000 || !RULE.test(rule)) return undefined;
  const rows: { cells: readonly string[]; line: number }[] = [];
  for (let next = at + 2; next < lines.length; next++) {
    const line = (lines[next] ?? '').trim();
    if (!line.includes('|')) break;
    rows.push({ cells: cellsOf(line), line: next + 1 });
  }
  return { head: cellsOf(head), rows };
}

/** A bar behind a backslash is no end of a cell, also between backticks: https://github.github.com/gfm/#tables-extension- */
function cellsOf(line: string): readonly string[] {
  const cells: string[] = [];
  let cell = '';
  for (let at = 0; at < line.length; at++) {
    const char = line[at] ?? '';
    if (char === '\\' && line[at + 1] === '|') {
      cell += '|';
      at++;
    } else if (char === '|') {
      cells.push(cell);
      cell = '';
    } else cell += char;
  }
  cells.push(cell);
  const inner = cells.slice(line.startsWith('|') ? 1 : 0, line.endsWith('|') && !line.endsWith('\\|') ? -1 : undefined);
  return inner.map((text) => text.replaceAll('`', '').trim());
}
