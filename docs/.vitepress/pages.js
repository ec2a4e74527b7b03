/** The pages that the site makes from the code: one a rule, one a framework. They need `lib`, which `npm run docs` builds. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const rules = join(root, 'src', 'rules');

export function rulePages() {
  const files = readdirSync(rules).filter((name) => /^(?:contract|validate)-\d+\.md$/.test(name));
  return files.map((name) => {
    const content = readFileSync(join(rules, name), 'utf8');
    return { params: { rule: name.slice(0, -3), title: /^# (.+)$/m.exec(content)?.[1] ?? name }, content };
  });
}

/** What `docs/reference/supported.md` says of the frameworks, in the order in which the code lists them. */
function supported() {
  const [, part = ''] = readFileSync(join(root, 'docs/reference/supported.md'), 'utf8').split(/<!-- frameworks:(?:start|end) -->/);
  const items = (/** @type {string} */ cell) => (cell.trim() === '' ? [] : cell.trim().split('; '));
  return part.trim().split('\n').slice(2).map((row) => row.slice(1, -1).split('|').slice(1).map(items));
}

export async function frameworkPages() {
  const rows = supported();
  const { languages } = await import(new URL('lib/extract/languages/index.js', `file://${root}/`).href);
  return languages.flatMap((language) =>
    language.frameworks.map(({ id, title, of }) => {
      const [resolves = [], gaps = []] = rows.shift() ?? [];
      const list = (items) => items.map((item) => `- ${item}`).join('\n');
      const content = [
        `# ${title}`,
        `${language.title}; reads ${of === 'events' ? 'events' : 'routes, and what they send'}. Its id in reports is \`${id}\`.`,
        ...(resolves.length === 0 ? [] : ['## What is read', list(resolves)]),
        ...(gaps.length === 0 ? [] : ['## What is left open', 'Each leaves a gap with its place and reason. It never makes a finding.', list(gaps)]),
        '## See what is read of your service',
        '```\ntallystick facts --map\n```',
      ];
      return { params: { framework: id.replace('/', '-'), title, language: language.title }, content: content.join('\n\n') };
    }),
  );
}
