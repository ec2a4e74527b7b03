/** Words that begin an assertion in the test frameworks of the supported languages. */
const ASSERTION =
  /\b(?:assert\w*|Assert\w*|expect\w*|should\w*|Should\w*|verify\w*|check\w*|require\w*|raises|throws\w*|rejects\w*|fail\w*|Fail\w*|Error\w*|Fatal\w*|equal\w*|is|ok|toBe\w*|toEqual\w*)\b(?=[ \t]?[.([{]|[ \t]+[^\s=])/g;
/** Fails by itself, whatever its arguments are. */
const FAILS = /^(?:fail|Fail|Error|Fatal|raises|throws|rejects)/;
/** Before `Error`: `t.Error(` and what is thrown fail; an error that is only made, or told as a text, does not. */
const FAILS_BY_ERROR = /(?:\bthrow |\bthrow new |(?<!\berr|\bhttp)\.)$/;
/** Assertions by a method, whose arguments may be numbers: `.expect(200)`, `.statusCode(200)`. */
const BY_METHOD = /\.(?:expect\(\d|statusCode\(\d|andExpect\(|andExpectAll\(|deepEqual\([A-Za-z_])/;
/** Where a test is declared, in the frameworks of the supported languages. */
const TEST =
  /(?<![.\w])(?:test|it)(?:\(|\.each|\.only|\.concurrent)|\bdef test|\bfunc Test|@Test\b|@ParameterizedTest\b|\[(?:Fact|Theory|Test|TestMethod|TestCase)\b/;
/** What an assertion may look at, in characters. */
const LOOKED_AT = 400;
/** Roughly: what stands between quotes of one line. */
const LITERAL = /["'`][^"'`\n]{0,300}["'`]/g;
/** Words that are no value of the code under test. */
const CONSTANTS: ReadonlySet<string> = new Set(
  'true false null undefined None True False nil strictEqual deepStrictEqual equal ok is t self not and or'.split(' '),
);

/** Whether a test file has an assertion about something other than constants, which alone can fail. */
export function hasAssertion(text: string): boolean {
  const code = text.split('\n').map(withoutComment).join('\n').replace(LITERAL, ' ');
  if (BY_METHOD.test(code)) return true;
  for (const { 0: word, index } of code.matchAll(ASSERTION)) {
    if (/\b(?:require|import)$/.test(word) || isDeclared(code, index)) continue;
    if (word.startsWith('Error') && !FAILS_BY_ERROR.test(code.slice(Math.max(0, index - 60), index))) continue;
    if (FAILS.test(word)) return true;
    const words = argumentsOf(code.slice(index + word.length, index + word.length + LOOKED_AT)).match(/[A-Za-z_]\w*/g) ?? [];
    if (words.some((each) => !CONSTANTS.has(each) && !/^to(?:Be|Equal)/.test(each))) return true;
  }
  return false;
}

/** Whether a file declares tests: helpers and data beside them need no assertion. */
export function hasTest(text: string): boolean {
  return text.split('\n').some((line) => TEST.test(withoutComment(line)));
}

function withoutComment(line: string): string {
  const first = line.trimStart();
  if (first.startsWith('#') || first.startsWith('*') || first.startsWith('/*')) return '';
  const at = line.indexOf('//');
  return at === -1 || line.charAt(at - 1) === ':' ? line : line.slice(0, at);
}

/** `const assert = ...`, `import assert`, `function check(`: a name, not its use. */
function isDeclared(code: string, at: number): boolean {
  return /(?:\b(?:const|let|var|import|from|function|def|func)|[{,])[ \t]{1,20}$/.test(code.slice(Math.max(0, at - 40), at));
}

/** The text up to the end of the statement. */
function argumentsOf(text: string): string {
  let depth = 0;
  let end = 0;
  for (; end < text.length; end += 1) {
    const character = text.charAt(end);
    if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) depth -= 1;
    if (depth < 0 || (depth === 0 && (character === ';' || character === '\n'))) break;
  }
  return text.slice(0, end).replace(/^\.\w+/, ' ');
}
