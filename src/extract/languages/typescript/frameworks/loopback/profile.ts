import type { Profile } from '../../../../extractor.js';

/** What starts an application need not name a package. */
const STARTS = /\bnew [A-Z]\w{0,60}App(?:lication)?\(/;
const SIGNALS = /["']@loopback\/(?:rest|openapi-v3|core|context)["']/;

/** Documentation and signals of the LoopBack 4 reader, in a module that does not load the parser. */
export const loopbackProfile: Profile = {
  id: 'typescript/loopback',
  title: 'LoopBack 4',
  signals: (text) => (text.includes('@loopback/') && SIGNALS.test(text)) || (text.includes('.boot()') && STARTS.test(text)),
};
