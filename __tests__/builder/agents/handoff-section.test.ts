import { findHandoff } from '../../../src/builder/agent-report/handoff.js';
import { renderAgent } from '../../../src/builder/agents/definition.js';
import { agents } from '../../../src/builder/agents/index.js';
import { readHandoff } from '../../../src/mcp/handoff.js';
import { NO_ENGINES } from './no-engines.js';

test.each(agents.map((agent) => [agent.name, agent] as const))(
  '%s in a team is asked for a hand-off that we read',
  (name, agent) => {
    const text = renderAgent(agent, { bypass: true, engines: NO_ENGINES, handsOn: true });
    const [, example = ''] = /^(```json\n[\s\S]*?^```)$/m.exec(text) ?? [];
    const read = readHandoff(findHandoff(example) ?? '');
    expect(read).toMatchObject({ ok: true, value: { agent: name, status: 'partial', artifacts: [], next_actions: [] } });
  },
);

test('who works alone is not asked for one', () => {
  for (const agent of agents) expect(renderAgent(agent, { bypass: true, engines: NO_ENGINES })).not.toContain('Hand-off');
});
