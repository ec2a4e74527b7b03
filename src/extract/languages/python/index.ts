import { isNamedAsTest, nameOf } from '../../conventions.js';
import { isAsked, type Language, type Profile } from '../../extractor.js';
import { lazily } from '../../lazily.js';
import { eventProfiles } from './events/profiles.js';
import { PUTS_ROUTES } from './frameworks/profile.js';
import { frameworkProfiles } from './frameworks/profiles.js';
import { MANIFESTS } from './manifests.js';
import { resolve } from './resolve.js';

/**
 * Names that a source binds at top level, by the start of its lines; of Django also what a class sets, and (`SIMPLE_JWT.`) settings
 * that a file changes.
 */
const DECLARED =
  /^(?:class|def|async def)[ \t]{1,9}(\w+)|^(\w+|[ \t]{1,9}(?:default_auto_field|SIMPLE_JWT))[ \t]{0,9}[=:][^=]|^[ \t]{0,9}(SIMPLE_JWT)[ \t]{0,9}[[.|]/gm;

/** Code passes an app or router of another file to a function: see `escapes`. */
const HANDS_ON = /\w\(\s{0,40}(?:\w{1,40}[._])?(?:app|application|api|router|blueprint|bp)\s{0,40}[,)]/;

/** Functions that test runners collect, and imports of test libraries. */
const TESTS = /^[ \t]{0,40}(?:async[ \t]{1,9})?def[ \t]{1,9}test_|^(?:from|import)[ \t]{1,9}(?:pytest|unittest|nose|locust)\b/m;

const reading = lazily('Python', () => import('./open.js'));
const finding = lazily('Python', () => import('./symbols.js'));

const profiles: readonly Profile[] = [...Object.values(frameworkProfiles), ...Object.values(eventProfiles)];

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
  extract: (path, text, aspects, read) => reading.loaded().extractFile(path, text, aspects, read),
  resolve,
  prepareSymbols: finding.load,
  symbols: (path, text) => finding.loaded().symbolsOf(path, text),
  declares: (_, text) =>
    [...text.matchAll(DECLARED)].flatMap(([, made, stored, changed]) => made ?? stored?.trim() ?? `${changed}.`),
};
