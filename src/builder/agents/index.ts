import type { AgentName } from '../agent-names.js';
import { analyst } from './analyst.js';
import { architect } from './architect.js';
import type { AgentDefinition } from './definition.js';
import { delivery } from './delivery.js';
import { developer } from './developer.js';
import { discovery } from './discovery.js';
import { hunter } from './hunter.js';
import { investigator } from './investigator.js';
import { liveReviewer } from './live-reviewer.js';
import { qa } from './qa.js';
import { reviewer } from './reviewer.js';
import { testWriter } from './test-writer.js';

/** All agents of a build: the seven phases in order, then the others. */
export const agents: readonly AgentDefinition[] = [
  analyst,
  architect,
  testWriter,
  developer,
  qa,
  reviewer,
  delivery,
  discovery,
  hunter,
  liveReviewer,
  investigator,
];

export function agentOf(name: AgentName): AgentDefinition {
  const found = agents.find((agent) => agent.name === name);
  if (found === undefined) throw new Error(`no such agent: ${name}`);
  return found;
}
