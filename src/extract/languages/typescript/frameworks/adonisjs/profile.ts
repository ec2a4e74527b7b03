import type { Profile } from '../../../../extractor.js';

/** Documentation and signals of the AdonisJS reader, in a module that does not load the parser. */
export const adonisjsProfile: Profile = {
  id: 'typescript/adonisjs',
  title: 'AdonisJS',
  signals: (text) =>
    /["'](?:@adonisjs\/core\/(?:services\/router|http|types\/http)|@ioc:Adonis\/Core\/(?:Route|HttpContext))["']/.test(text),
};
