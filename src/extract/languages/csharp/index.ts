import { isAsked, type Language } from '../../extractor.js';
import { lazily } from '../../lazily.js';
import { declares } from './declares.js';
import { profiles } from './frameworks/profiles.js';
import { isProjectFile, PROJECT_FILES, projectFacts } from './projects.js';
import { resolve } from './resolve.js';

const reading = lazily('C#', () => import('./open.js'));
const finding = lazily('C#', () => import('./symbols.js'));

/** C#, read from masked sources: no build and no installation is needed. */
export const csharp: Language = {
  id: 'csharp',
  title: 'C#',
  extensions: ['.cs'],
  configFiles: PROJECT_FILES,
  frameworks: profiles,
  prepare: reading.load,
  candidate: (path, text, aspects) => profiles.some((one) => isAsked(one, aspects) && one.signals(text, path)),
  extract: (path, text, aspects) =>
    isProjectFile(path) ? projectFacts(path, text) : reading.loaded().extractFile(path, text, aspects),
  resolve,
  prepareSymbols: finding.load,
  symbols: (path, text) => finding.loaded().symbolsOf(path, text),
  declares: (_, text) => declares(text),
};
