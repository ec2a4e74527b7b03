import type { Profile } from '../profile.js';

/** What every file is asked for Connexion. */
export const connexionProfile: Profile = {
  id: 'python/connexion',
  title: 'Connexion',
  signals: (text) => /^[ \t]{0,40}(?:from|import)[ \t]{1,9}connexion\b/m.test(text),
};

/** The export name of a document's route table: a word that every such document contains. */
export const TABLE = 'paths';
