import { listFiles } from '../../../extract/files.js';
import { readSource } from '../../../extract/read-source.js';
import type { Tracked } from '../../../model/tracked.js';

/** Configuration and templates may name code that tools and frameworks call. */
const ENDINGS = [
  ...['.json', '.yml', '.yaml', '.toml', '.ini', '.cfg', '.xml', '.properties', '.gradle', '.kts', '.csproj', '.env', '.sh'],
  ...[
    '.html',
    '.htm',
    '.cshtml',
    '.razor',
    '.vue',
    '.svelte',
    '.astro',
    '.ejs',
    '.hbs',
    '.pug',
    '.jinja',
    '.jinja2',
    '.j2',
    '.graphql',
  ],
];
const NAMES = ['Dockerfile', 'Procfile', 'Makefile', 'package.json'];

/** The texts of a repository that are not sources, one at a time. */
export function* otherTexts(repository: string, tracked: Tracked | undefined): Iterable<string> {
  const { known } = listFiles({ repository, dir: repository, extensions: ENDINGS, configFiles: NAMES, tracked });
  for (const path of known) {
    if (LOCK.test(path)) continue;
    const source = readSource(repository, path, () => true);
    if (source?.kind === 'text') yield source.text;
  }
}

/** Lock files contain package names alone. */
const LOCK = /(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml)$/;
