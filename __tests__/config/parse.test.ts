import { parseConfig } from '../../src/config/parse.js';
import { UserError } from '../../src/model/user-error.js';

function mistakeIn(text: string): UserError {
  try {
    parseConfig(text, '.tallystick.yml');
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
  throw new Error('It was accepted.');
}

describe('a configuration', () => {
  // Shows TECH-008 by config/parse.ts; TEST-013 by config/parse.ts; TECH-021 by config/parse.ts; TEST-026 by config/parse.ts
  // Shows TECH-027 by config/parse.ts; TECH-039 by config/parse.ts; TEST-074; TEST-088 by config/parse.ts
  test('says only what is written in it, and where', () => {
    const file = parseConfig(
      '# ours\nbase_path: /api\nseverity:\n  CONTRACT-001/extra: off\ncontracts:\n  - api/*.yaml\n',
      '.tallystick.yml',
    );
    expect(file.values).toEqual({ base_path: '/api', severity: { 'CONTRACT-001/extra': 'off' }, contracts: ['api/*.yaml'] });
    expect(file.locate(['base_path'])).toEqual({ file: '.tallystick.yml', line: 2, column: 1 });
    expect(file.locate(['severity', 'CONTRACT-001/extra'])).toMatchObject({ line: 4, column: 3 });
    expect(file.locate(['contracts', 0])).toMatchObject({ line: 6 });
  });

  // Shows TECH-008; TEST-013; TECH-021; TEST-026; TECH-027; TECH-039; INT-006; TEST-070; TEST-088
  test.each(['', '# nothing yet\n', '---\n', '{}'])('may be empty: %j', (text) => {
    expect(parseConfig(text, '.tallystick.yml').values).toEqual({});
  });

  test('an unknown option is refused with its line and the nearest one', () => {
    const mistake = mistakeIn('max_violations: 5\ncontract_scans:\n  missing_endpoints_scan: false\n');
    expect(mistake.message).toBe('`missing_endpoints_scan` is not an option of `contract_scans`.');
    expect(mistake.hint).toBe('Did you mean `missing_endpoint_scan`?');
    expect(mistake.location).toMatchObject({ file: '.tallystick.yml', line: 3 });
  });

  test('an option in the wrong section is sent to its own', () => {
    expect(mistakeIn('shared_model_scan: false\n').hint).toBe('It belongs in the section `contract_scans`.');
  });

  test('an unknown key of an entry in a list is refused as well', () => {
    const mistake = mistakeIn('ignore:\n  - rule: x\n    reason: y\n    feild: z\n');
    expect(mistake.hint).toBe('Did you mean `field`?');
    expect(mistake.location).toMatchObject({ line: 4 });
  });

  test('an option that resembles none is answered with those there are', () => {
    expect(mistakeIn('colour: blue\n').hint).toContain('Known here: contracts, services, base_path');
  });

  test.each([
    ['max_violations: many\n', '`max_violations` must be a number, not `many`.', 1],
    ['max_violations: "5"\n', '`max_violations` must be a number, not the text `5`.', 1],
    ['max_violations: 1e99\n', '`max_violations` must be at most 9007199254740991, not `1e+99`.', 1],
    ['max_violations: 0\n', '`max_violations` must be at least 1, not `0`.', 1],
    ['max_violations: 1.5\n', '`max_violations` must be a whole number, not `1.5`.', 1],
    ['contracts: api.yaml\n', '`contracts` must be a list, not `api.yaml`.', 1],
    ['contracts:\n  - a.yaml\n  - 3\n', '`contracts.1` must be a text, not `3`.', 3],
    [
      'severity:\n  CONTRACT-001: fatal\n',
      '`severity.CONTRACT-001` must be `error` or `warning` or `note` or `off`, not `fatal`.',
      2,
    ],
    ['contract_scans:\n', '`contract_scans` must be a section of options, not empty.', 1],
    ['contract_scans: off\n', '`contract_scans` must be a section of options, not `off`.', 1],
    ['ignore:\n  - rule: "*"\n', '`ignore.0.reason` must be a text, not empty.', 2],
    ['ignore:\n  - rule: "*"\n    reason: "  "\n', '`ignore.0.reason` must be a text that is not empty, not `  `.', 3],
    ['ignore:\n  - reason: x\n', '`ignore.0` must be an entry that names a rule, contract, subject or field, not a section.', 2],
    [
      'ignore:\n  - rule: "*"\n    reason: x\n    expires: 2026-02-30\n',
      '`ignore.0.expires` must be a date such as 2026-12-31, not `2026-02-30`.',
      4,
    ],
    ['- a\n', '.tallystick.yml must be a section of options, not a list.', 1],
  ])('a wrong value is named with its line: %j', (text, message, line) => {
    const mistake = mistakeIn(text);
    expect([mistake.message, mistake.location?.line]).toEqual([message, line]);
  });

  test.each([
    ['base_path: /a\n  services: x\n', 1],
    ['base_path: "open\n', 2],
    ['base_path: /a\nbase_path: /b\n', 2],
  ])('broken YAML is named with its line: %j', (text, line) => {
    const mistake = mistakeIn(text);
    expect(mistake.message).toMatch(/^\.tallystick\.yml is not valid YAML: /);
    expect(mistake.location?.line).toBe(line);
  });

  test.each([
    ['base_path: /a\n---\nservices: {}\n', '.tallystick.yml holds a second document; only one is read.', 2],
    ['? [a]\n: 1\n', '.tallystick.yml has a key that is no text.', 1],
    ['base_path: /a\nmax_violations: *most\n', '.tallystick.yml refers to `*most`, but has no anchor `&most` before it.', 2],
  ])('YAML that no configuration can be is named with its line: %j', (text, message, line) => {
    const mistake = mistakeIn(text);
    expect([mistake.message, mistake.location?.line]).toEqual([message, line]);
  });

  test('anchors that multiply are refused, not expanded', () => {
    const level = (name: string, of: string): string => `${name}: &${name} [${Array(20).fill(`*${of}`).join(', ')}]\n`;
    const text = `a: &a [x]\n${level('b', 'a')}${level('c', 'b')}${level('d', 'c')}${level('e', 'd')}`;
    expect(mistakeIn(text).message).toBe('.tallystick.yml has too many aliases.');
  });

  test('the first mistake of several is named', () => {
    expect(mistakeIn('max_violations: no\nbase_pat: /x\n').location?.line).toBe(1);
    expect(mistakeIn('base_pat: /x\nmax_violations: no\n').location?.line).toBe(1);
  });
});
