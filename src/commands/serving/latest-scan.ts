import type { Contract } from '../../contracts/contract.js';
import { openMemory } from '../../extract/cached-facts.js';
import type { Analysis } from '../../rules/judge.js';
import { type ScanRequest, scanned } from '../../scan.js';
import type { ScanSettings } from '../settings.js';

export interface Latest {
  /** With the facts that the scan kept. */
  readonly request: ScanRequest;
  readonly settings: ScanSettings;
  readonly analysis: Analysis;
  readonly contracts: readonly Contract[];
}

/**
 * Gives a scan that begins after it was asked for. Calls that wait for a running one share the next. Facts of unchanged files
 * are kept in memory, by content.
 */
export function latestScan(settle: () => Promise<ScanSettings>, cacheDirectory: string | undefined): () => Promise<Latest> {
  const memory = openMemory();
  let running: Promise<unknown> = Promise.resolve();
  let waiting: Promise<Latest> | undefined;
  const look = async (): Promise<Latest> => {
    waiting = undefined;
    const settings = await settle();
    const request = { ...settings.request, memory, cacheDirectory };
    return { request, settings, ...(await scanned(request)) };
  };
  return () => {
    if (waiting === undefined) {
      waiting = running.then(look);
      running = waiting.catch(() => undefined);
    }
    return waiting;
  };
}
