/** The official inspector calls every tool of `tallystick serve`, as an editor would. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { npx } from './e2e-npx.js';

const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0';
const SPEC = { openapi: '3.1.0', info: { title: 'Parcels', version: '1.0.0' }, paths: {} };
const CONTRACT = 'contracts/orders.openapi.yaml';

/** What each tool is asked about `examples/platform`. */
const CALLS = {
  scan: { file: 'services/orders/src/app.ts' },
  get_operation: { operation: 'GET /orders/{id}' },
  find_operations: { text: 'orders' },
  what_changed: {},
  explain: { word: 'unverified' },
  get_contract: { contract_id: CONTRACT },
  validate_endpoint: { service_name: 'orders', method: 'GET', path: '/health', response_body: { status: 'up' } },
  generate_tests: { contract_id: CONTRACT, framework: 'jest' },
  check_breaking_changes: { contract_id: CONTRACT, new_spec: SPEC },
  mark_implemented: { contract_id: CONTRACT, service_name: 'orders', evidence_path: 'services/orders/src/app.ts' },
  get_unimplemented_contracts: {},
  create_contract: { service_name: 'parcels', type: 'openapi', version: '1.0.0', spec: SPEC },
  validate_spec: { spec: SPEC },
  list_contracts: {},
  find_definition: { symbol: 'Parcel' },
  find_callers: { symbol: 'Parcel' },
  find_dependencies: { file_path: 'services/orders/src/app.ts' },
  search_semantic: { query: 'orders' },
  get_service_interface: { service_name: 'orders' },
  check_dead_code: {},
  register_artifact: { file_path: 'services/orders/src/app.ts', service_name: 'orders' },
  decompose: { prd: '# Library\n\n## Milestone 1: Books\n' },
  get_service_map: {},
  get_contracts_for_service: { service_name: 'orders' },
  get_domain_model: {},
};

/**
 * @param {string} cli the compiled command line
 * @param {string} repository what is served
 * @returns {string[]} what failed, a sentence each
 */
export function inspector(cli, repository) {
  const ask = (/** @type {string[]} */ words) => {
    const server = [process.execPath, cli, 'serve'];
    const { stdout, stderr, status } = spawnSync(...npx(INSPECTOR, 'mcp-inspector', ['--cli', ...server, ...words]), {
      cwd: repository,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${words.join(' ')}: ${stderr.slice(-500)}`);
    return JSON.parse(stdout);
  };
  const { tools } = ask(['--method', 'tools/list']);
  const listed = tools.map((/** @type {{ name: string }} */ { name }) => name).sort();
  const failures = listed.join() === Object.keys(CALLS).sort().join() ? [] : [`the tools are ${listed.join(', ')}`];
  for (const [name, given] of Object.entries(CALLS)) {
    const words = Object.entries(given).flatMap(([key, value]) => [
      '--tool-arg',
      `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
    ]);
    try {
      const { isError, content, structuredContent } = ask(['--method', 'tools/call', '--tool-name', name, ...words]);
      const [first] = content;
      console.log(`${isError ? 'failed' : 'answered'} ${name}: ${String(first?.text).slice(0, 100).replaceAll('\n', ' ')}`);
      const isText = tools.find((/** @type {{ name: string }} */ tool) => tool.name === name)?.outputSchema === undefined;
      if (isError || (structuredContent === undefined && !isText)) failures.push(`${name}: ${first?.text}`);
    } catch (error) {
      failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return [...failures, ...journalled(cli, repository), ...snippet(cli, repository)];
}

/** The calls are in the journal, by the name of who called. */
function journalled(/** @type {string} */ cli, /** @type {string} */ repository) {
  const words = [cli, 'logs', '--format', 'json'];
  const { stdout } = spawnSync(process.execPath, words, { cwd: repository, encoding: 'utf8' });
  const { tools, agents } = JSON.parse(stdout);
  const names = agents.map((/** @type {{ name: string, calls: number }} */ { name, calls }) => `${calls} of ${name}`);
  console.log(`the journal has calls of ${tools.length} tools: ${names.join(', ')}`);
  return tools.length === Object.keys(CALLS).length && agents.length === 1 ? [] : [`the journal has ${stdout.slice(0, 500)}`];
}

/** What `tallystick init --mcp` writes leads an agent to all tools, where `tallystick` is a program of PATH. */
function snippet(/** @type {string} */ cli, /** @type {string} */ repository) {
  if (process.platform === 'win32') return [];
  const programs = join(repository, '.programs');
  mkdirSync(programs);
  writeFileSync(join(programs, 'tallystick'), `#!/bin/sh\nexec "${process.execPath}" "${cli}" "$@"\n`);
  chmodSync(join(programs, 'tallystick'), 0o755);
  const env = { ...process.env, PATH: `${programs}${delimiter}${process.env.PATH ?? ''}` };
  const options = /** @type {const} */ ({ cwd: repository, encoding: 'utf8', env });
  spawnSync('tallystick', ['init', '--mcp'], options);
  const counts = { 'contract-engine': 9, 'codebase-intelligence': 7, architect: 4 };
  return Object.entries(counts).flatMap(([server, count]) => {
    const words = ['--cli', '--config', '.mcp.json', '--server', server, '--method', 'tools/list'];
    const { stdout, stderr, status } = spawnSync(...npx(INSPECTOR, 'mcp-inspector', words), options);
    const found = status === 0 ? JSON.parse(stdout).tools.length : stderr.slice(-500);
    console.log(`.mcp.json leads to ${found} tools of ${server}`);
    return found === count ? [] : [`.mcp.json leads to ${found} tools of ${server}`];
  });
}
