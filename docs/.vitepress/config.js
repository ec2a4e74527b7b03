/** The site of `npm run docs`. Its pages read well on GitHub too, so links in them are relative to files of the repository. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { frameworkPages, rulePages } from './pages.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const repository = manifest.repository.url.replace(/^git\+|\.git$/g, '');
const frameworks = await frameworkPages();

/** Links out of `docs` lead to the page that the site has for a file, else to the file in the repository. */
function withLinks(/** @type {import('vitepress').MarkdownRenderer} */ md) {
  // Braces of workflows are no expressions of Vue.
  const text = (/** @type {string} */ content) => md.utils.escapeHtml(content).replaceAll('{{', '&#123;&#123;');
  md.renderer.rules.text = (tokens, index) => text(tokens[index].content);
  md.renderer.rules.code_inline = (tokens, index) => `<code>${text(tokens[index].content)}</code>`;
  const open = md.renderer.rules.link_open;
  md.renderer.rules.link_open = (tokens, index, options, env, self) => {
    const href = tokens[index].attrGet('href') ?? '';
    const page = relative(root, env.path ?? root);
    const target = posix.join(dirname(page).replaceAll('\\', '/'), decodeURI(href.split('#')[0]));
    if (!/^(?:[a-z]+:|#|\/)/i.test(href) && href !== '' && !target.startsWith('docs/')) {
      if (!existsSync(join(root, target))) throw new Error(`${page} links to ${target}, which is not there.`);
      const rule = /^src\/rules\/((?:contract|validate)-\d+)\.md$/.exec(target)?.[1];
      tokens[index].attrSet('href', rule === undefined ? `${repository}/blob/main/${target}` : `/reference/rules/${rule}`);
    }
    return open === undefined ? self.renderToken(tokens, index, options) : open(tokens, index, options, env, self);
  };
}

const page = (/** @type {string} */ text, /** @type {string} */ link) => ({ text, link });
const languages = [...new Set(frameworks.map(({ params }) => params.language))];

export default {
  title: 'Tallystick',
  description: manifest.description,
  base: process.env.DOCS_BASE ?? '/',
  cleanUrls: true,
  // The plan of maintainers is no documentation.
  srcExclude: ['next.md'],
  rewrites: { 'decisions/README.md': 'decisions/index.md', 'tools/README.md': 'tools/index.md' },
  markdown: { config: withLinks },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    socialLinks: [{ icon: 'github', link: repository }],
    editLink: { pattern: `${repository}/edit/main/docs/:path` },
    nav: [page('Guides', '/guides/quick-start'), page('Reference', '/reference/commands'), page('Troubleshooting', '/troubleshooting')],
    sidebar: [
      {
        text: 'Guides',
        items: [
          page('Adopt in five minutes', '/guides/quick-start'),
          page('All ways to install it', '/guides/install'),
          page('Start with a baseline', '/guides/baseline'),
          page('Workflows', '/guides/workflows'),
          page('Pull requests', '/guides/pull-requests'),
          page('Several services', '/guides/services'),
          page('When the contract changes', '/guides/contract-changes'),
          page('Results over time', '/guides/regression'),
          page('The first contract, and fixing one', '/guides/fix-and-draft'),
          page('Validate a running service', '/guides/validate'),
          page('Library', '/guides/library'),
          page('Contracts in a plan', '/guides/requirements'),
          page('For coding agents', '/guides/coding-agents'),
          page('Builds with agents', '/guides/build'),
          page('What a build believes', '/guides/build-checks'),
        ],
      },
      {
        text: 'Reference',
        items: [
          page('Commands', '/reference/commands'),
          page('Configuration', '/reference/configuration'),
          page('The Action', '/reference/action'),
          page('Reports', '/reference/reports'),
          page('Statuses and exit codes', '/reference/statuses'),
          {
            ...page('Rules', '/reference/rules'),
            collapsed: true,
            items: rulePages().map(({ params }) => page(params.title, `/reference/rules/${params.rule}`)),
          },
          {
            ...page('What is read', '/reference/supported'),
            collapsed: true,
            items: languages.map((language) => ({
              text: language,
              collapsed: true,
              items: frameworks.filter(({ params }) => params.language === language).map(({ params }) => page(params.title, `/reference/frameworks/${params.framework}`)),
            })),
          },
          page('Rules of diff', '/diff-rules'),
          page('Tools for agents', '/tools/'),
          page('Known limits', '/known-limits'),
        ],
      },
      { text: 'Help', items: [page('Troubleshooting', '/troubleshooting'), page('Glossary', '/glossary')] },
      {
        text: 'Internals',
        items: [
          page('Trust', '/internals/trust'),
          page('Decisions', '/decisions/'),
          page('What a reader sees', '/results'),
          page('Requirements and tests', '/traceability'),
        ],
      },
    ],
  },
};
