/** A line of a checklist: `- [ ] REQ-001: requirement (review_cycles: 0)`. */
export interface Requirement {
  /** `REQ-001`, `TECH-012A`, `SVC-003`, ... */
  readonly id: string;
  readonly done: boolean;
  /** Without its id and the number of reviews. */
  readonly text: string;
  readonly reviewCycles: number;
  /** The heading above it. */
  readonly section: string;
  readonly line: number;
}

/** A part of the work: `## Milestone 2: Title` with the text below. */
export interface Milestone {
  /** `milestone-2`: as written, else made from its number. */
  readonly id: string;
  /** The number in its heading. */
  readonly number: number;
  readonly title: string;
  readonly status: string;
  /** Ids of others; none: it can begin at once. */
  readonly dependencies: readonly string[];
  readonly description: string;
  readonly requirements: readonly Requirement[];
  readonly line: number;
  /** The last line of its section. */
  readonly lastLine: number;
  /** The lines of id, status and dependencies; absent: not written. */
  readonly fieldLines: { readonly id?: number; readonly status?: number; readonly dependencies?: number };
}

/** A Markdown table; cells without their backticks. */
export interface Table {
  /** The heading above it; empty: none. */
  readonly section: string;
  readonly head: readonly string[];
  readonly rows: readonly { readonly cells: readonly string[]; readonly line: number }[];
}

/** The content of a requirements file. */
export interface Requirements {
  /** The first heading of level 1; empty: there is none. */
  readonly title: string;
  readonly milestones: readonly Milestone[];
  /** All of them, in order, including those outside milestones. */
  readonly requirements: readonly Requirement[];
  readonly tables: readonly Table[];
  /** Checkboxes, with or without an id. */
  readonly boxes: { readonly done: number; readonly open: number };
}

const HEADING = /^(#{1,6})[ \t]+(\S.*)$/;
const MILESTONE = /^Milestone[ \t]+(\d{1,6})[ \t]*(?::|-|–|—)[ \t]*(\S.*)$/i;
const ITEM = /^[-*+][ \t]+\[([ xX])\][ \t]+\**([A-Z][A-Z0-9]*(?:-[A-Z][A-Z0-9]*)*-\d{1,6}[A-Z]?)\**[ \t]*:[ \t]*(\S.*)$/;
const BOX = /^[-*+][ \t]+\[([ xX])\](?:[ \t]|$)/;
const CYCLES = /\(review_cycles:[ \t]*(\d{1,6})\)$/;
const PROPERTY = /^[-*+][ \t]+\**(ID|Status|Dependencies|Description)\**[ \t]*:(.*)$/i;
const FENCE = /^(?:`{3,}|~{3,})/;
const NOTHING = /^(?:none|nothing|n\/a|-|–|—)?\.?$/i;

interface OpenMilestone {
  readonly level: number;
  readonly number: number;
  readonly title: string;
  readonly line: number;
  readonly own: Requirement[];
  readonly stated: Map<string, { readonly value: string; readonly line: number }>;
  lastLine: number;
}

/**
 * Parses a requirements file in Markdown. Fenced blocks are examples and do not count. A milestone ends at the next heading of
 * its level or above, and at the next milestone with `#` or `##`.
 */
export function parseRequirements(text: string): Requirements {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const milestones: OpenMilestone[] = [];
  const requirements: Requirement[] = [];
  const tables: Table[] = [];
  const boxes = { done: 0, open: 0 };
  let [open, title, section, fence]: [OpenMilestone | undefined, string, string, string] = [undefined, '', '', ''];
  for (let at = 0; at < lines.length; at++) {
    const line = (lines[at] ?? '').trim();
    const isFenced = fence !== '';
    fence = fenceAfter(line, fence);
    if (open !== undefined) open.lastLine = at + 1;
    if (isFenced || fence !== '') continue;
    const [, marks, heading = ''] = HEADING.exec(line) ?? [];
    if (marks !== undefined) {
      section = heading.trim();
      if (marks === '#' && title === '') title = section;
      const next = milestoneOf(section, marks.length, at + 1);
      if (open !== undefined && marks.length > open.level && (next === undefined || marks.length > 2)) continue;
      if (open !== undefined) open.lastLine = at;
      open = next;
      if (open !== undefined) milestones.push(open);
      continue;
    }
    noteProperty(open, line, at + 1);
    const [, mark] = BOX.exec(line) ?? [];
    if (mark !== undefined) boxes[mark === ' ' ? 'open' : 'done']++;
    const item = requirementOf(line, section, at + 1);
    if (item !== undefined) requirements.push(item);
    if (item !== undefined) open?.own.push(item);
    const table = tableAt(lines, at);
    if (table === undefined) continue;
    tables.push({ section, ...table });
    at += table.rows.length + 1;
    if (open !== undefined) open.lastLine = at + 1;
  }
  return { title, milestones: milestones.map(closed), requirements, tables, boxes };
}

/** The open fence after a line; empty: none is open. https://spec.commonmark.org/0.31.2/#fenced-code-blocks */
function fenceAfter(line: string, open: string): string {
  const [marks = ''] = FENCE.exec(line) ?? [];
  const stated = line.slice(marks.length);
  if (open === '') return marks.startsWith('`') && stated.includes('`') ? '' : marks;
  return marks.startsWith(open) && stated.trim() === '' ? '' : open;
}

function milestoneOf(heading: string, level: number, line: number): OpenMilestone | undefined {
  const [, number, title = ''] = MILESTONE.exec(heading) ?? [];
  if (number === undefined) return undefined;
  return { level, number: Number(number), title: title.trim(), line, lastLine: line, own: [], stated: new Map() };
}

function noteProperty(open: OpenMilestone | undefined, line: string, at: number): void {
  const [, name, value = ''] = PROPERTY.exec(line) ?? [];
  if (name === undefined || open === undefined || open.stated.has(name.toLowerCase())) return;
  open.stated.set(name.toLowerCase(), { value: value.replace(/^\*\*/, '').trim(), line: at });
}

function closed({ own, stated, level: _, ...milestone }: OpenMilestone): Milestone {
  const word = (name: string): string => (stated.get(name)?.value ?? '').replaceAll('`', '').trim();
  const [id, status, dependencies] = ['id', 'status', 'dependencies'].map((name) => stated.get(name)?.line);
  const named = word('dependencies').replace(/^\[|\]$/g, '');
  return {
    ...milestone,
    id: word('id') || `milestone-${milestone.number}`,
    status: word('status'),
    dependencies: named
      .split(',')
      .map((each) => each.trim())
      .filter((each) => !NOTHING.test(each)),
    description: stated.get('description')?.value ?? '',
    requirements: own,
    fieldLines: {
      ...(id === undefined ? {} : { id }),
      ...(status === undefined ? {} : { status }),
      ...(dependencies === undefined ? {} : { dependencies }),
    },
  };
}

function requirementOf(line: string, section: string, at: number): Requirement | undefined {
  const [, mark, id, stated = ''] = ITEM.exec(line) ?? [];
  if (id === undefined) return undefined;
  const cycles = CYCLES.exec(stated);
  return {
    id,
    done: mark !== ' ',
    text: (cycles === null ? stated : stated.slice(0, cycles.index)).trim(),
    reviewCycles: Number(cycles?.[1] ?? 0),
    section,
    line: at,
  };
}

const RULE = /^\|?[ \t]*:?-{1,}:?[ \t]*(?:\|[ \t]*:?-{1,}:?[ \t]*)*\|?$/;

/** The table whose header is in this line. */
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

/** A bar after a backslash does not end a cell, also between backticks: https://github.github.com/gfm/#tables-extension- */
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
