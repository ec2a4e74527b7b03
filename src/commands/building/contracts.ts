import { existsSync, readdirSync } from 'node:fs';
import type { Step } from '../../builder/event.js';
import { type ContractRow, contractContext } from '../../builder/phases/engine-context.js';
import { type Choice, isForeign } from '../../mcp/choose.js';
import { UserError } from '../../model/user-error.js';
import type { ScanRequest } from '../../scan.js';
import { ContractClient } from '../validation/contract-client.js';
import { testsTarget, writeTests } from '../validation/generated-tests.js';
import { checkImplementation } from '../validation/implementation.js';
import { type Registered, registeredContracts } from '../validation/registered.js';
import { contractsOf } from '../validation/validate.js';
import type { EnginesRequest } from './engines-request.js';
import { whenAborted } from './when-aborted.js';

/** A contract, and the engine's id of it. */
export interface Listed extends ContractRow {
  readonly implemented: boolean;
}

/**
 * The Contract Engine for a build: asked before agents begin, and updated with what they built. Without an answer of the
 * configured server the embedded engine answers from files of the repository and saved contracts, with one warning.
 */
export class ContractsAtWork {
  readonly #request: EnginesRequest;
  readonly #choice: Choice;
  readonly #client: ContractClient;
  #registered: Registered;
  #isWarned = false;
  #isRefusalWarned = false;

  private constructor(request: EnginesRequest, choice: Choice) {
    const { scan, env, resolved } = request;
    this.#request = request;
    this.#choice = choice;
    const databasePath = resolved.config.contract_engine.database_path;
    this.#client = new ContractClient({ choice, scan, env, databasePath, secrets: [], agent: 'build' });
    this.#registered = { scan, contracts: new Map(), isWhole: true, notices: [], crashes: [] };
  }

  /** @throws UserError for invalid limits in the environment */
  static async open(request: EnginesRequest, choice: Choice): Promise<ContractsAtWork> {
    const contracts = new ContractsAtWork(request, choice);
    // Ends waiting calls at once.
    if (choice.kind === 'server') whenAborted(request.signal, () => contracts.close());
    for (const notice of await contracts.#look()) request.warn(notice);
    return contracts;
  }

  /** The scan request, with contracts that only the engine stores. */
  get scan(): ScanRequest {
    return this.#registered.scan;
  }

  /** All contracts of the engine; none when it does not answer. */
  async listed(): Promise<readonly Listed[]> {
    const all = await this.#client.ask('list_contracts', {});
    const open = await this.#client.ask('get_unimplemented_contracts', {});
    this.#tell();
    if (all.failure !== undefined || open.failure !== undefined) return [];
    const unimplemented = new Set(open.value.map(({ id }) => id));
    return all.value.map((row) => ({ ...row, implemented: !unimplemented.has(row.id) }));
  }

  /** The part of an agent's context that describes the contracts (REQ-060B); test writers also get tests that can be generated. */
  async context(step: Step): Promise<string> {
    const { workspace, resolved, serviceName } = this.#request;
    if (step === 'test-writer') await this.#writeTests();
    const listed = await this.listed();
    const wish = testsTarget(resolved.config, workspace, undefined);
    return contractContext({
      service: serviceName,
      unimplemented: listed.filter(({ implemented }) => !implemented),
      implemented: listed.filter(({ implemented }) => implemented),
      limit: resolved.config.agent_teams.contract_limit,
      tests: wish === undefined || !existsSync(wish.folder) ? [] : namesIn(wish.folder),
    });
  }

  /** Marks contracts that the scan verifies, with the verified file as evidence; returns their ids. */
  async mark(): Promise<readonly string[]> {
    try {
      const { scan } = await import('../../scan.js');
      const analysis = await scan(this.scan);
      const { own } = await contractsOf(analysis, this.scan, this.#registered);
      const { states, same } = await checkImplementation(own, analysis, this.#client);
      const marked: string[] = [];
      for (const { contract, marked: isMarked, found } of states) {
        const id = same.get(contract);
        const row = analysis.matrix.find((each) => each.contract === contract && each.codeAt !== null);
        if (isMarked || found !== 'kept' || id === undefined || row === undefined || row.codeAt === null) continue;
        const service_name = own.find((each) => each.contract.id === contract)?.stored.service ?? '';
        // Only the engine that stores a contract can mark it.
        const client = await this.#client.chosen();
        const { value, failure } = await client.mark_implemented({
          contract_id: id,
          service_name,
          evidence_path: row.codeAt.file,
        });
        if (value.marked) marked.push(contract);
        else this.#tellOf(contract, failure?.message ?? value.reason);
      }
      // Saved contracts record which of them are implemented.
      if (marked.length > 0) await this.#look();
      this.#tell();
      return marked;
    } catch (error) {
      // No contract, or agents broke one; the scan of the milestone reports that.
      if (error instanceof UserError) return [];
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  /** Reads the contracts of the engine and saves them (REQ-055). Returns notices for users. */
  async #look(): Promise<readonly string[]> {
    const { scan, env } = this.#request;
    try {
      const registered = await registeredContracts(this.#client, { scan, choice: this.#choice, isForeign: isForeign(env) });
      this.#registered = registered;
      this.#client.look(registered.scan);
      // The notices contain the missing answer.
      if (!registered.isWhole) this.#isWarned = true;
      return [...registered.notices, ...registered.crashes];
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      this.#isWarned = true;
      return [error.message];
    }
  }

  async #writeTests(): Promise<void> {
    const { workspace, resolved, warn } = this.#request;
    const wish = testsTarget(resolved.config, workspace, undefined);
    if (wish === undefined) return;
    try {
      const { readRepository } = await import('../../mcp/engines/contract-engine/repository-contracts.js');
      const { contracts } = await readRepository(this.scan);
      const { own } = await contractsOf({ contracts: contracts.map(({ contract }) => contract) }, this.scan, this.#registered);
      const { repository, dir } = this.scan;
      const problems = await writeTests(this.#client, { wish, contracts: own, same: await this.#same(own), repository, dir });
      for (const problem of problems) warn(problem);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      warn(`Contract tests were not written: ${error.message}`);
    }
  }

  /** Ids of a server, by our ids, of contracts whose documents are equal. */
  async #same(own: Awaited<ReturnType<typeof contractsOf>>['own']): Promise<ReadonlyMap<string, string>> {
    if (!this.#client.isServer) return new Map();
    const { value } = await this.#client.ask('list_contracts', {});
    return new Map(
      own.flatMap(({ contract, stored }) => {
        const row = value.find(({ spec_hash }) => spec_hash === stored.hash);
        return row === undefined ? [] : [[contract.id, row.id] as const];
      }),
    );
  }

  /** Warns about contracts that the engine does not accept as implemented; names one of them. */
  #tellOf(contract: string, why: string | undefined): void {
    if (this.#isRefusalWarned || (this.#isWarned && this.#client.isServer)) return;
    this.#isRefusalWarned = true;
    this.#request.warn(`${contract} was not marked as implemented: ${why ?? 'the Contract Engine gave no reason'}`);
  }

  #tell(): void {
    const [first] = this.#client.unanswered;
    if (this.#isWarned || first === undefined) return;
    this.#isWarned = true;
    this.#request.warn(first);
  }
}

function namesIn(folder: string): readonly string[] {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return files.map(({ name }) => `.tallystick/tests/${name}`).sort();
}
