/** Languages of progress messages (REQ-BAP-009: eight; it names only English and Spanish). */
export const LANGUAGES = ['en', 'es', 'pt', 'fr', 'de', 'it', 'nl', 'ru'] as const;
export type Language = (typeof LANGUAGES)[number];

const NAMES: ReadonlyMap<string, Language> = new Map([
  ['english', 'en'],
  ['spanish', 'es'],
  ['español', 'es'],
  ['portuguese', 'pt'],
  ['português', 'pt'],
  ['french', 'fr'],
  ['français', 'fr'],
  ['german', 'de'],
  ['deutsch', 'de'],
  ['italian', 'it'],
  ['italiano', 'it'],
  ['dutch', 'nl'],
  ['nederlands', 'nl'],
  ['russian', 'ru'],
  ['русский', 'ru'],
]);

/** A language by its name, its tag or a locale (`Spanish`, `pt-BR`, `de_CH.UTF-8`); English for others. */
export function languageOf(given: string): Language {
  const word = given.slice(0, 100).trim().toLowerCase();
  const tag = word.split(/[-_.@:]/)[0] ?? '';
  return NAMES.get(word) ?? LANGUAGES.find((language) => language === tag) ?? 'en';
}

/** The variables of a terminal's language. */
export interface Locale {
  readonly LC_ALL?: string | undefined;
  readonly LC_MESSAGES?: string | undefined;
  readonly LANG?: string | undefined;
}

/** The requested language, else the environment's, with the precedence of terminal programs. */
export function chosenLanguage(option: string | undefined, env: Locale): Language {
  const given = [option, env.LC_ALL, env.LC_MESSAGES, env.LANG].find((each) => each !== undefined && each !== '');
  return languageOf(given ?? '');
}
