import { z } from 'zod';
import { tool, toolset } from '../tool.js';
import { contractRow } from './contract-engine.js';

const field = z.object({ name: z.string(), type: z.string(), required: z.boolean() });
const milestone = z.object({
  id: z.string(),
  title: z.string(),
  dependencies: z.array(z.string()),
  services: z.array(z.string()),
  requirements: z.array(z.string()).describe('Ids of the requirements in it.'),
});

/** The four tools of the Architect (INT-003; their shapes are this project's). */
export const architect = toolset({
  id: 'architect',
  title: 'Architect',
  instructions:
    'Takes a product document apart into services and milestones, and tells how the services of the repository hang together.',
  tools: {
    decompose: tool({
      purpose: 'Takes a product document apart by its own headings and tables: services, milestones, contracts and models.',
      input: z.object({ prd: z.string().min(1).describe('The document, in Markdown.') }),
      output: z.object({
        services: z.array(z.object({ name: z.string(), description: z.string() })),
        milestones: z.array(milestone),
        contracts: z.array(z.object({ id: z.string(), service_name: z.string(), promise: z.string() })),
        models: z.array(z.object({ name: z.string(), fields: z.array(field) })),
        problems: z.array(z.object({ line: z.int(), message: z.string() })),
      }),
      example: { prd: '# Library\n\n## Milestone 1: Books\n' },
      unanswered: { services: [], milestones: [], contracts: [], models: [], problems: [] },
      failures: ['`problems` names lines that contradict one another: a circle of dependencies, an unknown or double id.'],
      fallback: 'The document is taken apart by the embedded engine.',
      readOnly: true,
      idempotent: true,
    }),
    get_service_map: tool({
      purpose: 'Gives the services of the repository and who relies on whom.',
      input: z.object({}),
      output: z.object({
        services: z.array(
          z.object({
            name: z.string(),
            path: z.string(),
            languages: z.array(z.string()),
            endpoints: z.int(),
            publishes: z.array(z.string()),
            consumes: z.array(z.string()),
          }),
        ),
        dependencies: z.array(z.object({ from: z.string(), to: z.string(), via: z.string() })),
      }),
      example: {},
      unanswered: { services: [], dependencies: [] },
      failures: [],
      fallback: 'The settings and the facts of the scan.',
      readOnly: true,
      idempotent: true,
    }),
    get_contracts_for_service: tool({
      purpose: 'Lists the contracts that a service keeps, and those it relies on.',
      input: z.object({ service_name: z.string().min(1).describe('Name of the service.') }),
      output: z.array(contractRow.extend({ role: z.enum(['provider', 'consumer']) })),
      example: { service_name: 'books' },
      unanswered: [],
      failures: ['Those that name no service are listed for every one.'],
      fallback: 'The contracts that the scan finds.',
      readOnly: true,
      idempotent: true,
    }),
    get_domain_model: tool({
      purpose: 'Gives the models that the services share, with their fields and how they refer to one another.',
      input: z.object({}),
      output: z.object({
        entities: z.array(z.object({ name: z.string(), fields: z.array(field), services: z.array(z.string()) })),
        relations: z.array(z.object({ from: z.string(), to: z.string(), field: z.string(), many: z.boolean() })),
      }),
      example: {},
      unanswered: { entities: [], relations: [] },
      failures: [],
      fallback: 'The models of the contracts that the scan finds.',
      readOnly: true,
      idempotent: true,
    }),
  },
});
