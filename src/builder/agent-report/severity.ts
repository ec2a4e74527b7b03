/** Severities of findings, most severe first. */
export const SEVERITIES = ['CRITICAL', 'MAJOR', 'MINOR', 'NIT'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** One finding of a reviewer or hunter. */
export interface Finding {
  readonly severity: Severity;
  /** One line. */
  readonly text: string;
}

const MOST = 200;
const LONGEST = 500;

/**
 * Parses findings, one per line with the severity first: `- CRITICAL: …`, `- **MAJOR** — …`, `[MINOR] …`. For display only:
 * decisions use the report block.
 *
 * @param narrative untrusted
 */
export function findingsOf(narrative: string): readonly Finding[] {
  const found = narrative.split('\n').flatMap((line) => findingOf(line.slice(0, LONGEST).trim()));
  return found.slice(0, MOST);
}

function findingOf(line: string): readonly Finding[] {
  const words = line
    .replace(/^(?:[-*+]|[0-9]{1,3}[.)])[ \t]/, '')
    .replaceAll('**', '')
    .trim();
  const bare = words.startsWith('[') ? words.slice(1) : words;
  const severity = SEVERITIES.find((each) => bare.startsWith(each));
  if (severity === undefined) return [];
  const rest = bare.slice(severity.length).trim();
  const text = /^(?:\]|:|-|–|—)/.test(rest) ? rest.replace(/^[\]:–—-]{1,3}/, '').trim() : '';
  return text === '' || /^[0-9]{1,6}$/.test(text) || /^none\b/i.test(text) ? [] : [{ severity, text }];
}
