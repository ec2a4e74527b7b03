import { PHASES } from '../../../src/builder/agent-names.js';
import { chosenLanguage, LANGUAGES, languageOf } from '../../../src/builder/phases/language.js';
import { texts } from '../../../src/builder/phases/message-texts.js';
import { interruptedMessage, phaseMessage } from '../../../src/builder/phases/messages.js';

// Shows TEST-BAP-009a by builder/phases/messages.ts
test('all seven phases have a message in English', () => {
  const messages = PHASES.map((phase) => phaseMessage(phase, 'en'));
  expect(new Set(messages).size).toBe(7);
  expect(messages[0]).toBe('Analysing what is asked for…');
});

// Shows TEST-BAP-009f by builder/phases/messages.ts
test('delivery has one in English', () => {
  expect(phaseMessage('delivery', 'English')).toBe('Writing documentation and delivering…');
});

// Shows TEST-BAP-009c by builder/phases/messages.ts
test('all seven phases have a message in Spanish', () => {
  const messages = PHASES.map((phase) => phaseMessage(phase, 'Spanish'));
  expect(new Set(messages).size).toBe(7);
  expect(messages[4]).toBe('Verificando que funciona…');
});

// Shows REQ-BAP-009 by builder/phases/messages.ts; TEST-BAP-009b by builder/phases/messages.ts
test('all eight languages have every message, each its own', () => {
  expect(LANGUAGES).toHaveLength(8);
  for (const phase of PHASES) {
    const messages = LANGUAGES.map((language) => phaseMessage(phase, language));
    expect(messages.filter((message) => message.trim() === '')).toEqual([]);
    expect(new Set(messages).size).toBe(8);
  }
  expect(new Set(LANGUAGES.map(interruptedMessage)).size).toBe(8);
});

test('there is no text besides those that are shown', () => {
  for (const language of LANGUAGES) {
    expect(Object.keys(texts[language]).sort()).toEqual(['interrupted', 'other', 'phases']);
    expect(texts[language].other).toContain('{step}');
  }
});

// Shows TEST-BAP-009d by builder/phases/messages.ts
test.each(['klingon', 'zh', '', 'C', 'POSIX', '../en', 'constructor'])(
  'a language that is none of ours is English: %j',
  (language) => {
    expect(phaseMessage('qa', language)).toBe(phaseMessage('qa', 'en'));
  },
);

// Shows TEST-BAP-009e by builder/phases/messages.ts
test('a step other than a phase is reported by its name', () => {
  expect(phaseMessage('hunt', 'de')).toBe('In Arbeit: hunt…');
  expect(phaseMessage('99', 'en')).toBe('Working: 99…');
  expect(phaseMessage('toString', 'en')).toBe('Working: toString…');
  expect(phaseMessage('$&', 'en')).toBe('Working: $&…');
});

test.each([
  ['pt-BR', 'pt'],
  ['pt_BR.UTF-8', 'pt'],
  ['de_CH@euro', 'de'],
  ['FR', 'fr'],
  ['Russian', 'ru'],
  ['Español', 'es'],
  ['nl-BE', 'nl'],
  ['it:en', 'it'],
  ['english', 'en'],
  ['dear', 'en'],
])('%s is %s', (stated, language) => {
  expect(languageOf(stated)).toBe(language);
});

test('an option counts before the environment, and there as programs on a terminal have it', () => {
  expect(chosenLanguage('fr', { LANG: 'de_DE.UTF-8' })).toBe('fr');
  expect(chosenLanguage(undefined, { LC_ALL: 'nl_NL', LC_MESSAGES: 'it_IT', LANG: 'de_DE' })).toBe('nl');
  expect(chosenLanguage('', { LC_ALL: '', LC_MESSAGES: 'it_IT', LANG: 'de_DE' })).toBe('it');
  expect(chosenLanguage(undefined, { LANG: 'ru_RU.UTF-8' })).toBe('ru');
  expect(chosenLanguage(undefined, {})).toBe('en');
});
