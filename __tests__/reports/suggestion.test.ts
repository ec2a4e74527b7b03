import { renamed, renameOf, suggestionBody } from '../../src/reports/suggestion.js';
import { finding } from './sample.js';

const bornOn = [{ from: 'born_on', to: 'bornOn' }];

describe('a line is mended for certain where the name is the key of a member', () => {
  test.each([
    ['  born_on: string;', '  bornOn: string;'],
    ['  born_on?: string;', '  bornOn?: string;'],
    ['  public readonly born_on!: Date;', '  public readonly bornOn!: Date;'],
    ['  res.json({ born_on: author.born_on });', '  res.json({ bornOn: author.born_on });'],
    ["  'born_on': z.string(),", "  'bornOn': z.string(),"],
    ['  "born_on" : z.string(),', '  "bornOn" : z.string(),'],
    ['type Author = { name: string; born_on: string };', 'type Author = { name: string; bornOn: string };'],
    ['\tborn_on: { type: String },', '\tbornOn: { type: String },'],
  ])('%s', (line, mended) => {
    expect(renamed(line, bornOn)).toBe(mended);
  });

  test('with all the renames of the line', () => {
    const both = [...bornOn, { from: 'died_on', to: 'diedOn' }];
    expect(renamed('({ born_on: a, died_on: b })', both)).toBe('({ bornOn: a, diedOn: b })');
  });
});

describe('and not', () => {
  test.each([
    ['a shorthand', 'res.json({ born_on });'],
    ['a condition', 'const date = known ? born_on : undefined;'],
    ['a case', 'case born_on:'],
    ['another name', '  reborn_on: string; born_on_time: string;'],
    ['a text', '  const query = "{ born_on: 1 }";'],
    ['a comment', '  // born_on: the day of birth'],
    ['twice', '  [{ born_on: 1 }, { born_on: 2 }]'],
    ['a scope', 'born_on::first'],
    ['a line without it', '  name: string;'],
  ])('%s', (_, line) => {
    expect(renamed(line, bornOn)).toBeUndefined();
  });

  test('a name that needs quotes, or would end them', () => {
    expect(renamed('born_on: string', [{ from: 'born_on', to: 'born-on' }])).toBeUndefined();
    expect(renamed("'born_on': 1", [{ from: 'born_on', to: "born'+x+'" }])).toBeUndefined();
  });

  test('other problems than another case', () => {
    expect(renameOf(finding())).toBeUndefined();
    expect(renameOf(finding({ problem: 'case', promised: 'bornOn', actual: 'born_on' }))).toEqual({
      from: 'born_on',
      to: 'bornOn',
    });
  });
});

describe('the offer', () => {
  const violation = finding({ problem: 'case', promised: 'bornOn', actual: 'born_on' });

  test('says why, and holds the line as it should be', () => {
    expect(suggestionBody([violation], '\tbornOn: string;')).toBe(
      '`GET /books/{id}` promises `bornOn`, this sends `born_on` (CONTRACT-001).\n\n```suggestion\n\tbornOn: string;\n```',
    );
  });

  test('cannot be ended by the line itself', () => {
    expect(suggestionBody([violation], 'bornOn: `` ``` ``')?.split('\n').slice(2)).toEqual([
      '````suggestion',
      'bornOn: `` ``` ``',
      '````',
    ]);
  });

  test('is not made of a line with characters that nobody sees', () => {
    expect(suggestionBody([violation], 'bornOn: string; \u202e')).toBeUndefined();
  });
});
