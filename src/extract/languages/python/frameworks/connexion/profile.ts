import type { Profile } from '../profile.js';

/** What every file is asked for Connexion. */
export const connexionProfile: Profile = {
  id: 'python/connexion',
  title: 'Connexion',
  // a document may be added to an app of another file
  signals: (text) =>
    /^[ \t]{0,40}(?:from|import)[ \t]{1,9}connexion\b/m.test(text) ||
    /\.add_api\(\s{0,40}["'][^"'\n]{1,200}\.(?:ya?ml|json)["']/.test(text),
};

/** The export name of a document's route table: a word that every such document contains. */
export const TABLE = 'paths';
