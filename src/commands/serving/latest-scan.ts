import type { Contract } from '../../contracts/contract.js';
import { openMemory } from '../../extract/cached-facts.js';
import type { Analysis } from '../../rules/judge.js';
import { noScan, type ScanRequest, scanned } from '../../scan.js';
import type { ScanSettings } from '../settings.js';

export interface Latest {
  /** With the facts that the scan kept. */
  readonly request: ScanRequest;
  readonly settings: ScanSettings;
  readonly analysis: Analysis;
  readonly contracts: readonly Contract[];
}

/**
 * Gives a scan that begins after it was asked for, so that no answer is older than its question. Calls that wait for a running
 * one share the next. What did not change is kept in memory: facts by content, files and contracts by what they hold, and the
 * whole result while no file was touched.
 */
export function latestScan(settle: () => Promise<ScanSettings>, cacheDirectory: string | undefined): () => Promise<Latest> {
  const memory = openMemory(true);
  const contractMemory = new Map();
  const last = noScan();
  let running: Promise<unknown> = Promise.resolve();
  let waiting: Promise<Latest> | undefined;
  const look = async (): Promise<Latest> => {
    waiting = undefined;
    const settings = await settle();
    const request = { ...settings.request, memory, contractMemory, last, cacheDirectory };
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
