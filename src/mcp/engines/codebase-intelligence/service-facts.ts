import type { Codebase, CodeMessage, CodeRoute } from '../../../facts/codebase.js';
import { joinPaths } from '../../../model/endpoint.js';
import type { Gap } from '../../../model/gap.js';
import type { ScanRequest } from '../../../scan.js';

/** What the scanner sees of a repository, kept for one state of it. */
export class ServiceFacts {
  readonly #scan: ScanRequest;
  #known: { readonly revision: string; readonly codebase: Promise<Codebase> } | undefined;

  constructor(scan: ScanRequest) {
    this.#scan = scan;
  }

  /** @param revision of the code: facts are collected anew when it is another */
  async codebase(revision: string): Promise<Codebase> {
    if (this.#known?.revision !== revision) this.#known = { revision, codebase: collect(this.#scan) };
    return this.#known.codebase;
  }
}

/** Types are not worked out: only places are asked for. The scanner is loaded when it is needed. */
async function collect({ repository, dir, cacheDirectory, tracked }: ScanRequest): Promise<Codebase> {
  const [{ collectFacts }, { link }] = await Promise.all([import('../../../scan.js'), import('../../../facts/link.js')]);
  return link(await collectFacts({ repository, dir, cacheDirectory, tracked, infer: false }));
}

/** A route as it is told. */
export function endpointOf({ method, path, likelyPrefix, by, at }: CodeRoute) {
  return { method, path: joinPaths(likelyPrefix ?? '', path), framework: by, file: at.file, line: at.line };
}

/** An event as it is told. */
export function eventOf({ channel, by, at }: CodeMessage) {
  return { channel, framework: by, file: at.file, line: at.line };
}

/** What a gap may hide of an interface; of what hides nothing, nothing. */
export function hiddenOf({ reason, detail, at, hides }: Gap) {
  return hides === undefined ? [] : [{ reason, detail, file: at.file, line: at.line }];
}
