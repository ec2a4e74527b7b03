import { withoutSwallowed, withoutTexts } from './test-code.js';

/** Words that begin an assertion in the test frameworks of the supported languages. */
const ASSERTION =
  /\b(?:assert\w*|Assert\w*|expect\w*|should\w*|Should\w*|[vV]erify\w*|check\w*|require\w*|raises|throws\w*|rejects\w*|fail\w*|Fail\w*|Error\w*|Fatal\w*|equal\w*|is|ok)\b(?=[ \t]?[.([{]|[ \t]+[^\s=])/g;
/** Fails by itself, whatever its arguments are. */
const FAILS = /^(?:fail|Fail|AssertionError|Error|Fatal|raises|throws|rejects)/;
/** Before `Error`: `t.Error(` and what is thrown fail; an error that is only made, or told as a text, does not. */
const FAILS_BY_ERROR = /(?:\bthrow |\bthrow new |\braise |(?<!\berr|\bhttp)\.)$/;
/** Assertions by a method, whose arguments may be numbers: `.expect(200)`, `.statusCode(200)`. */
const BY_METHOD = /\.(?:expect\(\d|statusCode\(\d|andExpect\(|andExpectAll\(|deepEqual\([A-Za-z_])/;
/** Where a test is declared, in the frameworks of the supported languages. */
const TEST =
  /(?<![.\w])(?:test|it)(?:\(|\.each|\.only|\.concurrent)|\bdef test|\bfunc Test|@Test\b|@ParameterizedTest\b|\[(?:Fact|Theory|Test|TestMethod|TestCase)\b/;
/** What an assertion may look at, in characters. */
const LOOKED_AT = 400;
/** Words that are no value of the code under test. */
const CONSTANTS: ReadonlySet<string> = new Set(
  'true false null undefined None True False nil strictEqual deepStrictEqual equal ok is t self not and or'.split(' '),
);
/** Holds whatever the other side is. */
const ALWAYS_TRUE = /\|\| ?true\b|\btrue ?\|\||\bor True\b|\bTrue or\b/;
/** Both sides of `(a).toBe(a)`, of `(a, a)` and of `a == a`; what is called may give another value each time. */
const SIDES = [
  /^\(([^()]{1,200})\)\.\w{1,40}\(([^()]{1,200})\)/,
  /^(?:\.\w{1,40})?\(([^(),]{1,200}),([^(),]{1,200})[,)]/,
  /^[ \t]([^()=]{1,200})==([^()=]{1,200})$/,
];

/** Whether a test file has an assertion about something other than constants, which alone can fail. */
export function hasAssertion(text: string): boolean {
  const code = withoutSwallowed(withoutTexts(text));
  if (BY_METHOD.test(code)) return true;
  let seen = 0;
  for (const { 0: word, index } of code.matchAll(ASSERTION)) {
    const at = index + word.length;
    if (index < seen || /^(?:require|import)\(/.test(`${word}${code.charAt(at)}`) || isDeclared(code, index, at)) continue;
    if ((word === 'is' || word === 'ok') && code.charAt(at) !== '(') continue;
    if (/^(?:Assertion)?Error/.test(word) && !FAILS_BY_ERROR.test(code.slice(Math.max(0, index - 60), index))) continue;
    if (FAILS.test(word)) return true;
    const end = at + lengthOfStatement(code.slice(at, at + LOOKED_AT));
    if (word === 'expect' && code.charAt(index - 1) !== '.' && isWithoutMatcher(code.slice(at, at + LOOKED_AT))) continue;
    // Of `expect(a).toBe(b)` all words are looked at with the first.
    seen = end;
    if (canFail(subjectOf(code, word, index) + code.slice(at, end), text.slice(at, end))) return true;
  }
  return false;
}

/** Whether a file declares tests: helpers and data beside them need no assertion. */
export function hasTest(text: string): boolean {
  return TEST.test(withoutTexts(text));
}

/** @param written the same with its texts: two that differ are no self-comparison */
function canFail(statement: string, written: string): boolean {
  if (ALWAYS_TRUE.test(statement)) return false;
  const [, one, other] = SIDES.map((form) => form.exec(written)).find((found) => found !== null) ?? [];
  if (one !== undefined && one.trim() === other?.trim()) return false;
  // Names of matchers, which follow a call, and of the function itself are no values.
  const values = statement.replace(/\)\s{0,200}\.[\w.]*/g, ')').replace(/^\.\w+/, ' ');
  return (values.match(/[A-Za-z_]\w*/g) ?? []).some((each) => !CONSTANTS.has(each));
}

/** `should`, `.expectStatus()` and `.assert_called()` look at what stands before them, up to the start of its statement. */
function subjectOf(code: string, word: string, index: number): string {
  if (!/^should/i.test(word) && !(/^(?:expect|assert_)/.test(word) && code.charAt(index - 1) === '.')) return '';
  const before = code.slice(Math.max(0, index - LOOKED_AT), index);
  return before.slice(Math.max(...[';', '{', '}', '\n'].map((end) => before.lastIndexOf(end))) + 1);
}

/** `const assert = ...`, `import assert`, `function check(`, `{ assert, equal }`: a name, not its use. */
function isDeclared(code: string, from: number, to: number): boolean {
  const before = code.slice(Math.max(0, from - 40), from);
  if (/\b(?:const|let|var|import|from|function|def|func)[ \t]{1,20}$/.test(before)) return true;
  return /[{,][ \t]{1,20}$/.test(before) && /^[ \t]{0,20}[,}]/.test(code.slice(to, to + 21));
}

/** `expect(a);` compares nothing; `expect(5) { a() }` does. */
function isWithoutMatcher(text: string): boolean {
  if (!text.startsWith('(')) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (text.charAt(at) === '(') depth += 1;
    else if (text.charAt(at) === ')') depth -= 1;
    if (depth === 0) return at + 1 < text.length && !/^\s{0,300}[.!?{]/.test(text.slice(at + 1));
  }
  return false;
}

/** Up to the end of the statement; a line that begins with a point goes on with it. */
function lengthOfStatement(text: string): number {
  let depth = 0;
  let end = 0;
  for (; end < text.length; end += 1) {
    const character = text.charAt(end);
    if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) depth -= 1;
    if (depth < 0 || (depth === 0 && (character === ';' || (character === '\n' && !/^\s{0,100}\./.test(text.slice(end)))))) break;
  }
  return end;
}
