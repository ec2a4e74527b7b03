import type { Analysis } from '../../rules/judge.js';
import type { Severity, Violation } from '../../rules/rule.js';
import { commandData, commandProperty, plain, shorten } from '../escape.js';
import type { Report } from '../report.js';
import { counted, incompleteness } from '../verdict.js';
import { type AnnotatedPlace, annotatedPlaces, messageOf, titleOf } from './annotated-places.js';

/** GitHub shows this number of annotations of each level for one step, and drops the others without notice. */
const SHOWN_PER_LEVEL = 10;
/** The runner truncates messages at 4096 characters. */
const LONGEST_MESSAGE = 4000;
const LONGEST_TITLE = 250;

const LEVELS = { error: 'error', warning: 'warning', note: 'notice' } as const satisfies Record<Severity, string>;

/** Whether a finding comes before others of its severity, for example because a pull request changes its line. */
export type First = (violation: Violation) => boolean;

/**
 * Log commands of GitHub's runner, one per place, most severe first, as many as GitHub shows; one notice counts the rest. An
 * incomplete run is an additional error. https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
 */
export function annotations(analysis: Analysis, first: First = () => false): string {
  const broken = incompleteness(analysis).map((sentence) => command('error', { title: 'Incomplete' }, sentence));
  const places = annotatedPlaces(analysis.violations);
  const errors = [...broken, ...commandsOf(places, 'error', first)];
  const warnings = commandsOf(places, 'warning', first);
  const notes = commandsOf(places, 'note', first);

  const cut = errors.length > SHOWN_PER_LEVEL || warnings.length > SHOWN_PER_LEVEL || notes.length > SHOWN_PER_LEVEL;
  const shown = [
    ...errors.slice(0, SHOWN_PER_LEVEL),
    ...warnings.slice(0, SHOWN_PER_LEVEL),
    ...notes.slice(0, cut ? SHOWN_PER_LEVEL - 1 : SHOWN_PER_LEVEL),
  ];
  const hidden = errors.length + warnings.length + notes.length - shown.length;
  const rest = cut
    ? [
        command(
          'notice',
          { title: 'More findings' },
          `${counted(hidden, 'more place')} of findings, not annotated: GitHub shows ${SHOWN_PER_LEVEL} of each level. The job summary and the report list them.`,
        ),
      ]
    : [];
  return [...shown, ...rest].map((line) => `${line}\n`).join('');
}

export const github: Report = {
  format: 'github',
  title: 'Annotations, as log commands of a GitHub runner.',
  render: (analysis) => annotations(analysis),
};

function commandsOf(places: readonly AnnotatedPlace[], severity: Severity, isFirst: First): readonly string[] {
  const own = places.filter(({ first }) => first.severity === severity);
  const leads = ({ violations }: AnnotatedPlace): boolean => violations.some(isFirst);
  return [...own.filter(leads), ...own.filter((place) => !leads(place))].map(annotation);
}

function annotation({ first, causes }: AnnotatedPlace): string {
  const place = { file: first.file_path, line: String(first.line), title: titleOf(causes) };
  return command(LEVELS[first.severity], place, causes.map(messageOf).join('\n\n'));
}

function command(level: string, properties: Record<string, string>, message: string): string {
  const written = Object.entries(properties).map(
    ([key, value]) => `${key}=${commandProperty(key === 'title' ? shorten(plain(value), LONGEST_TITLE) : value)}`,
  );
  const lines = message.split('\n').map(plain).join('\n');
  return `::${level} ${written.join(',')}::${commandData(shorten(lines, LONGEST_MESSAGE))}`;
}
