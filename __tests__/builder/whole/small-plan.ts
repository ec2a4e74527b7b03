import { saying } from '../agent-report/sample.js';
import type { StubScenario, StubStep } from '../stub-claude/stub-home.js';

/** What stands in for express, which cannot be installed here: as much of it as the service needs. */
const EXPRESS = `'use strict';
const http = require('node:http');
module.exports = function express() {
  const routes = [];
  const match = (path, url) => {
    const names = [...path.matchAll(/:([a-z]+)/g)].map((found) => found[1]);
    const found = new RegExp('^' + path.replace(/:[a-z]+/g, '([^/]+)') + '$').exec(url);
    return found && Object.fromEntries(names.map((name, index) => [name, found[index + 1]]));
  };
  return {
    get: (path, handler) => routes.push({ path, handler }),
    listen: (port, host) => http.createServer((request, response) => {
      const send = (status, body) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
      const reply = { json: (body) => send(200, body) };
      for (const { path, handler } of routes) {
        const params = match(path, request.url);
        if (params) return handler({ params }, reply);
      }
      send(404, {});
    }).listen(port, host),
  };
};
`;

const CONTRACT = `openapi: 3.0.3
info: { title: Greetings, version: 1.0.0 }
paths:
  /greetings/{name}:
    get:
      parameters: [{ name: name, in: path, required: true, schema: { type: string } }]
      responses:
        '200':
          description: A greeting
          content:
            application/json:
              schema:
                type: object
                required: [text]
                properties: { text: { type: string } }
  /health:
    get:
      responses:
        '200':
          description: How it is
          content:
            application/json:
              schema:
                type: object
                required: [ok]
                properties: { ok: { type: boolean } }
`;

const PLAN = `# Greetings

## Milestone 1: Greetings

- ID: milestone-1
- Status: PENDING
- Dependencies: none
- Description: Greets by name, at GET /greetings/{name}.

- [ ] REQ-001: GET /greetings/{name} answers with a text (review_cycles: 0)

## Milestone 2: Health

- ID: milestone-2
- Status: PENDING
- Dependencies: milestone-1
- Description: Says how it is, at GET /health.

- [ ] REQ-002: GET /health answers with ok (review_cycles: 0)
`;

/** The first milestone alone, with its part of the contract. */
export const FIRST_ALONE = {
  'MASTER_PLAN.md': PLAN.slice(0, PLAN.indexOf('## Milestone 2')),
  'openapi.yaml': CONTRACT.slice(0, CONTRACT.indexOf('  /health')),
};

/** A folder in which the plan is built. */
export const SMALL_WORKSPACE = {
  'MASTER_PLAN.md': PLAN,
  'openapi.yaml': CONTRACT,
  'package.json':
    '{ "name": "greetings", "private": true, "scripts": { "test": "node --test" }, "dependencies": { "express": "4" } }\n',
  'node_modules/express/index.js': EXPRESS,
  'node_modules/express/package.json': '{ "name": "express", "version": "4.21.0", "main": "index.js" }\n',
};

export const GREETING = `app.get('/greetings/:name', (request, response) => {
  response.json({ text: 'Hello ' + request.params.name });
});
`;
const HEALTH = `app.get('/health', (request, response) => {
  response.json({ ok: true });
});
`;

/** The service with these routes. */
export function service(routes: string): string {
  return `const express = require('express');
const app = express();
${routes}module.exports = app;
if (require.main === module) app.listen(process.env.PORT, '127.0.0.1');
`;
}

function test(path: string, body: string): string {
  return `const test = require('node:test');
const assert = require('node:assert');
const app = require('../src/app.js');
test('GET ${path}', async () => {
  const server = app.listen(0);
  const response = await fetch('http://127.0.0.1:' + server.address().port + '${path}');
  const body = await response.json();
  server.close();
  assert.deepStrictEqual(body, ${body});
});
`;
}

/** What agents write in a milestone. */
export interface MilestoneFiles {
  readonly test: { readonly file: string; readonly text: string };
  readonly app: string;
}

export const FILES: Readonly<Record<'milestone-1' | 'milestone-2', MilestoneFiles>> = {
  'milestone-1': {
    test: { file: 'test/greetings.test.js', text: test('/greetings/Ada', "{ text: 'Hello Ada' }") },
    app: service(GREETING),
  },
  'milestone-2': {
    test: { file: 'test/health.test.js', text: test('/health', '{ ok: true }') },
    app: service(GREETING + HEALTH),
  },
};

// One small process each: what they show is not what is tested here.
const LOOKED = { EVIDENCE_COMMANDS: ['node --check src/app.js => exit 0'] };

/** The calls of a milestone when everything goes well, by agent. */
export function milestoneCalls(id: keyof typeof FILES): NonNullable<StubScenario['calls']> {
  const { test, app } = FILES[id];
  const plan = `docs/plans/${id}.md`;
  const of = (agent: string, ...steps: readonly StubStep[]) => ({
    agent: `build-${agent}`,
    prompt: `Milestone ${id} `,
    do: steps,
  });
  const spend = { result: { cost: 0.01, turns: 3 } };
  return [
    of(
      'analyst',
      { say: `PROJECT_NAME: greetings\n\n${saying('planner', { PLAN_FILE: plan, CLAIMED_ARTIFACTS: [plan] })}` },
      spend,
    ),
    of(
      'architect',
      { write: { file: 'specs/requirements.md', text: `# Requirements of ${id}\n` } },
      { write: { file: 'specs/architecture.md', text: `# Architecture of ${id}\n` } },
      { say: 'The specs are written.' },
      spend,
    ),
    of('test-writer', { write: { file: test.file, text: test.text } }, { say: 'The tests are written and fail.' }, spend),
    of(
      'developer',
      { write: { file: 'src/app.js', text: app } },
      {
        say: saying('builder', {
          FILES_MODIFIED: ['src/app.js'],
          EVIDENCE_COMMANDS: ['node --test => exit 1', 'node --test => exit 0'],
        }),
      },
      spend,
    ),
    of('qa', { say: saying('verifier', { ...LOOKED, SCENARIOS_TOTAL: 1, SCENARIOS_PASSED: 1 }, 'VERIFICATION: PASS') }, spend),
    ...(['security', 'performance', 'quality'] as const).map((lens) => ({
      agent: 'build-reviewer',
      prompt: `${lens}-reviewer`,
      do: [{ say: saying(`${lens}-reviewer`, LOOKED, 'REVIEW: PASS') }, spend],
    })),
    of('hunter', { say: saying('hunter', LOOKED) }, spend),
    of(
      'delivery',
      { write: { file: 'docs/usage.md', text: 'node src/app.js\n' } },
      {
        say: 'BUILD_COMPLETE\nPROJECT: greetings\nLOCATION: .\nLANGUAGE: JavaScript\nSUMMARY: It greets.\nUSAGE: node\nTESTS: 1\nSTART: node src/app.js',
      },
      spend,
    ),
  ];
}

/** Everything goes well. */
export const SMALL_BUILD: StubScenario = {
  strict: true,
  calls: [...milestoneCalls('milestone-1'), ...milestoneCalls('milestone-2')],
};
