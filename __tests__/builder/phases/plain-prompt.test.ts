import fc from 'fast-check';
import { prompt } from '../../../src/builder/phases/blocks.js';
import { phases } from '../../../src/builder/phases/index.js';
import { plainPrompt } from '../../../src/builder/phases/plain-prompt.js';

/** Where `claude` 2.1.329 was seen to read the file that is mentioned, in print mode. */
const MENTIONED = /(?:^|\s)@\S/;

test.each(['@notes.txt', 'see @/etc/passwd', 'a\n@"my notes"', '\t@./x', 'x\u3000@y', '\u00a0@y'])(
  'no file is mentioned in %j',
  (text) => {
    expect(MENTIONED.test(text)).toBe(true);
    expect(MENTIONED.test(plainPrompt(text))).toBe(false);
    expect(plainPrompt(text)).toBe(text.replace('@', '\\@'));
  },
);

test.each(['me@example.org', '`@Get()`', '(@scope/pkg)', '/work/@scope/books', '\\@x'])(
  'what mentions none stays: %j',
  (text) => {
    expect(plainPrompt(`x${text}`)).toBe(`x${text}`);
  },
);

test.each(['/evil and more', '--debug-file=/tmp/x', '!touch x', '# remember', ' \n /evil'])('%j is no command', (text) => {
  expect(plainPrompt(text)).toBe(`Task: ${text.trimStart()}`);
});

// Shows TEST-BAP-003g by builder/phases/plain-prompt.ts; TEST-BAP-003h by builder/phases/plain-prompt.ts
// Shows TEST-BAP-003k by builder/phases/plain-prompt.ts
test('whatever a prompt holds, it mentions no file and begins with no command', () => {
  const piece = fc.constantFrom('@', ' ', '\n', '/', '-', 'a', '\\', '\u3000', '"', '📚', '\ufeff', '\u200b', '!', '#');
  fc.assert(
    fc.property(
      fc.array(piece).map((pieces) => pieces.join('')),
      (text) => {
        const plain = plainPrompt(text);
        expect(plain).not.toMatch(MENTIONED);
        expect(plain).not.toMatch(/^[/!#-]/);
        expect(plainPrompt(plain)).toBe(plain);
      },
    ),
  );
});

test('all prompts are such', () => {
  expect(prompt('Begin.', 'see @x')).toBe('Begin.\n\nsee \\@x');
  const hostile = '@/etc/passwd /evil';
  const context = { request: hostile, discovery: hostile, brief: hostile, milestone: hostile, again: hostile };
  for (const { message } of phases) {
    const text = message({ ...context, project_dir: '/work/books', project_name: hostile, skills_dir: 'skills' });
    expect(text).not.toMatch(MENTIONED);
  }
});
