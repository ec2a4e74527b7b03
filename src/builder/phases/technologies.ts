import { readdirSync } from 'node:fs';
import { readInside } from '../plan/read-inside.js';

/** The languages and packages of a workspace. Untrusted names. */
export interface Technologies {
  /** `TypeScript`, `Go`. */
  readonly languages: readonly string[];
  /** `express ^4.18.0`, `fastapi`: as in the manifest. */
  readonly packages: readonly string[];
}

const MOST_PACKAGES = 40;
const LONGEST = 100;

interface Manifest {
  readonly file: RegExp;
  readonly language: (text: string) => string;
  readonly packages?: (text: string) => readonly string[];
}

const MANIFESTS: readonly Manifest[] = [
  {
    file: /^package\.json$/,
    language: (text) => (Object.hasOwn(dependenciesIn(text, 'devDependencies'), 'typescript') ? 'TypeScript' : 'JavaScript'),
    packages: (text) => Object.entries(dependenciesIn(text, 'dependencies')).map(([name, version]) => `${name} ${version}`),
  },
  { file: /^pyproject\.toml$/, language: () => 'Python' },
  {
    file: /^requirements\.txt$/,
    language: () => 'Python',
    packages: (text) => text.split('\n').flatMap((line) => /^[A-Za-z0-9][\w.-]*/.exec(line.trim())?.[0] ?? []),
  },
  { file: /^go\.mod$/, language: () => 'Go' },
  { file: /^pom\.xml$/, language: () => 'Java' },
  { file: /^build\.gradle$/, language: () => 'Java' },
  { file: /^build\.gradle\.kts$/, language: () => 'Kotlin' },
  { file: /\.(?:csproj|sln)$/, language: () => 'C#' },
];

/** Reads the manifests in a workspace's root folder. @param workspace absolute and real */
export function technologiesOf(workspace: string): Technologies {
  const found = readdirSync(workspace).flatMap((name) => {
    const manifest = MANIFESTS.find(({ file }) => file.test(name));
    const text = manifest === undefined ? undefined : textOf(workspace, name);
    return manifest === undefined || text === undefined ? [] : [{ manifest, text }];
  });
  const languages = found.map(({ manifest, text }) => manifest.language(text));
  const packages = found.flatMap(({ manifest, text }) => manifest.packages?.(text) ?? []);
  return {
    languages: [...new Set(languages)].sort(),
    packages: [...new Set(packages)].slice(0, MOST_PACKAGES).map((name) => name.slice(0, LONGEST)),
  };
}

/** Skips a link out of the workspace and a file that is too large. */
function textOf(workspace: string, name: string): string | undefined {
  try {
    return readInside(workspace, name)?.text;
  } catch {
    return undefined;
  }
}

function dependenciesIn(text: string, section: string): Readonly<Record<string, string>> {
  try {
    const found: unknown = Object(JSON.parse(text))[section];
    if (typeof found !== 'object' || found === null) return {};
    const entries = Object.entries(found).filter((each): each is [string, string] => typeof each[1] === 'string');
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
}
