import { openJournal } from '../../journal/write.js';
import { CallError, type CallFailure } from '../../mcp/call-failure.js';
import type { Choice } from '../../mcp/choose.js';
import { type Client, clientOf } from '../../mcp/clients/client.js';
import { type Limits, limitsOf } from '../../mcp/clients/limits.js';
import type { Answer, Engine } from '../../mcp/engine.js';
import type { InputOf, OutputOf, ToolName } from '../../mcp/tool.js';
import { contractEngine } from '../../mcp/toolsets/contract-engine.js';
import { secretsOf } from '../../model/secrets.js';
import type { ScanRequest } from '../../scan.js';

type Tools = typeof contractEngine.tools;

/** The engine, and the context of its calls. */
export interface ContractClientOptions {
  readonly choice: Choice;
  readonly scan: ScanRequest;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The setting `contract_engine.database_path`. */
  readonly databasePath: string;
  /** Values that must not be written. */
  readonly secrets: readonly string[];
  /** The caller, for the journal. */
  readonly agent: string;
}

/**
 * Asks the Contract Engine: the configured server, and the embedded engine for everything else. It never throws; `unanswered`
 * names servers that were not asked, with the reason.
 */
export class ContractClient {
  #request: ContractClientOptions;
  readonly #limits: Limits;
  readonly #unanswered = new Map<string, string>();
  readonly #opened: Engine<Tools>[] = [];
  #server: Promise<Client<Tools>> | undefined;
  #embedded: Promise<Client<Tools>> | undefined;

  /** @throws UserError for an invalid limit in the environment */
  constructor(request: ContractClientOptions) {
    this.#request = request;
    this.#limits = limitsOf(request.env);
  }

  /** The name of the engine for users. */
  get name(): string {
    const { choice } = this.#request;
    if (choice.kind !== 'server') return 'the embedded Contract Engine';
    return `the Contract Engine that ${choice.namedBy} names`;
  }

  /** Whether an external server is asked first. */
  get isServer(): boolean {
    return this.#request.choice.kind === 'server';
  }

  /** Whether the embedded engine stores contracts, with ids of its own. */
  get isEmbedded(): boolean {
    const { choice } = this.#request;
    return choice.kind === 'embedded' && choice.why === undefined;
  }

  /** Sets the scan request of the embedded engine, if it has not been asked yet. */
  look(scan: ScanRequest): void {
    this.#request = { ...this.#request, scan };
  }

  /** Unanswered calls, one sentence each. */
  get unanswered(): readonly string[] {
    return [...this.#unanswered.values()];
  }

  /** The chosen engine alone, without a fallback. */
  async chosen(): Promise<Client<Tools>> {
    const { choice } = this.#request;
    if (choice.kind !== 'server') {
      this.#embedded ??= this.#openEmbedded();
      return this.#embedded;
    }
    this.#server ??= this.#serverOf(choice);
    return this.#server;
  }

  /** The answer of the server, else of the embedded engine. */
  async ask<Name extends ToolName<Tools>>(name: Name, input: InputOf<Tools[Name]>): Promise<Answer<OutputOf<Tools[Name]>>> {
    const { choice } = this.#request;
    if (choice.kind === 'server') {
      // Parallel callers share one server.
      this.#server ??= this.#serverOf(choice);
      // A foreign engine has the specified inputs, and may refuse others.
      const { content_type: _ours, ...asked } = input as Record<string, unknown>;
      const answer = await (await this.#server)[name](asked as InputOf<Tools[Name]>);
      if (answer.failure === undefined) return answer;
      this.#note(name, this.name, answer.failure, ' The embedded engine was used instead.');
    }
    return this.askEmbedded(name, input);
  }

  /** The answer of the embedded engine, which reads the documents of the repository. */
  async askEmbedded<Name extends ToolName<Tools>>(
    name: Name,
    input: InputOf<Tools[Name]>,
  ): Promise<Answer<OutputOf<Tools[Name]>>> {
    this.#embedded ??= this.#openEmbedded();
    const answer = await (await this.#embedded)[name](input);
    if (answer.failure !== undefined) this.#note(`embedded ${name}`, 'the embedded Contract Engine', answer.failure, '');
    return answer;
  }

  /** Ends the started server. */
  async close(): Promise<void> {
    await Promise.all(this.#opened.map((engine) => engine.close()));
  }

  async #serverOf({ server }: Extract<Choice, { readonly kind: 'server' }>): Promise<Client<Tools>> {
    const { openSession } = await import('../../mcp/sessions/session.js');
    return this.#clientOf(openSession(contractEngine, server.address, server.options));
  }

  async #openEmbedded(): Promise<Client<Tools>> {
    const { scan, databasePath, env } = this.#request;
    try {
      const { openContractEngine } = await import('../../mcp/engines/contract-engine/contract-engine.js');
      const { contractDatabase } = await import('../../mcp/engines/contract-engine/database-path.js');
      // `DATABASE_PATH` is for external servers: here it may be the database of the scanned service.
      const own = { CONTRACT_ENGINE_DB: env.CONTRACT_ENGINE_DB };
      const path = contractDatabase({ repository: scan.repository, configured: databasePath, env: own });
      return this.#clientOf(await openContractEngine({ scan, databasePath: path }));
    } catch (error) {
      return this.#clientOf(unopened(error));
    }
  }

  #clientOf(engine: Engine<Tools>): Client<Tools> {
    const { agent, env, scan, secrets } = this.#request;
    this.#opened.push(engine);
    const journal = openJournal(scan.repository, { secrets: [...secretsOf(env), ...secrets] });
    return clientOf(engine, { agent, journal, limits: this.#limits });
  }

  #note(key: string, engine: string, { message }: CallFailure, then: string): void {
    const sentence = /[.!?]$/.test(message) ? message : `${message}.`;
    // One failure of several tools is reported once.
    this.#unanswered.set(
      this.isServer && key.startsWith('embedded') ? key : sentence,
      `${engine[0]?.toUpperCase()}${engine.slice(1)} did not answer: ${sentence}${then}`,
    );
  }
}

/** An engine that cannot be opened fails each call with the reason. */
function unopened(error: unknown): Engine<Tools> {
  const message = error instanceof Error ? error.message : String(error);
  return {
    toolset: contractEngine,
    by: 'embedded',
    call: () => Promise.reject(new CallError('tool-error', message)),
    close: async () => undefined,
  };
}
