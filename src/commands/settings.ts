import { existsSync } from 'node:fs';
import { dirname, join, resolve as resolvePath } from 'node:path';
import { pathInside } from '../config/inside.js';
import { loadConfig } from '../config/load.js';
import type { ConfigFile, ConfigPath } from '../config/parse.js';
import { AGENT_TEAMS_VARIABLE, DEPTHS, type Depth } from '../config/presets.js';
import { findRepository } from '../config/repository.js';
import { type Resolved, resolve } from '../config/resolve.js';
import { type Config, effectOf, type PartialConfig, scanSchema } from '../config/schema.js';
import { loadTrusted, type Trust, type TrustedConfig } from '../config/trust.js';
import { knownWord, nearest } from '../model/nearest.js';
import { UserError } from '../model/user-error.js';
import { describedRules } from '../rules/index.js';
import type { ScanRequest } from '../scan.js';
import { BASELINE_FILE, baselineCommands, type ScanOptions } from './baseline-commands.js';
import { existingFolder, fileNamed } from './folders.js';
import { readBaseline, type SelectionSettings, scopeBase } from './selection.js';
import { ownFolder, placesOfServices } from './service-places.js';
import { contractSelection, serviceOf } from './service-settings.js';

/** The scan options of a command line or the Action. Paths are absolute or relative to `cwd`. */
export interface Wishes extends ScanOptions {
  /** Absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The source of the options: `the command line`, `the inputs`. */
  readonly by: string;
  /** The configuration, if it is not on disk yet. */
  readonly file?: ConfigFile | undefined;
  readonly maxViolations?: number | undefined;
  /** A share from 0 to 1. */
  readonly minDecided?: number | undefined;
  readonly compareBase?: boolean | undefined;
  /** `false`: none, even if the configuration names one. */
  readonly baseline?: string | false | undefined;
  readonly updateBaseline?: boolean;
  /** The command does more than scan. */
  readonly scansMayBeOff?: boolean;
  /** A revision. */
  readonly changedSince?: string | undefined;
  /** The base of `scan_scope_mode: changed`; absent: as {@link scopeBase} finds it. */
  readonly scopeBase?: string | undefined;
  /** Given the root of the repository: how much of its configuration is trusted. Absent: all of it. */
  readonly trust?: ((repository: string) => Promise<Trust | undefined>) | undefined;
}

/** The resolved scan, with the presentation of its findings. */
export interface ScanSettings {
  readonly request: ScanRequest;
  readonly maxViolations: number;
  readonly selection: SelectionSettings;
  readonly resolved: Resolved;
  /** Notes for the user about the settings. */
  readonly notes: readonly string[];
}

/**
 * Resolves the settings of a scan: options over the repository's configuration over the preset over defaults. UserError:
 * unknown folder, service, depth or rules, a broken configuration, no active scan.
 */
export async function settle(wishes: Wishes): Promise<ScanSettings> {
  const asked = existingFolder(wishes.cwd, wishes.dir ?? '.');
  const repository = findRepository(asked);
  const trust = await wishes.trust?.(repository);
  const { file, notes, proposed } = await configOf(wishes, repository, trust);
  const resolved = resolve({
    depth: depthOf(wishes.depth),
    agentTeams: wishes.env[AGENT_TEAMS_VARIABLE] === '1',
    file,
    overrides: { by: wishes.by, values: overridesOf(wishes) },
  });
  const { config } = resolved;
  checkSeverities(config.severity, file);
  if (wishes.scansMayBeOff !== true) checkScans(resolved, wishes.depth);

  const selected = await selectionSettings(wishes, repository, config, trust);

  const service = serviceOf(wishes.service, config.services);
  const placed = placesOfServices(repository, config.services, proposed);
  const dir = wishes.dir === undefined ? (ownFolder(repository, wishes.service, service, placed) ?? asked) : asked;
  const missing = config.packages === 'installed' ? notInstalled(repository, dir) : [];
  const basePath = wishes.basePath ?? service?.base_path ?? config.base_path;
  const proposedBasePath = wishes.basePath === undefined ? proposed?.basePath(wishes.service) : undefined;
  return {
    request: {
      repository,
      dir,
      contracts: (wishes.contracts ?? []).map((contract) => placeIn(repository, fileNamed(wishes.cwd, contract))),
      ...contractSelection(wishes.service, config, proposed),
      services: placed.services,
      ...(trust === undefined ? {} : ofBase(trust)),
      ...(basePath === undefined ? {} : { basePath }),
      ...(proposedBasePath === undefined ? {} : { proposedBasePath }),
      ...(wishes.service === undefined ? {} : { service: wishes.service }),
      infer: config.infer,
      ...(config.packages === 'installed' ? { packagesOf: repository } : {}),
      scans: config.contract_scans,
      sharedModels: { schemas: config.models.shared, suffixes: config.models.suffixes },
      ...(config.min_decided === undefined ? {} : { minDecided: config.min_decided }),
      severities: config.severity,
      ignore: config.ignore.map((entry, index) => ({ ...entry, writtenAt: placeOf(file, ['ignore', index]) })),
    },
    maxViolations: config.max_violations,
    selection: { ...selected.selection, notices: [...(selected.selection.notices ?? []), ...missing] },
    resolved,
    notes: [...notes, ...placed.notes, ...movedNote(proposedBasePath), ...selected.notes],
  };
}

/** What a request asks of the base revision. */
function ofBase({ base }: Trust): Pick<ScanRequest, 'isNewContract' | 'baseText'> {
  return {
    isNewContract: async (file) => (await base(file)).kind === 'absent',
    baseText: async (file) => {
      const found = await base(file);
      return found.kind === 'text' ? found.text : undefined;
    },
  };
}

/** Packages that are asked for and not there are no mistake of the service, yet their types stay unknown. */
function notInstalled(repository: string, dir: string): readonly string[] {
  for (let folder = dir; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'node_modules'))) return [];
    if (folder === repository || folder === dirname(folder)) break;
  }
  return [
    '`packages: installed` finds no `node_modules` here: install the dependencies first, such as with `npm ci --ignore-scripts`.',
  ];
}

function movedNote(proposed: string | null | undefined): readonly string[] {
  if (proposed === undefined) return [];
  const subject = proposed === null ? 'The absence of a base path' : `The base path ${proposed}`;
  return [
    `${subject} comes from this change. It counts only if the code serves nothing below the base path of the base revision.`,
  ];
}

const WITHOUT_BASE =
  '`scan_scope_mode: changed` has no base to compare with here: all findings are reported. Name one with --changed-since.';

/** UserError: a missing or invalid baseline, or none to update. */
async function selectionSettings(wishes: Wishes, repository: string, config: Config, trust: Trust | undefined) {
  const named = wishes.baseline === false ? undefined : (wishes.baseline ?? config.baseline);
  const update = wishes.updateBaseline === true;
  if (named === undefined && update)
    throw new UserError('No baseline is named.', {
      hint: `Name one: \`${baselineCommands(wishes, BASELINE_FILE).update}\`, or \`baseline\` in .tallystick.yml.`,
    });
  const file = named && resolvePath(wishes.baseline === undefined ? repository : wishes.cwd, named);
  const commands = baselineCommands(wishes, wishes.baseline === false ? undefined : wishes.baseline);
  const read = file === undefined ? undefined : await readBaseline({ repository, file, commands, trust, update });
  const isChanged = wishes.changedSince === undefined && config.scan_scope_mode === 'changed';
  const changedSince = isChanged ? await scopeBase(repository, wishes.scopeBase) : wishes.changedSince;
  const notices = isChanged && changedSince === undefined ? [WITHOUT_BASE] : [];
  const baseline = read && { ...read.baseline, strict: config.strict_baseline };
  const selection: SelectionSettings = { baseline, changedSince, notices };
  return { selection, notes: read?.notes ?? [] };
}

/** A file's path in the repository, without links. */
function placeIn(repository: string, path: string): string {
  const inside = pathInside(repository, path);
  return inside === undefined ? path : join(repository, inside);
}

async function configOf({ cwd, config, file }: Wishes, repository: string, trust: Trust | undefined): Promise<TrustedConfig> {
  if (file !== undefined) return { file, notes: [] };
  const named = config === undefined ? undefined : resolvePath(cwd, config);
  if (trust !== undefined) return loadTrusted(repository, named, trust);
  return { file: await loadConfig(repository, named), notes: [] };
}

function placeOf(file: ConfigFile | undefined, path: ConfigPath): string | undefined {
  const at = file?.locate(path);
  return at && `${at.file}:${at.line}`;
}

function depthOf(depth: string | undefined): Depth | undefined {
  if (depth === undefined) return undefined;
  return knownWord(depth, DEPTHS, `${depth} is not a depth.`);
}

function overridesOf(wishes: Wishes): PartialConfig {
  return {
    ...(wishes.basePath === undefined ? {} : { base_path: wishes.basePath }),
    ...(wishes.maxViolations === undefined ? {} : { max_violations: wishes.maxViolations }),
    ...(wishes.minDecided === undefined ? {} : { min_decided: wishes.minDecided }),
    ...(wishes.infer === undefined ? {} : { infer: wishes.infer }),
    ...(wishes.packages === undefined ? {} : { packages: wishes.packages }),
    ...(wishes.compareBase === undefined ? {} : { compare_base: wishes.compareBase }),
  };
}

/** Refuses severities of unknown rules and problems, which would have no effect. */
function checkSeverities(severities: Readonly<Record<string, string>>, file: ConfigFile | undefined): void {
  const known = describedRules.flatMap((rule) => [
    rule.id,
    ...Object.keys(rule.problems).map((problem) => `${rule.id}/${problem}`),
  ]);
  const unknown = Object.keys(severities).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  const meant = nearest(unknown, known);
  throw new UserError(`There is no rule or problem \`${unknown}\`.`, {
    hint: meant === undefined ? `Known: ${known.join(', ')}.` : `Did you mean \`${meant}\`?`,
    location: file?.locate(['severity', unknown]),
  });
}

/** At least one scan must be active. */
function checkScans({ config, setBy }: Resolved, depth: string | undefined): void {
  const active = Object.entries(scanSchema.shape)
    .filter(([, schema]) => effectOf(schema)?.since !== null)
    .map(([name]) => name);
  const scans: Readonly<Record<string, boolean>> = config.contract_scans;
  if (active.some((name) => scans[name] === true)) return;
  const usual: Readonly<Record<string, boolean>> = scanSchema.parse({});
  const switched = active.filter((name) => usual[name] === true).map((name) => setBy(['contract_scans', name]));
  const who = [...new Set(switched)].join(' and ');
  throw new UserError(`Every scan is switched off by ${who}.`, {
    hint:
      depth === 'quick'
        ? 'Use the depth standard, or switch a scan on in .tallystick.yml.'
        : `Switch on one of ${active.join(', ')}.`,
  });
}
