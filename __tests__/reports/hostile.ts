import { shellWord } from '../../src/model/shell-word.js';
import type { Analysis } from '../../src/rules/judge.js';
import { analysisOf, finding, row } from './sample.js';
import { endpointTest, validationOf } from './validation-sample.js';

/** Text that would be a command, a tag, a link, an attribute, a control sequence or an end of what it stands in. */
export const HOSTILE =
  '"\'><script>alert(1)</script><img src=x onerror=alert(2)>]]>--> [x](https://evil.example) &amp; \u001b[31m \u202e ::error::\u0000 \ufffe \ud800 `$(7)` @all #1 </style>';

/** An analysis in which every text that can come from a repository is `text`. */
export function hostileAnalysis(text = HOSTILE): Analysis {
  const at = { file: text, line: 3 };
  return analysisOf({
    contracts: [{ id: text, title: text, version: text, kind: 'openapi', basePath: text }],
    matrix: [
      row({ contract: text, subject: text, status: 'violated', promisedAt: at, codeAt: at, note: text }),
      row({ contract: text, subject: `${text}2`, status: 'unverified', promisedAt: at, codeAt: at, note: text }),
      row({ contract: text, subject: `${text}3`, promisedAt: at, codeAt: at, note: text }),
    ],
    violations: [
      finding({
        contract: text,
        subject: text,
        file_path: text,
        message: text,
        field: text,
        status: text,
        promised: text,
        actual: text,
        suggestion: text,
        promisedAt: { file: text, line: 9 },
        related: [{ ...at, message: text }],
      }),
      finding({ severity: 'warning', contract: text, subject: `${text}3`, message: text, field: text }),
    ],
    routes: [{ method: 'GET', path: text, by: text, at, responses: [], documented: false }],
    gaps: [{ reason: 'dynamic-path', detail: text, at }],
    crashes: [text],
    ignored: [{ violation: finding({ contract: text, message: text }), reason: text }],
    notices: [text],
    baseline: {
      file: text,
      commands: { update: shellWord(text), all: shellWord(text) },
      known: [finding({ contract: text, message: text })],
      resolved: [{ fingerprint: 'f00df00d', check: text, problem: text, contract: text, subject: text, field: text }],
    },
    scope: { since: text, outside: 1 },
    validation: validationOf({
      engine: text,
      unanswered: [text],
      implementation: [{ contract: text, at, marked: true, found: 'open' }],
      changes: { base: text, breaking: 1 },
      live: {
        baseUrl: text,
        seed: 1,
        report: {
          total_endpoints: 2,
          tested_endpoints: 1,
          passed_endpoints: 0,
          failed_endpoints: 1,
          untested_contracts: [text],
          health: 'failed',
        },
        endpoints: [
          endpointTest({
            contract: text,
            subject: text,
            at,
            target: text,
            outcome: 'failed',
            why: text,
            violations: [{ field: text, expected: text, actual: text }],
          }),
          endpointTest({ contract: text, subject: `${text}2`, at, target: text, outcome: 'untested', why: text }),
        ],
      },
    }),
  });
}
