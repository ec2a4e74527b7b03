import { isNamedAsTest, nameOf } from '../../conventions.js';
import { isAsked, type Language } from '../../extractor.js';
import { lazily } from '../../lazily.js';
import { PUTS_ROUTES } from './frameworks/profile.js';
import { profiles } from './frameworks/profiles.js';
import { MANIFESTS } from './manifests.js';
import { resolve } from './resolve.js';

/** Names that a source binds at its top, by how its lines begin. */
const DECLARED = /^(?:class|def|async def)[ \t]{1,9}(\w+)|^(\w+)[ \t]{0,9}[=:][^=]/gm;

/** An app or router that another file makes is given to something: see `escapes`. */
const HANDS_ON = /\w\(\s{0,40}(?:\w{1,40}[._])?(?:app|application|api|router|blueprint|bp)\s{0,40}[,)]/;

/** What test runners collect, and what tests import. */
const TESTS = /^[ \t]{0,40}(?:async[ \t]{1,9})?def[ \t]{1,9}test_|^(?:from|import)[ \t]{1,9}(?:pytest|unittest|nose|locust)\b/m;

const reading = lazily('Python', () => import('./open.js'));
const finding = lazily('Python', () => import('./symbols.js'));

/** Python. */
export const python: Language = {
  id: 'python',
  title: 'Python',
  extensions: ['.py'],
  documents: ['.yml', '.yaml', '.json'],
  configFiles: MANIFESTS,
  frameworks: profiles,
  prepare: reading.load,
  candidate: (path, text, aspects) =>
    !(isNamedAsTest(nameOf(path)) && TESTS.test(text)) &&
    (HANDS_ON.test(text) || PUTS_ROUTES.test(text) || profiles.some((one) => isAsked(one, aspects) && one.signals(text, path))),
  extract: (path, text, aspects) => reading.loaded().extractFile(path, text, aspects),
  resolve,
  prepareSymbols: finding.load,
  symbols: (path, text) => finding.loaded().symbolsOf(path, text),
  declares: (_, text) => [...text.matchAll(DECLARED)].flatMap(([, made, held]) => made ?? held ?? []),
};
