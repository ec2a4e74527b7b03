import type { Profile } from '../profile.js';

/** What the reader of Connexion resolves, and what it leaves open. */
export const connexionProfile: Profile = {
  id: 'python/connexion',
  title: 'Connexion',
  resolves: [
    '`add_api(document)`: the OpenAPI document is the table of routes, `operationId` (with `x-openapi-router-controller`) names the function that answers',
    '`base_path`, `specification_dir`; what the functions return, as Flask has it',
  ],
  gaps: ['functions that a resolver finds by the path', 'documents that are made when the service runs'],
  signals: (text) => /^[ \t]{0,40}(?:from|import)[ \t]{1,9}connexion\b/m.test(text),
};

/** The export of a document that is its table of routes: a word of every such document. */
export const TABLE = 'paths';
