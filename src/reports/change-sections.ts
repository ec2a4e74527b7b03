import type { Location } from '../model/location.js';
import type { SubjectPlace } from '../rules/change.js';
import type { Changed } from './change-verdict.js';
import { markdownCode, markdownText, shorten } from './escape.js';
import { linkedPlace, type Result } from './github/result.js';
import { counted } from './verdict.js';

/** The maximum number of lines per section; the others are counted. */
const MOST_LINES = 10;
/** Longer reasons and subjects are truncated. */
const LONGEST_REASON = 200;
const LONGEST_SUBJECT = 120;

type Shown = Changed & Partial<Pick<Result, 'repositoryUrl' | 'sha'>>;

/** What a change did besides new violations, as Markdown: a section for each question that has an answer. */
export function changeSections(result: Shown): string {
  const { change, unanswered } = result;
  const sections = [
    unanswered === undefined
      ? ''
      : `> **Not answered**: Tallystick could not determine what is new, lost, breaking, dropped or moved, because ${markdownText(unanswered)}.`,
    ...(change === undefined
      ? []
      : [
          section(
            'Moved: the code serves them under another path',
            change.moved.map(
              ({ contract, from, to, operations }) =>
                `${code(contract)}: ${code(from)} → ${code(to)} (${counted(operations, 'operation')})`,
            ),
            'Serve the old path as well until no client calls it, or move it back.',
          ),
          section(
            'Breaking: changes of the contract that break its consumers',
            change.breaking.map(({ message, at }) => `${markdownText(shorten(message, LONGEST_REASON))} (${place(result, at)})`),
            'Keep what consumers rely on and add the new version next to it, or agree on the change with all consumers.',
          ),
          section(
            'Lost: checked at the base, but no longer',
            change.lost.map(({ fields, ...lost }) => {
              return `${expectation(result, lost)}${fields === undefined ? '' : ` (${counted(fields, 'field')})`}`;
            }),
            'Declare what these handlers send (a return type, a DTO or a response schema), or test them by hand: they may be broken.',
          ),
          section(
            'Dropped: no longer in any contract',
            change.dropped.map(({ subject }) => code(subject)),
            'Keep them in the contract while the service has them, or make sure that no client calls them.',
          ),
          section(
            'Not answered: whether these changes break consumers',
            change.uncompared.map((each) => expectation(result, each)),
          ),
          section(
            'Added to the contracts by this change, but not verified',
            change.unproven.map((each) => expectation(result, each)),
            'Implement them in code that the scan reads, or test them by hand.',
          ),
        ]),
  ];
  return sections.filter((each) => each !== '').join('\n\n');
}

function section(title: string, lines: readonly string[], fix?: string): string {
  if (lines.length === 0) return '';
  const rest = lines.length - MOST_LINES;
  return [
    `**${title}**`,
    '',
    ...lines.slice(0, MOST_LINES).map((line) => `- ${line}`),
    ...(rest > 0 ? [`- _… and ${rest} more_`] : []),
    ...(fix === undefined ? [] : ['', `**Fix:** ${fix}`]),
  ].join('\n');
}

function expectation(result: Shown, { subject, at, why }: SubjectPlace): string {
  return `${code(subject)} (${place(result, at)})${why === undefined ? '' : `: ${reason(result, why)}`}`;
}

/** A reason often ends with the place in the code: `… (src/feeds.ts:58)`. */
function reason(result: Shown, why: string): string {
  const [, words, file, line] = /^(.{1,400}) \(([^\s():]{1,200}):(\d{1,7})\)$/s.exec(why) ?? [];
  if (words === undefined || file === undefined) return markdownText(shorten(why, LONGEST_REASON));
  return `${markdownText(shorten(words, LONGEST_REASON))} (${place(result, { file, line: Number(line) })})`;
}

const code = (text: string): string => markdownCode(shorten(text, LONGEST_SUBJECT));

function place(result: Shown, at: Location): string {
  return linkedPlace(result, at, markdownText(`${shorten(at.file, LONGEST_SUBJECT)}:${at.line}`));
}
