import { folderOf } from '../../model/repository-path.js';
import type { SettingValue } from '../fact.js';
import type { Program } from '../program.js';
import type { Target } from '../values/target.js';

/** Packages whose functions return the environment as an object. */
const PACKAGES = /^(?:env-schema|envalid|znv|dotenv(?:-\w+)?|@t3-oss\/env-\w+)$/;

type Samples = ReadonlyMap<string, { readonly [key: string]: SettingValue | readonly string[] }>;
const known = new WeakMap<Program, Samples>();

/**
 * The value of a variable in the nearest sample of the environment (`.env.example`) above a file. It is only likely: a running
 * service may use another.
 */
export function sampled(program: Program, target: Target, file: string): string | undefined {
  const name = target.kind === 'external' ? variableOf(target.specifier, target.path) : undefined;
  if (name === undefined) return undefined;
  const samples = known.get(program) ?? samplesOf(program);
  known.set(program, samples);
  for (let folder = folderOf(file); ; folder = folderOf(folder)) {
    const value = samples.get(folder)?.[name];
    if (typeof value === 'string') return value;
    if (folder === '') return undefined;
  }
}

/** `process.env.X`, `import.meta.env.X`, `envSchema(…).X`. */
function variableOf(specifier: string, path: readonly string[]): string | undefined {
  const before = path.slice(0, -1).join('.');
  const isEnvironment =
    specifier === ''
      ? before === 'process.env'
      : /^(?:node:)?process$/.test(specifier)
        ? before.endsWith('env')
        : PACKAGES.test(specifier) && path.at(-2) === '()';
  return isEnvironment ? path.at(-1) : undefined;
}

function samplesOf(program: Program): Samples {
  const samples = new Map<string, { readonly [key: string]: SettingValue | readonly string[] }>();
  for (const { facts } of program.files.values()) {
    for (const fact of facts.facts) {
      if (fact.kind !== 'setting' || fact.key !== 'environment' || typeof fact.value !== 'object') continue;
      samples.set(fact.scope, { ...fact.value, ...samples.get(fact.scope) });
    }
  }
  return samples;
}
