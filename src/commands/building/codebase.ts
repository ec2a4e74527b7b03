import { existsSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { codebaseContext } from '../../builder/phases/engine-context.js';
import { isLinkOut } from '../../config/inside.js';
import { openJournal } from '../../journal/write.js';
import type { CallFailure } from '../../mcp/call-failure.js';
import type { Choice } from '../../mcp/choose.js';
import { type Client, clientOf } from '../../mcp/clients/client.js';
import { limitsOf } from '../../mcp/clients/limits.js';
import type { Engine } from '../../mcp/engine.js';
import type { codebaseIntelligence } from '../../mcp/toolsets/codebase-intelligence.js';
import { secretsOf } from '../../model/secrets.js';
import { UserError } from '../../model/user-error.js';
import { intelligenceOf } from '../facts-map.js';
import { writeWhole } from '../publish.js';
import type { EnginesRequest } from './engines-request.js';
import { whenAborted } from './when-aborted.js';

type Tools = typeof codebaseIntelligence.tools;

const MAP = '.tallystick/CODEBASE_MAP.md';
const MOST_RESULTS = 10;
/** The languages that the index reads. */
const CODE = /\.(?:[cm]?[jt]s|[jt]sx|py|java|kt|cs|go)$/;

/** Codebase Intelligence for a build. Missing answers are left out, with one warning. */
export class CodebaseAtWork {
  readonly #request: EnginesRequest;
  readonly #engine: Engine<Tools> | undefined;
  readonly #client: Client<Tools> | undefined;
  #isWarned = false;

  private constructor(request: EnginesRequest, engine: Engine<Tools> | undefined) {
    const { env, scan } = request;
    this.#request = request;
    this.#engine = engine;
    if (engine === undefined) return;
    const journal = openJournal(scan.repository, { secrets: secretsOf(env) });
    const onFailure = (_tool: string, failure: CallFailure): void => this.#tell(failure.message);
    this.#client = clientOf(engine, { agent: 'build', journal, limits: limitsOf(env), onFailure });
  }

  /** @throws UserError for invalid limits in the environment */
  static async open(request: EnginesRequest, choice: Choice): Promise<CodebaseAtWork> {
    const { resolved, scan, env, warn } = request;
    if (choice.kind === 'embedded' && choice.why !== undefined) warn(choice.why);
    try {
      const codebase = new CodebaseAtWork(request, await intelligenceOf(choice, { scan, resolved }, env));
      // Ends waiting calls at once.
      if (choice.kind === 'server') whenAborted(request.signal, () => codebase.close());
      await codebase.#writeMap();
      return codebase;
    } catch (error) {
      const isExpected = error instanceof Error && error.name === 'CallError';
      if (!isExpected) throw error;
      const codebase = new CodebaseAtWork(request, undefined);
      codebase.#tell(error.message);
      await codebase.#writeMap();
      return codebase;
    }
  }

  /** The part of an agent's context that describes the code (REQ-060B). */
  async context(): Promise<string> {
    const found = await this.#client?.search_semantic({ query: 'architecture overview', n_results: MOST_RESULTS });
    const map = existsSync(join(this.#request.workspace, MAP)) ? MAP : undefined;
    return codebaseContext({ found: found?.value ?? [], map });
  }

  /**
   * Adds new files to the index; each file gets the time limit of its tool, and no retry (WIRE-013, INT-005).
   *
   * @param files relative to the workspace
   * @returns the files that were added
   */
  async register(files: readonly string[]): Promise<readonly string[]> {
    const { workspace, scan, serviceName, resolved, signal } = this.#request;
    if (this.#client === undefined || !resolved.config.codebase_intelligence.register_artifacts) return [];
    const taken: string[] = [];
    for (const file of files.filter((each) => CODE.test(each) && existsSync(join(workspace, each)))) {
      if (signal.aborted) break;
      const file_path = relative(scan.repository, join(workspace, file)).replaceAll(sep, '/');
      const { value, failure } = await this.#client.register_artifact({ file_path, service_name: serviceName });
      if (failure === undefined && value.indexed) taken.push(file);
    }
    return taken;
  }

  async close(): Promise<void> {
    await this.#engine?.close();
  }

  /**
   * Writes `CODEBASE_MAP.md` from the engine if the settings want that and it answers, else from the facts of a scan (REQ-054,
   * INT-002).
   */
  async #writeMap(): Promise<void> {
    const { workspace, scan, resolved, warn } = this.#request;
    const [{ codebaseMap }, { mapOfEngine, mapOfFacts }] = await Promise.all([
      import('../../reports/codebase-map.js'),
      import('../../mcp/codebase-map.js'),
    ]);
    const file = join(workspace, MAP);
    try {
      if (isLinkOut(workspace, file)) throw new UserError(`${MAP} is a link to another place, so no map was written.`);
      const facts = await mapOfFacts(scan);
      const isAsked = this.#client !== undefined && resolved.config.codebase_intelligence.replace_static_map;
      const map = isAsked ? await mapOfEngine(facts, this.#client) : facts;
      writeWhole(file, codebaseMap({ title: basename(workspace), ...map }));
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      warn(`The map of the code was not written: ${error.message}`);
    }
  }

  #tell(why: string): void {
    if (this.#isWarned) return;
    this.#isWarned = true;
    this.#request.warn(`Codebase Intelligence did not answer: ${why.replace(/\.$/, '')}. The build continues without it.`);
  }
}
