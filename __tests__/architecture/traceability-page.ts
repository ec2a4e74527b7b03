import type { Annotation } from './annotations.js';
import { notApplicable } from './not-applicable.js';

const HEAD = `# Traceability

What Tallystick was asked for stands in four documents, numbered 000 to 003. This page says for each of their requirements which module keeps it and which test shows that, or why it has no meaning here.
Modules are folders and files of this repository, tests are files below \`__tests__\` with the name of a test; \`%s\` and the like stand for the cases of a test.
The page is generated from annotations in tests (\`// Shows REQ-005 by builder/backends/choose.ts\`) by \`npm run update\`. \`__tests__/architecture/traceability.test.ts\` holds it to the sources: every module is part of the program, and called there.
`;

const DOCUMENTS = [
  ['000: a builder fleet that knows its contracts', 'Ids are those of the document.'],
  [
    '001: tools, hand-offs and state',
    'Ids are those of its deliverables; the optional hook is called `001-STORAGE-PROTECTION` here.',
  ],
  [
    '002: the router contract',
    'The document has no ids. Here its fields are called `002-FIELD`, its rules by agent `002-RULE-AGENT`, and the steps of its logic by their numbers.',
  ],
  ['003: the seven phases of a build', 'Ids are those of the document.'],
] as const;

/** The number of the document that an id is of. */
export function documentOf(id: string): number {
  if (/^(?:D\d|001-)/.test(id)) return 1;
  if (id.startsWith('002-')) return 2;
  return id.includes('-BAP-') ? 3 : 0;
}

/** The page, from annotations and what does not apply. */
export function traceabilityPage(all: readonly Annotation[]): string {
  const ids = [...new Set([...all.map(({ id }) => id), ...notApplicable.keys()])].sort(compareIds);
  const sections = DOCUMENTS.map(([title, words], number) => {
    const own = ids.filter((id) => documentOf(id) === number);
    const rows = own.map((id) =>
      rowOf(
        id,
        all.filter((each) => each.id === id),
      ),
    );
    return `\n## ${title}\n\n${words}\n\n${own.length} ids.\n\n| id | module | shown by |\n|---|---|---|\n${rows.join('\n')}\n`;
  });
  return `${HEAD}${sections.join('')}`;
}

function rowOf(id: string, shown: readonly Annotation[]): string {
  if (shown.length === 0) return `| ${id} | - | ${notApplicable.get(id)} |`;
  const modules = [...new Set(shown.flatMap((each) => each.modules))].map((module) => `\`src/${module}\``);
  const tests = shown.map(({ file, name }) => `\`${file}\`: ${code(name)}`);
  return `| ${id} | ${modules.join('<br>')} | ${tests.join('<br>')} |`;
}

/** A code span in a table. */
function code(text: string): string {
  const inner = text.replaceAll('|', '\\|');
  return text.includes('`') ? `\`\` ${inner} \`\`` : `\`${inner}\``;
}

/** `REQ-9` before `REQ-010`, `REQ-009` before `REQ-009A`. */
function compareIds(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true });
}
