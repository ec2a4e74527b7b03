import { renamed, renameOf, suggestionBody } from '../../src/reports/suggestion.js';
import { finding } from './sample.js';

const bornOn = [{ from: 'born_on', to: 'bornOn' }];

describe('a line is fixed for certain where the name is the key of a member', () => {
  test.each([
    ['  born_on: string;', '  bornOn: string;'],
    ['  born_on?: string;', '  bornOn?: string;'],
    ['  public readonly born_on!: Date;', '  public readonly bornOn!: Date;'],
    ['  res.json({ born_on: author.born_on });', '  res.json({ bornOn: author.born_on });'],
    ["  'born_on': z.string(),", "  'bornOn': z.string(),"],
    ['  "born_on" : z.string(),', '  "bornOn" : z.string(),'],
    ['type Author = { name: string; born_on: string };', 'type Author = { name: string; bornOn: string };'],
    ['\tborn_on: { type: String },', '\tbornOn: { type: String },'],
  ])('%s', (line, fixed) => {
    expect(renamed(line, bornOn)).toBe(fixed);
  });

  test.each([
    ['\tBornOn string `json:"born_on"`', '\tBornOn string `json:"bornOn"`'],
    ['\tBornOn string `db:"birth" json:"born_on,omitempty"`', '\tBornOn string `db:"birth" json:"bornOn,omitempty"`'],
    ['  @JsonProperty("born_on") private String date;', '  @JsonProperty("bornOn") private String date;'],
    ['  @JsonProperty(value = "born_on")', '  @JsonProperty(value = "bornOn")'],
    ['  @SerialName("born_on") val date: String,', '  @SerialName("bornOn") val date: String,'],
    ['  @field:JsonProperty("born_on") val born_on: String,', '  @field:JsonProperty("bornOn") val born_on: String,'],
    [
      '  [JsonPropertyName("born_on")] public string Date { get; set; }',
      '  [JsonPropertyName("bornOn")] public string Date { get; set; }',
    ],
    [
      'record Author([property: JsonPropertyName("born_on")] string Date);',
      'record Author([property: JsonPropertyName("bornOn")] string Date);',
    ],
    ['    born: date = Field(alias="born_on")', '    born: date = Field(alias="bornOn")'],
    [
      "    born_on: date = Field(..., serialization_alias='born_on')",
      "    born_on: date = Field(..., serialization_alias='bornOn')",
    ],
  ])('the name that a serializer is given: %s', (line, fixed) => {
    expect(renamed(line, bornOn)).toBe(fixed);
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
    ['a tag that no JSON is made of', '\tBornOn string `db:"born_on"`'],
    ['a name in several tags', '\tBornOn string `db:"born_on" json:"born_on"`'],
    ['two aliases', '    born: date = Field(validation_alias="born_on", serialization_alias="born_on")'],
    ['an alias for reading', '    born: date = Field(validation_alias="born_on")'],
    ['a tag in a comment', '\t// BornOn string `json:"born_on"`'],
    ['an annotation in a comment', ' * @JsonProperty("born_on")'],
    ['an annotation in a text', '  String s = "@JsonProperty(\\"born_on\\")";'],
    ['a part of a name', '  @JsonProperty("born_on_day") private String date;'],
    ['another argument', '  log.info(title="born_on")'],
  ])('%s', (_, line) => {
    expect(renamed(line, bornOn)).toBeUndefined();
  });

  test('a name that needs quotes, or would end them', () => {
    expect(renamed('born_on: string', [{ from: 'born_on', to: 'born-on' }])).toBeUndefined();
    expect(renamed("'born_on': 1", [{ from: 'born_on', to: "born'+x+'" }])).toBeUndefined();
    for (const to of ['born,on', 'born`on', 'born"on', '$born', '-\u2028']) {
      expect(renamed('\tBornOn string `json:"born_on"`', [{ from: 'born_on', to }])).toBeUndefined();
    }
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
