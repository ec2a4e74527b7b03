import { suppressionsFor } from '../../src/contracts/suppressions.js';

const finding = (file_path: string, line: number, promisedAt = { file: 'openapi.yaml', line: 1, column: 1 }) => ({
  file_path,
  line,
  promisedAt,
});
type Finding = ReturnType<typeof finding>;

async function suppressed(files: Readonly<Record<string, string>>, one: Finding, base?: Readonly<Record<string, string>>) {
  const baseText = base === undefined ? undefined : (file: string) => Promise.resolve(base[file]);
  const { entries, notices } = await suppressionsFor([one], { text: (file) => files[file], baseText }, () => undefined);
  return { entries: entries.map(({ rule, field, reason, writtenAt }) => [rule, field, reason, writtenAt]), notices };
}

const NOTHING = { entries: [], notices: [] };

describe('a comment', () => {
  test.each([
    ['the line before', 'a.ts', '// tallystick-ignore CONTRACT-001 id: agreed\nsend();', 2],
    ['the same line', 'a.go', 'send() // tallystick-ignore CONTRACT-001 id: agreed', 1],
    ['the same line, in Python', 'a.py', 'send()  # tallystick-ignore CONTRACT-001 id: agreed', 1],
    ['a block', 'A.java', '/* tallystick-ignore CONTRACT-001 id: agreed */\nsend();', 2],
    ['the middle of a block', 'A.kt', '/*\n * tallystick-ignore CONTRACT-001 id: agreed', 2],
    ['documentation', 'A.cs', '/// tallystick-ignore CONTRACT-001 id: agreed\nSend();', 2],
    ['one of several lines', 'a.js', '// tallystick-ignore CONTRACT-001 id: agreed\n// tallystick-ignore: odd\nsend()', 3],
    ['a contract in YAML', 'openapi.yaml', '# tallystick-ignore CONTRACT-001 id: agreed\nid: {}', 2],
  ])('on %s is beside it', async (_, file, text, line) => {
    const { entries } = await suppressed({ [file]: text }, finding(file, line));
    expect(entries).toEqual([['CONTRACT-001', 'id', 'agreed', expect.stringContaining(`${file}:`)]]);
  });

  test.each([
    ['two lines above', '// tallystick-ignore CONTRACT-001 id: agreed\n\nsend();', 3],
    ['behind the code above', 'other(); // tallystick-ignore CONTRACT-001 id: agreed\nsend();', 2],
    ['below', 'send();\n// tallystick-ignore CONTRACT-001 id: agreed', 1],
    ['in a text', "send('tallystick-ignore CONTRACT-001 id: agreed');", 1],
  ])('%s is not', async (_, text, line) => {
    expect(await suppressed({ 'a.ts': text }, finding('a.ts', line))).toEqual(NOTHING);
  });

  test.each([
    ['without a reason', 'CONTRACT-001 id', 'it gives no reason'],
    ['with an empty reason', 'CONTRACT-001 id:  ', 'it gives no reason'],
    ['without a rule', ': agreed', 'it names no rule'],
    ['for all rules', '*: agreed', 'it names no rule'],
    ['with more than a field', 'CONTRACT-001 id name: agreed', 'it names no rule'],
  ])('%s is not obeyed, and that is told', async (_, says, why) => {
    const { entries, notices } = await suppressed({ 'a.ts': `send(); // tallystick-ignore ${says}` }, finding('a.ts', 1));
    expect({ entries, notices }).toEqual({
      entries: [],
      notices: [expect.stringContaining(`\`tallystick-ignore\` in a.ts:1 has no effect: ${why}`)],
    });
  });
});

describe('an extension of a contract', () => {
  const YAML = `openapi: 3.0.0
paths:
  /books:
    get:
      x-tallystick-ignore: 'CONTRACT-001 id: agreed'
      responses:
        '200': {}
    post: {}
`;
  const at = (line: number, column: number) => finding('a.ts', 1, { file: 'openapi.yaml', line, column });

  test('holds for what it stands in, and for nothing beside it', async () => {
    const get = await suppressed({ 'openapi.yaml': YAML }, at(4, 5));
    const response = await suppressed({ 'openapi.yaml': YAML }, at(7, 9));
    expect(get.entries).toEqual([['CONTRACT-001', 'id', 'agreed', 'openapi.yaml:5']]);
    expect(response).toEqual(get);
    expect(await suppressed({ 'openapi.yaml': YAML }, at(8, 5))).toEqual(NOTHING);
    expect(await suppressed({ 'openapi.yaml': YAML }, at(3, 3))).toEqual(NOTHING);
  });

  test('holds for its own part of a contract of one line', async () => {
    const json = '{"get":{"x-tallystick-ignore":["CONTRACT-002: later"],"a":1},"post":{"a":1}}';
    const beside = (column: number) =>
      suppressed({ 'openapi.json': json }, finding('a.ts', 1, { file: 'openapi.json', line: 1, column }));
    expect((await beside(json.indexOf('"a"') + 1)).entries).toHaveLength(1);
    expect(await beside(json.lastIndexOf('"a"') + 1)).toEqual(NOTHING);
  });

  test.each([['true'], ["'CONTRACT-001'"], ['{ rule: CONTRACT-001 }']])('that says %s is not obeyed', async (value) => {
    const { entries, notices } = await suppressed({ 'openapi.yaml': `x-tallystick-ignore: ${value}\ninfo: {}\n` }, at(2, 1));
    expect([entries, notices]).toEqual([[], [expect.stringContaining('in openapi.yaml:1 has no effect')]]);
  });
});

describe('on a pull request', () => {
  const SAYS = '// tallystick-ignore CONTRACT-001 id: agreed';
  const head = { 'a.ts': `first();\n${SAYS}\nsend();\n` };
  const known = {
    entries: [],
    notices: ['`tallystick-ignore` in a.ts:2 has no effect: the base revision does not have it there.'],
  };

  test.each([
    ['the base has it, on another line', `${SAYS}\nsend();\n`, true],
    ['the base has it in another file', undefined, false],
    ['the change adds it', 'first();\nsend();\n', false],
    ['the change moves it to other code', `${SAYS}\nfirst();\nsend();\n`, false],
    ['the change edits its reason', `${SAYS}!\nsend();\n`, false],
  ])('%s', async (_, base, obeyed) => {
    const found = await suppressed(head, finding('a.ts', 3), base === undefined ? {} : { 'a.ts': base });
    if (obeyed) expect(found).toMatchObject({ entries: [['CONTRACT-001', 'id', 'agreed', 'a.ts:2']], notices: [] });
    else expect(found).toEqual(known);
  });

  test('a copy of what the base has once is not obeyed, nor is the original told apart from it', async () => {
    const twice = { 'a.ts': `${SAYS}\nsend();\n${SAYS}\nsend();\n` };
    expect((await suppressed(twice, finding('a.ts', 4), { 'a.ts': `${SAYS}\nsend();\n` })).entries).toEqual([]);
    expect((await suppressed(twice, finding('a.ts', 4), twice)).entries).toHaveLength(1);
  });

  test('an extension counts in the place where the base has it', async () => {
    const text = "info: {}\na: { x-tallystick-ignore: 'CONTRACT-001: agreed', b: 1 }\n";
    const at = finding('a.ts', 1, { file: 'openapi.yaml', line: 2, column: 1 });
    expect((await suppressed({ 'openapi.yaml': text }, at, { 'openapi.yaml': `${text}c: 1\n` })).entries).toHaveLength(1);
    const moved = await suppressed({ 'openapi.yaml': text }, at, { 'openapi.yaml': text.replace('a:', 'c:') });
    expect([moved.entries, moved.notices.length]).toEqual([[], 1]);
  });
});
