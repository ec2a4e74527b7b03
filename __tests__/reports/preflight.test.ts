import { describe, expect, test } from '@jest/globals';
import { type Check, preflightJson, preflightText } from '../../src/reports/preflight.js';
import { preflightJsonSchema } from '../../src/reports/schemas/preflight-schema.js';
import { expectFresh } from '../generated.js';

const CHECKS: readonly Check[] = [
  { name: 'contracts', status: 'ok', message: '2 read' },
  { name: 'hooks', status: 'failed', message: 'not executable: a.sh', hint: 'Run chmod +x a.sh' },
  { name: 'claude', status: 'warning', message: 'claude is not found', hint: 'Install it.' },
];

test('the schema of the JSON is published', () => {
  expectFresh('schema/preflight.schema.json', `${JSON.stringify(preflightJsonSchema(), null, 2)}\n`);
});

describe('preflight as text', () => {
  test('is a line for each check, with what to do', () => {
    expect(preflightText(CHECKS)).toBe(`ok       contracts  2 read
failed   hooks      not executable: a.sh. Run chmod +x a.sh
warning  claude     claude is not found. Install it.

Not ready: 1 of 3 checks failed, 1 warning.
`);
  });

  test('says when nothing stands in the way', () => {
    expect(preflightText(CHECKS.slice(0, 1))).toMatch(/\n\nReady\.\n$/);
  });

  test('drives no terminal with words of the repository', () => {
    const text = preflightText([{ name: 'hooks', status: 'failed', message: '\u001b[2J\n::error::x', hint: '\u001b' }]);

    expect(text).not.toContain('\u001b');
    expect(text.split('\n')).toHaveLength(4);
  });
});

test('preflight as JSON says whether all is ready', () => {
  const tool = { name: 'tallystick', version: '1' };

  expect(JSON.parse(preflightJson(CHECKS, tool))).toEqual({ formatVersion: 1, tool, ready: false, checks: CHECKS });
});
