import type { Profile } from '../../../../extractor.js';

/** A file names hapi, or has objects in the form of hapi's routes or plugins. */
const SIGNALS = /\bhapi\b|\bHapi\b|\bserver\.(?:route|register)\(|\bResponseToolkit\b|\bServerRoute\b/;
const DESCRIBES = /\bmethod\s*:[^\n]{0,80}/;
const PATH = /\bpath\s*:/;
const HOW = /\b(?:handler|config|options)\b/;
const TEST_IMPORTS =
  /(?:from\s{0,9}|require\(\s{0,9}|import\s{0,9})["'](?:@hapi\/lab|lab|@hapi\/code|@jest\/globals|vitest|mocha|chai|sinon|node:test)["']|\bjest\.mock\(/;

/** Documentation and signals of the hapi reader, in a module that does not load the parser. */
export const hapiProfile: Profile = {
  id: 'typescript/hapi',
  title: 'hapi',
  signals: (text) =>
    (SIGNALS.test(text) || (DESCRIBES.test(text) && PATH.test(text) && HOW.test(text))) && !TEST_IMPORTS.test(text),
};
