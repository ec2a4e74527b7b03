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

/** Who is asked, and for what. */
export interface ContractClientOptions {
  readonly choice: Choice;
  readonly scan: ScanRequest;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The setting `contract_engine.database_path`. */
  readonly databasePath: string;
  /** Values that must not be written down. */
  readonly secrets: readonly string[];
  /** Who asks, for the journal. */
  readonly agent: string;
}

/**
 * Where the Contract Engine is asked: the server that the settings name, and the embedded engine for whatever that gives no answer
 * to. It never throws; who was not asked, and why, is in `unanswered`.
 */
export class ContractClient {
  #request: ContractClientOptions;
  readonly #limits: Limits;
  readonly #unanswered = new Map<string, string>();
  readonly #opened: Engine<Tools>[] = [];
  #server: Promise<Client<Tools>> | undefined;
  #embedded: Promise<Client<Tools>> | undefined;

  /** @throws UserError for a limit in the environment that is none */
  constructor(request: ContractClientOptions) {
    this.#request = request;
    this.#limits = limitsOf(request.env);
  }

  /** The engine that is asked, in words. */
  get name(): string {
    const { choice } = this.#request;
    if (choice.kind !== 'server') return 'the embedded Contract Engine';
    return `the Contract Engine that ${choice.namedBy} names`;
  }

  /** Whether another engine than the embedded one is asked first. */
  get isServer(): boolean {
    return this.#request.choice.kind === 'server';
  }

  /** Whether the embedded engine is the one that keeps contracts: it has its own ids for them. */
  get isEmbedded(): boolean {
    const { choice } = this.#request;
    return choice.kind === 'embedded' && choice.why === undefined;
  }

  /** What the embedded engine works on from now on, where it was not asked before. */
  look(scan: ScanRequest): void {
    this.#request = { ...this.#request, scan };
  }

  /** Calls that gave no answer, a sentence each. */
  get unanswered(): readonly string[] {
    return [...this.#unanswered.values()];
  }

  /** The engine that is chosen, alone: nobody answers in its place. */
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
      // One server, however many ask at the same time.
      this.#server ??= this.#serverOf(choice);
      // A foreign engine knows what the seed says, and may refuse more.
      const { content_type: _ours, ...asked } = input as Record<string, unknown>;
      const answer = await (await this.#server)[name](asked as InputOf<Tools[Name]>);
      if (answer.failure === undefined) return answer;
      this.#note(name, this.name, answer.failure, ' The embedded engine was asked instead.');
    }
    return this.askEmbedded(name, input);
  }

  /** The answer of the engine of this process, which reads the documents of the repository as they are. */
  async askEmbedded<Name extends ToolName<Tools>>(
    name: Name,
    input: InputOf<Tools[Name]>,
  ): Promise<Answer<OutputOf<Tools[Name]>>> {
    this.#embedded ??= this.#openEmbedded();
    const answer = await (await this.#embedded)[name](input);
    if (answer.failure !== undefined) this.#note(`embedded ${name}`, 'the embedded Contract Engine', answer.failure, '');
    return answer;
  }

  /** Ends what was started. */
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
      // `DATABASE_PATH` is for servers: here it may well be the database of the service that is looked at.
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

  #note(key: string, who: string, { message }: CallFailure, then: string): void {
    const said = /[.!?]$/.test(message) ? message : `${message}.`;
    // The same of several tools is told once.
    this.#unanswered.set(
      this.isServer && key.startsWith('embedded') ? key : said,
      `${who[0]?.toUpperCase()}${who.slice(1)} gave no answer: ${said}${then}`,
    );
  }
}

/** An engine that cannot be opened answers nothing, and says why. */
function unopened(error: unknown): Engine<Tools> {
  const message = error instanceof Error ? error.message : String(error);
  return {
    toolset: contractEngine,
    by: 'embedded',
    call: () => Promise.reject(new CallError('tool-error', message)),
    close: async () => undefined,
  };
}
