import type { Command } from './command.js';

/** An entry of the list of commands; `load` imports the command itself. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

/** All commands, in the order of the help. Commands load on demand, so that the first line comes at once. */
export const commands: readonly CommandEntry[] = [
  {
    name: 'scan',
    summary: 'Compare the contracts with the code.',
    load: async () => (await import('./scan.js')).scan,
  },
  {
    name: 'facts',
    summary: 'Write what the code does to a fact sheet.',
    load: async () => (await import('./facts.js')).facts,
  },
  {
    name: 'draft',
    summary: 'Write a first OpenAPI document for a service without one, from its code.',
    load: async () => (await import('./draft.js')).draft,
  },
  {
    name: 'fix',
    summary: 'Write what the code does into its contracts, or rename fields in the code to match them.',
    load: async () => (await import('./fix.js')).fix,
  },
  {
    name: 'merge',
    summary: 'Join the fact sheets of all shards, then compare them with the contracts.',
    load: async () => (await import('./merge.js')).merge,
  },
  {
    name: 'diff',
    summary: 'Compare two versions of a contract, and report breaking changes.',
    load: async () => (await import('./diff.js')).diff,
  },
  {
    name: 'regression',
    summary: 'Scan, and compare with the results of earlier scans.',
    load: async () => (await import('./regression.js')).regression,
  },
  {
    name: 'validate',
    summary: 'Validate contracts, their implementation and a running service through the Contract Engine.',
    load: async () => (await import('./validate.js')).validate,
  },
  {
    name: 'build',
    summary: 'Build the milestones of a plan with agents, and verify their reports.',
    load: async () => (await import('./build.js')).build,
  },
  {
    name: 'logs',
    summary: 'Summarise tool calls: their number, results and times.',
    load: async () => (await import('./logs.js')).logs,
  },
  {
    name: 'serve',
    summary: 'Serve the embedded engines to coding agents and editors (MCP, over standard input and output).',
    load: async () => (await import('./serve.js')).serve,
  },
  {
    name: 'preflight',
    summary: 'Check the setup: settings, contracts, engines, hooks, folders, programs, permissions.',
    load: async () => (await import('./preflight.js')).preflight,
  },
  {
    name: 'init',
    summary: 'Write a configuration, a workflow and a baseline for this repository.',
    load: async () => (await import('./init.js')).init,
  },
  {
    name: 'explain',
    summary: 'Explain a rule, a status, a reason or a word of the output.',
    load: async () => (await import('./explain.js')).explain,
  },
];
