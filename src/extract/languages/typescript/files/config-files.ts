import { TEMPLATES } from '../frameworks/lambda/profile.js';
import { SAMPLES } from './environment-samples.js';

const SCRIPTS = ['js', 'mjs', 'cjs', 'ts', 'mts'];

/** Files that decide how module specifiers resolve. */
export const configFiles: readonly string[] = [
  'package.json',
  'jsconfig.json',
  'tsconfig.json',
  'tsoa.json',
  ...SAMPLES,
  ...TEMPLATES,
  ...['next', 'svelte', 'nitro', 'nuxt'].flatMap((name) => SCRIPTS.map((extension) => `${name}.config.${extension}`)),
  '*.prisma',
  '*.sql',
  ...['app', 'base', 'build', 'common', 'lib', 'node', 'options', 'paths', 'server', 'settings', 'shared', 'src'].map(
    (part) => `tsconfig.${part}.json`,
  ),
];
