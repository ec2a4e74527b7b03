import { parse } from 'yaml';
import { AGENT_NAMES, PHASES } from '../../../src/builder/agent-names.js';
import { type AgentDefinition, renderAgent, toolsOf } from '../../../src/builder/agents/definition.js';
import { ALL_ENGINES } from '../../../src/builder/agents/engines.js';
import { agentOf, agents } from '../../../src/builder/agents/index.js';
import { parseProjectBrief } from '../../../src/builder/phases/brief.js';
import { parseBuildSummary } from '../../../src/builder/phases/build-summary.js';
import { parseReviewResult, parseVerificationResult } from '../../../src/builder/phases/verification.js';
import { NO_ENGINES } from './no-engines.js';

const PLAIN = { bypass: true, engines: NO_ENGINES };
const rendered = (name: AgentDefinition['name'], options = PLAIN) => renderAgent(agentOf(name), options);
const named = agents.map((agent) => [agent.name, agent] as const);

/** The two parts of an agent's file. */
function partsOf(file: string): { readonly frontmatter: Record<string, unknown>; readonly body: string } {
  const [, frontmatter = '', body = ''] = /^---\n([\s\S]*?)\n---\n\n([\s\S]*)$/.exec(file) ?? [];
  return { frontmatter: parse(frontmatter) as Record<string, unknown>, body };
}

/** The fenced examples of an agent's text. */
function examplesIn(file: string): readonly string[] {
  return [...file.matchAll(/^```text\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
}

describe('the list of agents', () => {
  // Shows TEST-BAP-002a by builder/agents/index.ts; TEST-BAP-002b by builder/agents/index.ts
  test('has one for each phase, in their order, and then those that no phase has', () => {
    expect(agents.map(({ name }) => name)).toEqual(AGENT_NAMES);
    expect(agents.slice(0, 7).map(({ name }) => name)).toEqual(PHASES.map((phase) => `build-${phase}`));
  });

  // Shows TEST-BAP-002c by builder/agents/index.ts
  test('has no agent without a text', () => {
    expect(agents.filter(({ instructions }) => instructions.length < 500)).toEqual([]);
  });

  test('is looked up by name', () => {
    expect(agentOf('build-qa').reporter).toBe('verifier');
  });
});

describe.each(named)('%s as a file', (name, agent) => {
  // Shows REQ-BAP-002 by builder/agents/index.ts; REQ-BAP-015 by builder/agents/definition.ts builder/backends/cli.ts
  // Shows TEST-BAP-002d by builder/agents/definition.ts; TEST-BAP-002e by builder/agents/definition.ts
  // Shows TEST-BAP-002f by builder/agents/definition.ts; TEST-BAP-014a by builder/agents/definition.ts
  test('has frontmatter with name, description, tools, model and permission mode, and then its text', () => {
    const { frontmatter, body } = partsOf(rendered(name));
    expect(frontmatter).toEqual({
      name,
      description: agent.description,
      tools: agent.tools.join(', '),
      model: 'opus',
      permissionMode: 'bypassPermissions',
      ...(agent.maxTurns === undefined ? {} : { maxTurns: agent.maxTurns }),
    });
    expect(body.startsWith(agent.instructions)).toBe(true);
    expect(agent.description).not.toContain('\n');
  });

  // Shows REQ-BAP-011 by builder/agents/work-rules.ts; TEST-BAP-011a by builder/agents/work-rules.ts
  // Shows TEST-BAP-011b by builder/agents/work-rules.ts
  test('is told that the build is unattended, and to choose defaults', () => {
    const text = rendered(name);
    expect(text).toContain('Do NOT ask questions');
    expect(text).toContain('Make reasonable defaults for anything ambiguous');
    expect(text).not.toMatch(/ask the user|wait for (?:an answer|approval|confirmation)|present .{0,40} to the user/i);
  });

  test('is not known of engines that are off', () => {
    expect(rendered(name)).not.toMatch(/Contract Engine|Codebase Intelligence|mcp__|validate_endpoint|register_artifact/);
  });

  test('fits a context window many times over', () => {
    expect(renderAgent(agent, { bypass: true, engines: ALL_ENGINES }).length).toBeLessThan(20_000);
  });
});

describe('frontmatter', () => {
  test.each([
    ['build-analyst', ['Read', 'Grep', 'Glob']],
    ['build-architect', ['Read', 'Write', 'Bash', 'Glob', 'Grep']],
    ['build-test-writer', ['Read', 'Write', 'Edit', 'Bash', 'Glob', 'Grep']],
    ['build-developer', ['Read', 'Write', 'Edit', 'Bash', 'Glob', 'Grep']],
    ['build-qa', ['Read', 'Write', 'Edit', 'Bash', 'Glob', 'Grep']],
    ['build-reviewer', ['Read', 'Grep', 'Glob', 'Bash']],
    ['build-delivery', ['Read', 'Write', 'Edit', 'Bash', 'Glob', 'Grep']],
    // Shows REQ-BAP-021 by builder/agents/index.ts; TEST-BAP-021a by builder/agents/analyst.ts
    // Shows TEST-BAP-021c by builder/agents/developer.ts
  ] as const)('%s has the tools of its role', (name, tools) => {
    expect(agentOf(name).tools).toEqual(tools);
  });

  // Shows TEST-BAP-021b by builder/agents/reviewer.ts
  test('those who only read have neither Write nor Edit', () => {
    const readers = [
      'build-analyst',
      'build-reviewer',
      'build-discovery',
      'build-hunter',
      'build-live-reviewer',
      'build-investigator',
    ];
    const writing = agents.filter(({ tools }) => tools.includes('Write') || tools.includes('Edit')).map(({ name }) => name);
    expect(writing.filter((name) => readers.includes(name))).toEqual([]);
    expect(writing).toHaveLength(5);
  });

  // Shows REQ-BAP-025 by builder/agents/analyst.ts builder/agents/reviewer.ts; TEST-BAP-025a by builder/agents/analyst.ts
  test('turns are bounded for those who read alone', () => {
    expect(agentOf('build-analyst').maxTurns).toBe(25);
    expect(agentOf('build-reviewer').maxTurns).toBe(50);
    expect(PHASES.filter((phase) => agentOf(`build-${phase}`).maxTurns !== undefined)).toEqual(['analyst', 'reviewer']);
  });

  // Shows REQ-BAP-014 by builder/agents/definition.ts
  test('root is not granted everything', () => {
    const { frontmatter } = partsOf(rendered('build-developer', { bypass: false, engines: NO_ENGINES }));
    expect(frontmatter.permissionMode).toBe('acceptEdits');
  });

  test('another model can be set, whatever its name needs in YAML', () => {
    const model = 'claude: "x" # y';
    const { frontmatter } = partsOf(renderAgent(agentOf('build-qa'), { ...PLAIN, model }));
    expect(frontmatter.model).toBe(model);
  });
});

describe('tools of the engines', () => {
  test('are among the only tools that an agent gets, when the engines are on', () => {
    const tools = toolsOf(agentOf('build-developer'), ALL_ENGINES);
    expect(tools).toEqual(
      expect.arrayContaining([
        'Read',
        'mcp__contract-engine__validate_endpoint',
        'mcp__contract-engine__mark_implemented',
        'mcp__codebase-intelligence__register_artifact',
      ]),
    );
    expect(partsOf(renderAgent(agentOf('build-developer'), { bypass: true, engines: ALL_ENGINES })).frontmatter.tools).toBe(
      tools.join(', '),
    );
  });

  test('that change something are for those who write', () => {
    const changing = ['mcp__contract-engine__mark_implemented', 'mcp__codebase-intelligence__register_artifact'];
    const may = agents
      .filter((agent) => toolsOf(agent, ALL_ENGINES).some((tool) => changing.includes(tool)))
      .map(({ name }) => name);
    expect(may).toEqual(['build-test-writer', 'build-developer']);
  });

  test.each([
    ['validation', 'mcp__contract-engine__validate_endpoint'],
    ['testGeneration', 'mcp__contract-engine__generate_tests'],
    ['registration', 'mcp__codebase-intelligence__register_artifact'],
  ] as const)('without %s there is no %s', (part, tool) => {
    expect(toolsOf(agentOf('build-developer'), ALL_ENGINES)).toContain(tool);
    expect(toolsOf(agentOf('build-developer'), { ...ALL_ENGINES, [part]: false })).not.toContain(tool);
  });
});

describe('what the texts prescribe', () => {
  // Shows REQ-BAP-012 by builder/agents/analyst.ts; TEST-BAP-012a by builder/agents/analyst.ts
  test('a brief of the analyst is one that we read', () => {
    const [example = ''] = examplesIn(rendered('build-analyst'));
    for (const field of ['PROJECT_NAME', 'LANGUAGE', 'DATABASE', 'FRONTEND', 'SCOPE', 'COMPONENTS'])
      expect(example).toContain(`${field}:`);
    expect(parseProjectBrief(example)).toEqual({
      name: 'order-service',
      language: 'TypeScript',
      database: 'SQLite',
      scope: 'One sentence that says what it does and for whom',
      components: ['http-api: answers the contracted endpoints', 'order-store: keeps orders and their states'],
    });
  });

  // Shows REQ-BAP-016 by builder/agents/architect.ts; TEST-BAP-016a by builder/agents/architect.ts
  test('the architect leaves numbered requirements with testable criteria, and modules', () => {
    const text = rendered('build-architect');
    expect(text).toContain('specs/requirements.md');
    expect(text).toContain('specs/architecture.md');
    expect(text).toMatch(/numbered requirements/);
    expect(text).toMatch(/testable acceptance criteria/);
  });

  // Shows REQ-BAP-017 by builder/agents/test-writer.ts; TEST-BAP-017a by builder/agents/test-writer.ts
  test('the test-writer reads the specs, names requirements in tests, covers each Must, and sees all fail', () => {
    const text = rendered('build-test-writer');
    expect(text).toContain('specs/requirements.md');
    expect(text).toMatch(/says in its name or in a comment which: `REQ-004/);
    expect(text).toMatch(/Must requirements are covered exhaustively/);
    expect(text).toMatch(/All tests must fail initially/);
  });

  // Shows REQ-BAP-018 by builder/agents/developer.ts; TEST-BAP-018a by builder/agents/developer.ts
  // Shows TEST-BAP-018b by builder/agents/developer.ts
  test('the developer reads the tests first, goes module by module, and keeps files below 500 lines', () => {
    const text = rendered('build-developer');
    expect(text).toMatch(/1\. Read the tests first/);
    expect(text).toMatch(/module by module/);
    expect(text).toContain('500-line limit');
  });

  // Shows REQ-BAP-019 by builder/agents/qa.ts; TEST-BAP-019a by builder/agents/qa.ts
  test('verdicts of QA are ones that we read', () => {
    const [pass = '', fail = ''] = examplesIn(rendered('build-qa'));
    expect(parseVerificationResult(pass)).toEqual({ kind: 'pass' });
    expect(parseVerificationResult(fail)).toEqual({ kind: 'fail', reason: 'what fails, in one line' });
  });

  // Shows REQ-BAP-020 by builder/agents/reviewer.ts; TEST-BAP-020a by builder/agents/reviewer.ts
  test('verdicts of reviewers are ones that we read', () => {
    const [pass = '', fail = ''] = examplesIn(rendered('build-reviewer'));
    expect(parseReviewResult(pass)).toEqual({ kind: 'pass' });
    expect(parseReviewResult(fail)).toEqual({ kind: 'fail', reason: 'the gravest finding, in one line' });
  });

  // Shows 002-SEVERITY by builder/agents/work-rules.ts builder/agent-report/severity.ts
  test('reviewers and the hunter know the four levels', () => {
    for (const name of ['build-reviewer', 'build-hunter'] as const)
      for (const level of ['CRITICAL', 'MAJOR', 'MINOR', 'NIT']) expect(rendered(name)).toContain(`| ${level} |`);
  });

  test('a summary of delivery is one that we read', () => {
    const [example = ''] = examplesIn(rendered('build-delivery'));
    expect(parseBuildSummary(example)).toMatchObject({
      complete: true,
      project: 'order-service',
      skill: 'skills/order-service/SKILL.md',
    });
  });
});
