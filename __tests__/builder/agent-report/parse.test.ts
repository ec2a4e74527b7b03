import fc from 'fast-check';
import { AGENT_IDS } from '../../../src/builder/agent-names.js';
import { routerContract } from '../../../src/builder/agent-report/contract.js';
import { HEADING, narrativeOf, parseRouterContract } from '../../../src/builder/agent-report/parse.js';
import { expectQuick } from '../../processor-time.js';
import { fieldsOf, found, saying, withBlock } from './sample.js';

const problemsOf = (output: string): readonly string[] => {
  const parsed = parseRouterContract(output);
  return parsed.kind === 'malformed' ? parsed.problems : [`not malformed: ${parsed.kind}`];
};

describe('where the block is', () => {
  // Shows 002-FORMAT
  test.each(AGENT_IDS)('the block of a %s is read whole', (reporter) => {
    expect(found(parseRouterContract(saying(reporter)))).toMatchObject(fieldsOf(reporter));
  });

  test('words without the heading have no contract', () => {
    expect(parseRouterContract('STATUS: PASS')).toEqual({ kind: 'missing' });
    expect(parseRouterContract(`I left out "${HEADING}".`)).toEqual({ kind: 'missing' });
    expect(parseRouterContract('')).toEqual({ kind: 'missing' });
  });

  test('the last block counts, whoever is quoted before', () => {
    const output = `The builder said:\n${saying('builder')}\nI say:\n${saying('hunter', { CRITICAL_ISSUES: 2 })}`;
    expect(found(parseRouterContract(output))).toMatchObject({ AGENT_ID: 'hunter', CRITICAL_ISSUES: 2 });
  });

  test('two different blocks of one agent contradict each other; twice the same does not', () => {
    const both = `${saying('hunter', { CRITICAL_ISSUES: 3, BLOCKING: true })}\n${saying('hunter')}`;
    expect(problemsOf(both)).toEqual([expect.stringContaining('several router contracts of hunter that differ')]);
    expect(found(parseRouterContract(`${saying('hunter')}\n${saying('hunter')}`)).AGENT_ID).toBe('hunter');
  });

  test('a block inside a fence of four backticks is found', () => {
    expect(found(parseRouterContract(`\`\`\`\`markdown\n${saying('hunter')}\`\`\`\`\n`)).AGENT_ID).toBe('hunter');
  });

  test('a block is closed by as many backticks as opened it', () => {
    const longer = saying('hunter', { DEVIATIONS_FROM_PLAN: 'a\n```\nb' }).replaceAll(/^```/gm, '````');
    expect(found(parseRouterContract(longer)).DEVIATIONS_FROM_PLAN).toContain('b');
  });

  test.each([
    ['Windows line ends', (text: string) => text.replaceAll('\n', '\r\n')],
    ['blank lines before the block', (text: string) => text.replace('```yaml', '\n\n```yaml')],
    ['a fence without a language', (text: string) => text.replace('```yaml', '```')],
    ['words behind it', (text: string) => `${text}\nThat is all.`],
  ])('%s are no matter', (_, change) => {
    expect(parseRouterContract(change(saying('verifier'))).kind).toBe('found');
  });

  test('a heading without a block, and a block that was cut off, are malformed', () => {
    const expected = ['no closed block of YAML follows the heading'];
    expect(problemsOf(`${HEADING}\nSTATUS: PASS\n`)).toEqual(expected);
    expect(problemsOf(saying('hunter').trimEnd().slice(0, -3))).toEqual(expected);
  });

  test('the narrative is all but the blocks', () => {
    expect(narrativeOf(`${saying('builder', {}, 'First.')}Then.\n${saying('hunter', {}, 'Last.')}`)).toBe(
      'First.\n\nThen.\nLast.\n\n',
    );
  });
});

describe('what the fields are', () => {
  // Shows 002-FORMAT-FIELDS by builder/agent-report/contract.ts
  test('every field of the format has its place', () => {
    const named = ['CONTRACT_VERSION', 'STATUS', 'CONFIDENCE', 'CRITICAL_ISSUES', 'HIGH_ISSUES', 'BLOCKING'];
    named.push('REQUIRES_REMEDIATION', 'REMEDIATION_REASON', 'SPEC_COMPLIANCE', 'TIMESTAMP', 'AGENT_ID', 'FILES_MODIFIED');
    named.push(
      'CLAIMED_ARTIFACTS',
      'EVIDENCE_COMMANDS',
      'DEVIATIONS_FROM_PLAN',
      'MEMORY_NOTES',
      'TDD_RED_EXIT',
      'TDD_GREEN_EXIT',
    );
    named.push(
      'SCENARIOS_TOTAL',
      'SCENARIOS_PASSED',
      'BLOCKERS',
      'ROOT_CAUSE',
      'EVIDENCE',
      'VARIANTS_COVERED',
      'PLAN_FILE',
      'PHASES',
    );
    expect(Object.keys(routerContract.shape)).toEqual(named);
  });

  test.each(Object.keys(fieldsOf('hunter')).filter((name) => name !== 'CLAIMED_ARTIFACTS' && name !== 'EVIDENCE_COMMANDS'))(
    '%s must be there',
    (name) => {
      expect(problemsOf(saying('hunter', { [name]: undefined }))).toEqual([`${name} is missing`]);
    },
  );

  test('absent claims differ from empty claims', () => {
    const silent = found(parseRouterContract(saying('hunter', { CLAIMED_ARTIFACTS: undefined, EVIDENCE_COMMANDS: undefined })));
    expect([silent.CLAIMED_ARTIFACTS, silent.EVIDENCE_COMMANDS]).toEqual([undefined, undefined]);
    expect(found(parseRouterContract(saying('hunter', { CLAIMED_ARTIFACTS: null }))).CLAIMED_ARTIFACTS).toEqual([]);
  });

  const wrong: readonly (readonly [string, unknown])[] = [
    ['STATUS', ['PASS']],
    ['CONFIDENCE', 101],
    ['CONFIDENCE', -1],
    ['CONFIDENCE', 'high'],
    ['CRITICAL_ISSUES', 1.5],
    ['CRITICAL_ISSUES', -1],
    ['HIGH_ISSUES', 'none'],
    ['BLOCKING', 'yes'],
    ['REQUIRES_REMEDIATION', 0],
    ['SPEC_COMPLIANCE', 'MAYBE'],
    ['TIMESTAMP', 'yesterday'],
    ['AGENT_ID', ''],
    ['CONTRACT_VERSION', '3.0'],
    ['FILES_MODIFIED', 'src/a.ts'],
    ['FILES_MODIFIED', [{ path: 'a' }]],
    ['EVIDENCE_COMMANDS', [1]],
    ['TDD_RED_EXIT', 256],
    ['DEVIATIONS_FROM_PLAN', 'x'.repeat(9_000)],
    ['MEMORY_NOTES', ['a']],
    ['CLAIMED_ARTIFACTS', Array.from({ length: 501 }, () => 'a')],
  ];
  // Shows 002-TIMESTAMP by builder/agent-report/contract.ts
  test.each(wrong.map(([name, value]) => [name, JSON.stringify(value).slice(0, 30), value]))(
    '%s cannot be %s',
    (name, _, value) => {
      expect(problemsOf(saying('builder', { [String(name)]: value }))).toEqual([expect.stringContaining(name)]);
    },
  );

  // Shows 002-CONTRACT_VERSION by builder/agent-report/contract.ts
  test('a version that YAML reads as a number is one', () => {
    expect(found(parseRouterContract(saying('hunter', { CONTRACT_VERSION: 2.3 }))).CONTRACT_VERSION).toBe('2.3');
  });

  test('a time without quotes is one', () => {
    const yaml = saying('hunter').replace(/TIMESTAMP: .*/, 'TIMESTAMP: 2026-11-21T10:00:00Z # now');
    expect(found(parseRouterContract(yaml)).TIMESTAMP).toBe('2026-11-21T10:00:00Z');
  });

  test('unknown fields are left out', () => {
    expect(found(parseRouterContract(saying('hunter', { MOOD: 'good', constructor: 1 })))).not.toHaveProperty('MOOD');
  });

  test('several problems are reported together', () => {
    expect(problemsOf(saying('hunter', { STATUS: undefined, BLOCKING: 'no', CONFIDENCE: 200 }))).toHaveLength(3);
  });
});

describe('hostile blocks', () => {
  const valid = saying('hunter').split('```yaml\n')[1]?.split('```')[0] ?? '';

  test.each([
    ['aliases that grow', `a: &a [1, 1]\nb: &b [*a, *a]\nc: [*b, *b]\n${valid}`, 'aliases'],
    ['two keys of one name', `${valid}STATUS: CLEAN\n`, 'no YAML'],
    ['two documents', `${valid}---\n${valid}`, 'no YAML'],
    ['tabs where spaces belong', 'STATUS:\n\t- a', 'no YAML'],
    ['a list', '- STATUS: PASS', 'no list of fields'],
    ['a text', 'PASS', 'no list of fields'],
    ['nothing', '', 'no list of fields'],
    ['too much', `X: ${'x'.repeat(64_000)}`, 'more than 64000 bytes'],
    ['lists in lists without end', `X: ${'['.repeat(60_000)}`, ''],
    ['maps in maps without end', `X: ${'{a: '.repeat(15_000)}`, ''],
    ['keys in keys without end', `${'? '.repeat(30_000)}a`, ''],
  ])('%s are refused', async (_, yaml, why) => {
    await expectQuick(5_000, () => {
      expect(problemsOf(withBlock(yaml))).toEqual([expect.stringContaining(why)]);
    });
  });

  test('prototypes are never touched', () => {
    const parsed = parseRouterContract(withBlock(`__proto__: {STATUS: PASS, polluted: 1}\n${valid}`));
    expect(Object.keys(found(parsed))).not.toContain('__proto__');
    expect({}).not.toHaveProperty('polluted');
    // Whatever a prototype says is not said by the block.
    expect(problemsOf(withBlock('__proto__:\n  STATUS: PASS'))).toContain('STATUS is missing');
  });

  test('any text has an answer', () => {
    const words = fc.constantFrom(
      '```',
      '````',
      '```yaml',
      HEADING,
      'STATUS: PASS',
      '- a',
      '\n',
      ': ',
      '&a',
      '*a',
      '!!x',
      '"',
      '|',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(words, fc.string()), { maxLength: 40 }), (parts) => {
        expect(['found', 'missing', 'malformed']).toContain(parseRouterContract(parts.join('\n')).kind);
      }),
    );
  });

  // Shows 002-DEVIATIONS_FROM_PLAN by builder/agent-report/contract.ts
  test('fields come back unchanged', () => {
    const list = fc.array(fc.string({ maxLength: 50 }), { maxLength: 5 });
    fc.assert(
      fc.property(list, list, fc.nat({ max: 100 }), (files, learnings, confidence) => {
        const changes = {
          FILES_MODIFIED: files,
          CONFIDENCE: confidence,
          MEMORY_NOTES: { learnings, patterns: [], verification: [] },
        };
        const output = saying('builder', changes);
        // A text that holds a fence of its own ends the block, as it would for everybody who reads Markdown.
        fc.pre(!files.concat(learnings).some((text) => text.includes('```')));
        expect(found(parseRouterContract(output))).toMatchObject(changes);
      }),
    );
  });
});
