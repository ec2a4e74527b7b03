import type { Language } from '../../extractor.js';
import { frameworks } from './frameworks/index.js';
import { extractFile } from './open.js';
import { resolve } from './resolve.js';

/** Names that a source binds at its top, by how its lines begin. */
const DECLARED = /^(?:class|def|async def)[ \t]{1,9}(\w+)|^(\w+)[ \t]{0,9}[=:][^=]/gm;

/** Python. */
export const python: Language = {
  id: 'python',
  title: 'Python',
  extensions: ['.py'],
  configFiles: [],
  frameworks: frameworks.map(({ id, title, resolves, gaps }) => ({ id, title, resolves, gaps })),
  prepare: async () => {},
  candidate: (path, text) => frameworks.some((framework) => framework.signals(text, path)),
  extract: extractFile,
  resolve,
  declares: (_, text) => [...text.matchAll(DECLARED)].flatMap(([, made, held]) => made ?? held ?? []),
};
