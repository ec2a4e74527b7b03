/**
 * The shard (1 to `total`) that reads a file: a hash of its path (32-bit FNV-1a), so that a file stays in its shard when other
 * files change.
 */
export function shardOf(path: string, total: number): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < path.length; index += 1) {
    hash = Math.imul(hash ^ path.charCodeAt(index), 0x01000193) >>> 0;
  }
  // FNV mixes the low bits well and the high ones little; with a power of two as `total` only the low bits would count.
  return (((hash ^ (hash >>> 15)) >>> 0) % total) + 1;
}
