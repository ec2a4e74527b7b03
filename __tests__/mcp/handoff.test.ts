import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { handoffJsonSchema, readHandoff } from '../../src/mcp/handoff.js';
import { expectFresh } from '../generated.js';

const COMMITTED = 'schema/handoff.schema.json';
const least = { agent: 'builder', taskId: '1.2', status: 'success', artifacts: [], next_actions: [] };

test('its schema is published', () => {
  expectFresh(COMMITTED, `${JSON.stringify(handoffJsonSchema(), null, 2)}\n`);
});

describe('what an agent hands on', () => {
  const { agent: _agent, ...withoutAgent } = least;
  const { next_actions: _next, ...withoutNext } = least;

  test.each<readonly [string, unknown, string | undefined]>([
    ['nothing but what is required', least, undefined],
    [
      'all that there may be',
      {
        ...least,
        status: 'partial',
        summary: 'Half of it',
        artifacts: [{ path: 'src/books.ts', bytes: 0, sha256: 'ab', kind: 'source', lines: 3 }],
        evidence: ['npm test: 3 passed'],
        next_actions: [{ action: 'review', target: 'reviewer', params: { lens: 'security' }, soon: true }],
      },
      undefined,
    ],
    ['nobody who ended', withoutAgent, 'agent: '],
    ['nothing of what comes next', withoutNext, 'next_actions: '],
    ['a status that nobody knows', { ...least, status: 'done' }, 'status: '],
    ['a number as the task', { ...least, taskId: 7 }, 'taskId: '],
    ['an artifact without a path', { ...least, artifacts: [{ bytes: 3 }] }, 'artifacts.0.path: '],
    ['less than no bytes', { ...least, artifacts: [{ path: 'a', bytes: -1 }] }, 'artifacts.0.bytes: '],
    ['an action without a target', { ...least, next_actions: [{ action: 'review' }] }, 'next_actions.0.target: '],
    ['parameters in a list', { ...least, next_actions: [{ action: 'a', target: 'b', params: [] }] }, 'next_actions.0.params: '],
    ['something besides', { ...least, more: 1 }, ': '],
    ['a list', [least], ': '],
  ])('with %s', (_, given, problem) => {
    const published = new Ajv2020({ strict: true }).compile(JSON.parse(readFileSync(COMMITTED, 'utf8')));
    const read = readHandoff(JSON.stringify(given));

    expect(published(given)).toBe(problem === undefined);
    if (problem === undefined) expect(read).toEqual({ ok: true, value: given });
    else expect(read).toEqual({ ok: false, problems: [expect.stringMatching(new RegExp(`^${problem}`))] });
  });

  test('that is not JSON is reported', () => {
    expect(readHandoff('done!')).toEqual({ ok: false, problems: ['it is no JSON'] });
  });
});
