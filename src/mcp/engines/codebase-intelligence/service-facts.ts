import type { Codebase, CodeMessage, CodeRoute } from '../../../facts/codebase.js';
import { joinPaths } from '../../../model/endpoint.js';
import type { Gap } from '../../../model/gap.js';
import type { ScanRequest } from '../../../scan.js';

/** The scanner's facts of a repository, cached for one revision. */
export class ServiceFacts {
  readonly #scan: ScanRequest;
  #known: { readonly revision: string; readonly codebase: Promise<Codebase> } | undefined;

  constructor(scan: ScanRequest) {
    this.#scan = scan;
  }

  /** @param revision of the code: another one collects the facts again */
  async codebase(revision: string): Promise<Codebase> {
    if (this.#known?.revision !== revision) this.#known = { revision, codebase: collect(this.#scan) };
    return this.#known.codebase;
  }
}

/** Without type inference, because only places are used. The scanner is loaded on demand. */
async function collect({ repository, dir, cacheDirectory, tracked }: ScanRequest): Promise<Codebase> {
  const [{ collectFacts }, { link }] = await Promise.all([import('../../../scan.js'), import('../../../facts/link.js')]);
  return link(await collectFacts({ repository, dir, cacheDirectory, tracked, infer: false }));
}

/** A route in an answer. */
export function endpointOf({ method, path, likelyPrefix, by, at }: CodeRoute) {
  return { method, path: joinPaths(likelyPrefix ?? '', path), framework: by, file: at.file, line: at.line };
}

/** An event in an answer. */
export function eventOf({ channel, by, at }: CodeMessage) {
  return { channel, framework: by, file: at.file, line: at.line };
}

/** The parts of an interface that a gap may hide; none when it hides nothing. */
export function hiddenOf({ reason, detail, at, hides }: Gap) {
  return hides === undefined ? [] : [{ reason, detail, file: at.file, line: at.line }];
}
