import type { AgentName } from '../agent-names.js';

/** Instructions for a team agent's handoff (spec 001, D5): a hook checks for this block at the end, and asks once for a missing one. */
export function handoffSection(agent: AgentName): string {
  const example = {
    agent,
    taskId: 'milestone-1/step/1',
    status: 'partial',
    summary: 'What was done, and what was not, in a sentence or two',
    artifacts: [],
    evidence: [],
    next_actions: [],
  };
  return [
    '## Hand-off',
    'The next agent continues your work. Near the end of your answer, before a router contract if you write one, stands this block of JSON:',
    `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``,
    [
      '- `taskId`: the id that your task has. `status`: success, partial or failed.',
      '- `artifacts`: files that you wrote, `{"path": "src/app.ts", "kind": "code"}`, relative to this folder; they are looked up. Empty if you only read.',
      '- `evidence`: commands and what they gave, a text each.',
      '- `next_actions`: who should go on with what, `{"action": "implement", "target": "build-developer"}`; empty if nothing follows from your work in particular.',
      'No other fields.',
    ].join('\n'),
  ].join('\n\n');
}
