import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { messagesOf } from '../../../src/mcp/sessions/message.js';

const always = { jsonrpc: '2.0' };

describe('the messages of a line', () => {
  test.each([
    { ...always, id: 1, result: { ok: true } },
    { ...always, id: 'a', error: { code: -32603, message: 'broken' } },
    { ...always, id: 1, method: 'ping' },
    { ...always, method: 'notifications/message', params: { level: 'info' } },
  ])('%j is one', (message) => {
    expect(messagesOf(message)).toEqual([message]);
  });

  test('a batch is several, as revision 2025-03-26 has it', () => {
    const batch = [
      { ...always, id: 1, result: {} },
      { ...always, method: 'notifications/progress' },
    ];

    expect(messagesOf(batch)).toEqual(batch);
    expect(messagesOf([batch])).toEqual([]);
  });

  test.each([undefined, null, 5, 'text', {}, { jsonrpc: '1.0', id: 1, result: {} }, { ...always, result: {} }])(
    '%j is none',
    (value) => {
      expect(messagesOf(value)).toEqual([]);
    },
  );

  test.each([
    { ...always, id: 3 },
    { ...always, id: 3, result: 'ok' },
    { ...always, id: 3, result: [] },
    { ...always, id: 3, error: 'broken' },
  ])('%j is an invalid answer: an error, so that no caller waits for it', (value) => {
    expect(messagesOf(value)).toEqual([
      { ...always, id: 3, error: { code: -32600, message: 'its answer has neither a result nor an error' } },
    ]);
  });

  test('whatever the value, nothing is thrown', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => Array.isArray(messagesOf(value))));
    fc.assert(fc.property(fc.jsonValue(), fc.jsonValue(), (id, error) => messagesOf({ ...always, id, error }).length <= 1));
  });
});
