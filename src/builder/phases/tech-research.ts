import { codebaseIntelligence } from '../../mcp/toolsets/codebase-intelligence.js';
import { contractEngine } from '../../mcp/toolsets/contract-engine.js';
import { type Engines, engineTools } from '../agents/engines.js';

/** Known facts about the technology before planning. */
export interface Research {
  /** From the brief or from the folder: `TypeScript`, `Fastify 5`. */
  readonly technologies: readonly string[];
  readonly engines: Engines;
  /** Engines in the workspace's `.mcp.json` (REQ-082): `detectEngines`. */
  readonly detected: readonly string[];
}

/** The research part of prompts, with the enabled engines' abilities (REQ-083). Empty: nothing known. */
export function techResearch({ technologies, engines, detected }: Research): string {
  const known = technologies.filter((each) => each.trim() !== '');
  const on = [
    engines.contractEngine ? contractEngine : undefined,
    engines.codebaseIntelligence ? codebaseIntelligence : undefined,
  ];
  const offered = new Set(engineTools('build-developer', engines));
  const capabilities = on.flatMap((toolset) =>
    toolset === undefined
      ? []
      : [
          `${toolset.title} (MCP server \`${toolset.id}\`):`,
          ...Object.entries(toolset.tools)
            .filter(([name]) => offered.has(`mcp__${toolset.id}__${name}`))
            .map(([name, { purpose }]) => `- ${name}: ${purpose}`),
        ],
  );
  const foreign = detected.filter((id) => !on.some((toolset) => toolset?.id === id));
  return [
    ...(known.length === 0 ? [] : [`Technologies: ${known.join(', ')}`]),
    ...capabilities,
    ...(foreign.length === 0
      ? []
      : [`Named in .mcp.json and switched off for this build: ${foreign.join(', ')}. Do not count on them.`]),
  ].join('\n');
}
