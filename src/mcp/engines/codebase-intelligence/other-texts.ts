import { listFiles } from '../../../extract/files.js';
import { readSource } from '../../../extract/read-source.js';
import type { Tracked } from '../../../model/tracked.js';

/** Configuration and templates: they name what tools and frameworks call. */
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

/** The texts of a repository that are no sources, one at a time. */
export function* otherTexts(repository: string, tracked: Tracked | undefined): Iterable<string> {
  const { known } = listFiles({ repository, dir: repository, extensions: ENDINGS, configFiles: NAMES, tracked });
  for (const path of known) {
    if (LOCK.test(path)) continue;
    const source = readSource(repository, path, () => true);
    if (source?.kind === 'text') yield source.text;
  }
}

/** Name packages alone. */
const LOCK = /(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml)$/;
