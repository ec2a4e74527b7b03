import { describe, expect, test } from '@jest/globals';
import { toJSONSchema } from 'zod';
import type { ListedTool } from '../../src/mcp/sessions/tool-list.js';
import { misfitsOf } from '../../src/mcp/tool-shapes.js';
import { architect } from '../../src/mcp/toolsets/architect.js';
import { codebaseIntelligence } from '../../src/mcp/toolsets/codebase-intelligence.js';
import { contractEngine } from '../../src/mcp/toolsets/contract-engine.js';

const OWN: readonly ListedTool[] = Object.entries(contractEngine.tools).map(([name, { input, output }]) => ({
  name,
  inputSchema: toJSONSchema(input, { io: 'input' }),
  outputSchema: toJSONSchema(output),
}));

/** Our own tools, one of them with other schemas. */
const withTool = (changed: ListedTool) => OWN.map((tool) => (tool.name === changed.name ? changed : tool));
const input = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });

describe('tools of a server beside those that we rely on', () => {
  test.each([contractEngine, codebaseIntelligence, architect])('the tools of $id fit themselves', (toolset) => {
    const listed = Object.entries(toolset.tools).map(([name, tool]) => ({
      name,
      inputSchema: toJSONSchema(tool.input, { io: 'input' }),
      outputSchema: toJSONSchema(tool.output),
    }));

    expect(misfitsOf(toolset, listed)).toEqual({ absent: [], different: [] });
  });

  test('a missing one is absent; other tools are ignored', () => {
    const listed = [...OWN.filter(({ name }) => name !== 'validate_endpoint'), { name: 'more' }];

    expect(misfitsOf(contractEngine, listed)).toEqual({ absent: ['validate_endpoint'], different: [] });
  });

  test.each([
    ['needs what we do not send', { tenant: {} }, { required: ['tenant'] }, 'get_contract needs tenant, which we do not send'],
    ['takes nothing else', { id: {} }, { additionalProperties: false }, 'get_contract does not take contract_id'],
    ['takes another type', { contract_id: { type: 'integer' } }, {}, 'get_contract takes another type of contract_id'],
  ])('one that %s differs', (_, properties, more, stated) => {
    const changed = { name: 'get_contract', inputSchema: input(properties, more) };

    expect(misfitsOf(contractEngine, withTool(changed)).different).toEqual([stated]);
  });

  // Shows INT-004 by mcp/tool-shapes.ts
  test('one that promises less than we read differs, wrapped or not', () => {
    const expected = input({ valid: { type: 'boolean' } });
    const lacking = 'validate_endpoint does not promise violations';

    for (const outputSchema of [expected, input({ result: expected })]) {
      expect(misfitsOf(contractEngine, withTool({ name: 'validate_endpoint', outputSchema })).different).toEqual([lacking]);
    }
  });

  test.each([undefined, null, true, 'object', [], {}, { type: 'object' }, { type: 'object', properties: 7, required: 'all' }])(
    'schemas that say nothing fit: %j',
    (schema) => {
      const listed = OWN.map(({ name }) => ({ name, inputSchema: schema, outputSchema: schema }));

      expect(misfitsOf(contractEngine, listed)).toEqual({ absent: [], different: [] });
    },
  );

  test('a number is taken where we send a whole one', () => {
    const changed = { name: 'validate_endpoint', inputSchema: input({ status_code: { type: 'number' } }) };

    expect(misfitsOf(contractEngine, withTool(changed)).different).toEqual([]);
  });
});
