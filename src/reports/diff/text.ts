import type { ContractChange, ContractDiff, VersionDiff } from '../../diff/change.js';
import { append } from '../../model/multi-map.js';
import { plain } from '../escape.js';
import { style, type Terminal } from '../style.js';
import { counted } from '../verdict.js';
import type { DiffReport } from './report.js';
import { diffVerdict, emptiness, listedChanges } from './verdict.js';

/** The maximum number of listed places that could not be compared; the rest is counted. */
const LISTED = 20;

/** For people: by contract and subject, with the verdict last, where a terminal shows it. */
export const diffText: DiffReport = {
  format: 'text',
  render: (diff, options) => {
    const file = options.place ?? ((path: string): string => path);
    const terminal: Terminal = {
      style: style(options.color === true),
      file: (path) => plain(file(path)),
      place: (at) => plain(`${file(at.file)}:${at.line}`),
    };
    const { listed, milder, cut } = listedChanges(diff, options.show, options.most);
    const sections = [
      ...diff.diffs.map((each) => contractLines(each, listed, terminal)),
      verdictLines(diff, milder, cut, terminal),
    ];
    return sections.map((lines) => `${lines.map((line) => line.trimEnd()).join('\n')}\n`).join('\n');
  },
};

function contractLines(diff: ContractDiff, listed: ReadonlySet<ContractChange>, terminal: Terminal): readonly string[] {
  const { style: paint } = terminal;
  const { base, head } = diff.versions;
  const versions = base === head ? head : `${base} → ${head}`;
  const subjects = new Map<string, ContractChange[]>();
  for (const change of diff.changes) {
    if (listed.has(change)) append(subjects, change.subject, change);
  }
  return [
    `${paint.strong(plain(`${diff.title} ${versions}`.trim()))} ${paint.faint(`(${terminal.file(diff.contract)})`)}`,
    ...[...subjects].flatMap(([subject, changes]) => subjectLines(subject, changes, terminal)),
    ...undecidedLines(diff, terminal),
  ];
}

function subjectLines(subject: string, changes: readonly ContractChange[], terminal: Terminal): readonly string[] {
  const { style: paint } = terminal;
  const [first] = changes;
  const mark = first?.severity === 'error' ? paint.bad('✗') : first?.severity === 'warning' ? paint.open('!') : paint.good('✓');
  return ['', `${mark} ${paint.strong(plain(subject))}`, ...changes.flatMap((change) => changeLines(change, terminal))];
}

function changeLines(change: ContractChange, { style: paint, place }: Terminal): readonly string[] {
  const { severity, rule, message, part, alsoIn, baseAt, headAt } = change;
  const tone = severity === 'error' ? paint.bad : severity === 'warning' ? paint.open : paint.good;
  const [before, after] = [place(baseAt), place(headAt)];
  const also =
    alsoIn.length === 0 ? '' : ` · also in ${plain(alsoIn[0] ?? '')}${alsoIn.length > 1 ? ` and ${alsoIn.length - 1} more` : ''}`;
  const where = [part === undefined ? '' : `${plain(part)} · `, after, before === after ? '' : ` (was ${before})`, also];
  return [`    ${tone(severity.padEnd(7))}  ${plain(message)}`, `             ${paint.faint(`${where.join('')} · ${rule}`)}`];
}

function undecidedLines({ undecided }: ContractDiff, { style: paint, place }: Terminal): readonly string[] {
  if (undecided.length === 0) return [];
  const rest = undecided.length - LISTED;
  return [
    '',
    paint.strong(`${counted(undecided.length, 'place')} that could not be compared`),
    ...undecided.slice(0, LISTED).map(({ subject, detail, at }) => {
      return `  ${paint.open('?')} ${paint.faint(place(at))}  ${plain(subject === undefined ? detail : `${subject}: ${detail}`)}`;
    }),
    ...(rest > 0 ? [`    and ${rest} more`] : []),
  ];
}

function verdictLines(diff: VersionDiff, milder: number, cut: number, { style: paint }: Terminal): readonly string[] {
  const { mood, sentence } = diffVerdict(diff);
  const tone = mood === 'good' ? paint.good : mood === 'bad' ? paint.bad : paint.open;
  return [
    paint.strong(tone(sentence)),
    ...(milder > 0 ? [`  ${counted(milder, 'milder change')} not listed: --show note lists all, --format json too.`] : []),
    ...(cut > 0 ? [`  ${counted(cut, 'change')} more: --max-changes lists more, --format json all.`] : []),
    ...emptiness(diff).map((reason) => `  ${paint.bad('incomplete')}  ${plain(reason)}`),
  ];
}
