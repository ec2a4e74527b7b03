import type { Extraction, Language } from '../../extractor.js';
import { profiles } from './frameworks/profiles.js';
import type * as open from './open.js';
import { resolve } from './resolve.js';

/** Names that a source binds at its top, by how its lines begin. */
const DECLARED = /^(?:class|def|async def)[ \t]{1,9}(\w+)|^(\w+)[ \t]{0,9}[=:][^=]/gm;

type Reading = typeof open;
/** What reads sources: loaded when the first one is read. */
let reading: Reading | undefined;

function extractFile(path: string, text: string): Extraction {
  if (reading === undefined) throw new Error('Python: prepare() comes before extract()');
  return reading.extractFile(path, text);
}

/** Python. */
export const python: Language = {
  id: 'python',
  title: 'Python',
  extensions: ['.py'],
  configFiles: [],
  frameworks: profiles.map(({ id, title, resolves, gaps }) => ({ id, title, resolves, gaps })),
  prepare: async () => {
    reading ??= await import('./open.js');
  },
  candidate: (path, text) => profiles.some((profile) => profile.signals(text, path)),
  extract: extractFile,
  resolve,
  declares: (_, text) => [...text.matchAll(DECLARED)].flatMap(([, made, held]) => made ?? held ?? []),
};
