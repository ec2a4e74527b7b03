/**
 * Which part of `src` may import which: the one source of the dependency-cruiser rules and of the table in ARCHITECTURE.md (a
 * test compares them). Names are paths below `src`: a folder, or a file when they end in `.ts`. A part may always import itself.
 *
 * @typedef {{ readonly from: readonly string[], readonly may: readonly string[] }} ImportRow
 * @typedef {{ readonly what: string, readonly modules: string, readonly only: readonly string[], readonly why: string }} PackageRow
 */

/** @type {readonly ImportRow[]} */
export const importTable = [
  { from: ['model'], may: [] },
  { from: ['config', 'contracts', 'facts', 'git'], may: ['model'] },
  { from: ['diff'], may: ['model', 'contracts'] },
  { from: ['extract/engine'], may: ['model', 'facts'] },
  { from: ['extract'], may: ['model', 'facts', 'extract/engine'] },
  { from: ['rules'], may: ['model', 'contracts/contract.ts', 'facts'] },
  {
    from: ['reports'],
    may: [
      'model',
      'facts',
      'rules/judge.ts',
      'rules/rule.ts',
      'rules/change.ts',
      'history',
      'diff/change.ts',
      'diff/rule.ts',
      'journal/summary.ts',
    ],
  },
  { from: ['history'], may: ['model', 'rules/fingerprint.ts', 'rules/judge.ts', 'rules/rule.ts'] },
  { from: ['scan.ts'], may: ['model', 'config', 'contracts', 'facts', 'extract', 'rules', 'git'] },
  { from: ['fix'], may: ['model', 'contracts', 'facts', 'rules', 'reports/suggestion.ts'] },
  { from: ['journal'], may: ['model'] },
  { from: ['live'], may: ['model', 'contracts'] },
  {
    from: ['mcp'],
    may: ['model', 'config', 'journal', 'contracts', 'diff', 'facts', 'extract', 'rules', 'scan.ts'],
  },
  {
    from: ['builder'],
    may: [
      'model',
      'config',
      'journal',
      'git',
      'contracts',
      'rules/judge.ts',
      'rules/rule.ts',
      'rules/contract-report.ts',
      'reports',
      'mcp',
      'scan.ts',
    ],
  },
  { from: ['github'], may: ['model', 'config', 'reports', 'rules/judge.ts', 'rules/change.ts', 'history'] },
  {
    from: ['commands'],
    may: [
      'model',
      'builder',
      'config',
      'contracts',
      'diff',
      'facts',
      'fix',
      'extract',
      'rules',
      'git',
      'history',
      'journal',
      'live',
      'mcp',
      'reports',
      'scan.ts',
    ],
  },
  {
    from: ['action'],
    may: ['model', 'config', 'facts', 'rules/judge.ts', 'rules/change.ts', 'github', 'history', 'reports', 'commands', 'scan.ts'],
  },
  { from: ['cli.ts'], may: ['model', 'config', 'commands'] },
  {
    from: ['index.ts'],
    may: ['model', 'config', 'contracts', 'diff', 'facts', 'extract', 'rules', 'reports', 'scan.ts', 'commands/check.ts'],
  },
];

/**
 * Which modules from outside may be imported by which parts only.
 *
 * @type {readonly PackageRow[]}
 */
export const packageTable = [
  {
    what: '@actions/*, octokit',
    modules: '^(@actions/|@octokit/|octokit$)|node_modules/(@actions|@octokit|octokit)/',
    only: ['github'],
    why: 'the rest of the program must not know that it runs in a workflow',
  },
  {
    what: 'ts-morph, typescript',
    modules: '^(ts-morph|typescript)($|/)|node_modules/(ts-morph|typescript|@ts-morph)/',
    only: ['extract/languages/typescript'],
    why: 'it is heavy, and facts are plain data',
  },
  {
    what: 'the MCP SDK',
    modules: '^@modelcontextprotocol/|node_modules/@modelcontextprotocol/',
    only: ['mcp'],
    why: 'engines and sessions have one type of ours, and who uses them need not know the protocol',
  },
  {
    what: 'node-sqlite3-wasm',
    modules: '^node-sqlite3-wasm$|node_modules/node-sqlite3-wasm/',
    only: ['mcp/engines'],
    why: 'only embedded engines keep a database',
  },
  {
    what: 'node:fs',
    modules: '^(node:)?fs($|/)',
    only: [
      'extract/files.ts',
      'extract/read-source.ts',
      'extract/installed-files.ts',
      'extract/cache.ts',
      'extract/make-folder.ts',
      'extract/stamps.ts',
      'contracts/bounded-reader.ts',
      'contracts/load.ts',
      'contracts/registry/cache.ts',
      'config',
      'git',
      'commands',
      'github',
      'journal',
      'mcp/engines',
      'mcp/servers-file.ts',
      'builder',
    ],
    why: 'what is pure stays pure, and every read of a scanned repository is guarded in one place',
  },
  {
    what: 'node:child_process, cross-spawn',
    modules: '^(node:)?child_process$|^cross-spawn$|node_modules/cross-spawn/',
    only: ['git', 'mcp/sessions', 'builder/backends', 'builder/agent-report', 'commands/checks/program.ts'],
    why: 'nothing that a scanned repository names is executed',
  },
  {
    what: 'node:http, node:net and their like',
    modules: '^(node:)?(http|https|http2|net|tls|dgram|dns)($|/)',
    only: ['live'],
    why: 'a scan never uses the network',
  },
];

/**
 * Folders whose files are independent of one another: one of them can be added or removed without a look at the others.
 * `{ in, files }`: a pattern of the file's path below `src`; the captured group tells the siblings apart.
 *
 * @type {readonly { readonly what: string, readonly siblings: string }[]}
 */
export const independent = [
  { what: 'language', siblings: 'extract/languages/([^/]+)/' },
  { what: 'framework', siblings: 'extract/languages/[^/]+/frameworks/(?!index|profile)([^/.]+)[./]' },
  { what: 'rule', siblings: 'rules/(contract-[0-9]+)\\.ts$' },
];

/** The packages of which the bundle is made: whoever installs the package installs no other. */
export const bundled = [
  '@actions/core',
  '@actions/github',
  '@modelcontextprotocol/sdk',
  '@octokit/plugin-retry',
  '@octokit/plugin-throttling',
  'ajv',
  'ajv-formats',
  'commander',
  'cross-spawn',
  'ignore',
  'js-yaml',
  'node-sqlite3-wasm',
  'ts-morph',
  'yaml',
  'zod',
];
