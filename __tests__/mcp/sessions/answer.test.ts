import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { CallError } from '../../../src/mcp/call-failure.js';
import { answerOf } from '../../../src/mcp/sessions/answer.js';
import type { Tool } from '../../../src/mcp/tool.js';
import { contractEngine } from '../../../src/mcp/toolsets/contract-engine.js';

const { get_contract, generate_tests, list_contracts, validate_endpoint } = contractEngine.tools;

const texts = (...given: string[]) => ({ content: given.map((text) => ({ type: 'text', text })) });
const row = { id: 'books', type: 'openapi', version: '1', service_name: 'shop', spec_hash: 'ab', status: 'active' };

function failureOf(tool: Tool, result: Record<string, unknown>): string {
  try {
    return `answered ${JSON.stringify(answerOf(tool, result))}`;
  } catch (error) {
    return error instanceof CallError ? `${error.code}: ${error.message}` : `a bug: ${error}`;
  }
}

describe('the value of an answer', () => {
  test('is the structured content, whatever the texts beside it say', () => {
    expect(answerOf(validate_endpoint, { ...texts('no'), structuredContent: { valid: true, violations: [] } })).toEqual({
      valid: true,
      violations: [],
    });
  });

  test('is wrapped as a result where it is no object', () => {
    expect(answerOf(list_contracts, { content: [], structuredContent: { result: [row] } })).toEqual([row]);
    expect(answerOf(get_contract, { content: [], structuredContent: { result: null } })).toBe(null);
    expect(answerOf(generate_tests, { content: [], structuredContent: { result: 'test()' } })).toBe('test()');
  });

  // Shows TECH-017 by mcp/sessions/answer.ts; TEST-021 by mcp/sessions/answer.ts; TECH-028 by mcp/sessions/answer.ts
  test('is JSON in the first text; other kinds of content are passed over', () => {
    const content = [
      { type: 'image', data: 'AAAA' },
      { type: 'resource', text: 'null' },
      { type: 'text', text: JSON.stringify([row]) },
    ];

    expect(answerOf(list_contracts, { content })).toEqual([row]);
  });

  test('is a text for each item, of old servers in Python', () => {
    expect(answerOf(list_contracts, texts(JSON.stringify(row)))).toEqual([row]);
    expect(answerOf(list_contracts, texts(JSON.stringify(row), JSON.stringify(row)))).toEqual([row, row]);
  });

  // Shows TECH-018 by mcp/sessions/answer.ts; TEST-022 by mcp/sessions/answer.ts
  test('is the text as it is, where a text is promised', () => {
    expect(answerOf(generate_tests, texts('"quoted" and {broken'))).toBe('"quoted" and {broken');
  });

  test('holds nothing that the tool does not promise', () => {
    expect(answerOf(list_contracts, texts(JSON.stringify([{ ...row, secret: 'x' }])))).toEqual([row]);
  });
});

describe('an answer is none', () => {
  test.each<[string, Tool, Record<string, unknown>]>([
    ['tool-error: it is locked', list_contracts, { ...texts('it is locked'), isError: true, structuredContent: { result: [] } }],
    ['tool-error: it says that the tool failed, and not why', list_contracts, { isError: true }],
    ['tool-error: no such contract', get_contract, texts('{"error":"no such contract"}')],
    ['tool-error: no such contract', get_contract, texts('{"error":{"code":4,"message":"no such contract"}}')],
    ['empty: its answer is empty; an empty list would be []', list_contracts, { content: [] }],
    ['empty: its answer is empty', get_contract, texts('  ')],
    ['empty: its answer is empty', get_contract, { content: 'text' }],
    ['not-json: its answer is no list: I found none', list_contracts, texts('I found none')],
    ['not-json: its answer is no JSON: None', get_contract, texts('None')],
    [
      'wrong-shape: its answer has another shape than promised at valid: Invalid input: expected boolean, received string',
      validate_endpoint,
      texts('{"valid":"yes","violations":[]}'),
    ],
  ])('%s', (failure, tool, result) => {
    expect(failureOf(tool, result)).toBe(failure);
  });
});

// Shows TECH-017; TEST-021; TEST-091 by mcp/sessions/answer.ts
test('whatever a server answers, it is a value of the promised shape or a failure', () => {
  const part = fc.record({ type: fc.constantFrom('text', 'image'), text: fc.oneof(fc.json(), fc.string(), fc.integer()) });
  const result = fc.record(
    { content: fc.oneof(fc.array(part), fc.jsonValue()), structuredContent: fc.jsonValue(), isError: fc.boolean() },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.constantFrom<Tool>(...Object.values<Tool>(contractEngine.tools)), result, (tool, given) => {
      const outcome = failureOf(tool, given);
      expect(outcome).toMatch(/^(?:answered|tool-error:|empty:|not-json:|wrong-shape:)/);
      if (outcome.startsWith('answered')) expect(tool.output.safeParse(answerOf(tool, given)).success).toBe(true);
    }),
  );
});
