import { expect, test } from '@jest/globals';
import { limitsOf } from '../../../src/mcp/clients/limits.js';

test('without variables tools and settings decide', () => {
  expect(limitsOf({ TOOL_TIMEOUT_MS: ' ' })).toEqual({});
});

// Shows D2
test('TOOL_TIMEOUT_MS and TOOL_MAX_RETRIES stand for all tools', () => {
  expect(limitsOf({ TOOL_TIMEOUT_MS: '500', TOOL_MAX_RETRIES: '0' })).toEqual({ timeoutMs: 500, retries: 0 });
});

test.each([
  ['TOOL_TIMEOUT_MS', '0'],
  ['TOOL_TIMEOUT_MS', '1e3'],
  ['TOOL_TIMEOUT_MS', '99999999'],
  ['TOOL_MAX_RETRIES', '-1'],
  ['TOOL_MAX_RETRIES', '11'],
  ['TOOL_MAX_RETRIES', 'many'],
])('%s=%s is a mistake', (name, value) => {
  expect(() => limitsOf({ [name]: value })).toThrow(`${name} must be a whole number`);
});
