import { isRecord, ownMember } from '../model/json.js';
import type { ConfigFile, ConfigPath } from './parse.js';
import { type Depth, preset } from './presets.js';
import { type Config, configSchema, type PartialConfig } from './schema.js';

/** The settings of an entry point: options of the command line or inputs of the Action. */
export interface Overrides {
  /** `the command line`, `the inputs`. */
  readonly by: string;
  readonly values: PartialConfig;
}

export interface ResolveRequest {
  readonly depth?: Depth | undefined;
  /** The environment allows agent teams. */
  readonly agentTeams?: boolean;
  readonly file?: ConfigFile | undefined;
  readonly overrides?: Overrides | undefined;
}

/** Settings with all defaults, and the source of each. */
export interface Resolved {
  readonly config: Config;
  /** The source of the option at the path: `default`, `depth standard`, `.tallystick.yml:3`, `the command line`. */
  readonly setBy: (path: ConfigPath) => string;
}

/**
 * Merges the layers; later ones take precedence: default, preset of the depth, file, inputs or flags. Sections are merged key by
 * key, lists replaced.
 */
export function resolve(request: ResolveRequest): Resolved {
  const { depth, file, overrides } = request;
  const layers: { values: PartialConfig; by: (path: ConfigPath) => string }[] = [];
  if (depth !== undefined) layers.push({ values: preset(depth, request.agentTeams === true), by: () => `depth ${depth}` });
  if (file !== undefined) layers.push({ values: file.values, by: (path) => `${file.name}:${file.locate(path).line}` });
  if (overrides !== undefined) layers.push({ values: overrides.values, by: () => overrides.by });

  const joined = layers.reduce<unknown>((sum, layer) => join(sum, layer.values), {});
  const setBy = (path: ConfigPath): string => layers.findLast((layer) => has(layer.values, path))?.by(path) ?? 'default';
  return { config: configSchema.parse(joined), setBy };
}

function join(under: unknown, over: unknown): unknown {
  if (over === undefined) return under;
  if (!isRecord(under) || !isRecord(over)) return over;
  const keys = new Set([...Object.keys(under), ...Object.keys(over)]);
  return Object.fromEntries([...keys].map((key) => [key, join(ownMember(under, key), ownMember(over, key))]));
}

function has(values: unknown, path: ConfigPath): boolean {
  const value = path.reduce<unknown>((at, step) => ownMember(at, String(step)), values);
  return value !== undefined;
}
