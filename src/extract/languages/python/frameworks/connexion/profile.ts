import type { Profile } from '../profile.js';

/** What the extractor resolves for Connexion, and what stays unresolved. */
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

/** The export name of a document's route table: a word that every such document contains. */
export const TABLE = 'paths';
