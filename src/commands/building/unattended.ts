import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { checksOf } from '../../builder/checks.js';
import { chosenLanguage } from '../../builder/phases/language.js';
import { dryRun } from '../../builder/plan/picture.js';
import type { Resolved } from '../../config/resolve.js';
import type { Answer, Place } from '../../git/process.js';
import { gitPlace } from '../../git/revisions.js';
import { patchBetween, placeAside, workTree } from '../../git/work-tree.js';
import { commandTrust } from '../../mcp/choose.js';
import type { BuildReport } from '../../model/build-report.js';
import { UserError } from '../../model/user-error.js';
import { plain } from '../../reports/escape.js';
import type { ScanRequest } from '../../scan.js';
import { buildPlan } from './building.js';
import { planToBuild } from './plan.js';
import { watcher } from './watch.js';
import type { BuildSettings } from './wishes.js';

/** A build in a checkout of a workflow. */
export interface UnattendedRequest {
  /** Absolute: the agents' folder. */
  readonly folder: string;
  /** Relative to the folder. */
  readonly plan: string | undefined;
  readonly resolved: Resolved;
  readonly scan: ScanRequest;
  readonly wishes: BuildSettings;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Only reports what would be done. */
  readonly dry: boolean;
  /** How this program is started. */
  readonly self: { readonly command: string; readonly args: readonly string[] };
  /** Receives untrusted lines as they come. */
  readonly log: (text: string) => void;
  readonly signal: AbortSignal;
}

export type Unattended =
  | { readonly kind: 'dry'; readonly text: string }
  | {
      readonly kind: 'built';
      readonly report: BuildReport;
      /** The difference between the folder before and after; empty: nothing was written. */
      readonly patch: Buffer;
    };

/**
 * Builds in a checkout and returns the changes as a patch, without `.tallystick` and without earlier uncommitted changes.
 *
 * @throws UserError as `buildPlan` does, without git, or when git stores a token that agents could read
 */
export async function buildUnattended(request: UnattendedRequest): Promise<Unattended> {
  const { resolved, scan, env, dry, log } = request;
  const workspace = realpathSync(request.folder);
  const commands = commandTrust(false, env);
  const warn = (warning: string): void => log(`! ${plain(warning)}\n`);
  const plan = await planToBuild({ workspace, file: request.plan, scan, env, commands, dry, warn });
  if (dry) {
    const limits = {
      ...request.wishes.limits,
      agents: resolved.config.agent_teams.max_teammates,
      checks: checksOf(resolved.config),
    };
    return { kind: 'dry', text: dryRun(plan, limits) };
  }
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'tallystick-patch-'));
  try {
    const place = await checkoutAside(scan.repository, folder);
    const isRequested = isWorkOf(scan.repository, workspace);
    const before = given(await workTree(place, isRequested));
    const language = chosenLanguage(request.wishes.language, env);
    const report = await buildPlan({
      ...{ workspace, plan, resolved, scan, commands, env },
      wishes: { ...request.wishes, language },
      self: request.self,
      serveOptions: [],
      watch: watcher({ stderr: { write: log, isTTY: false } }, { quiet: false, language, cost: request.wishes.limits.cost }),
      signal: request.signal,
    });
    const after = given(await workTree(place, isRequested));
    return { kind: 'built', report, patch: given(await patchBetween(place, before, after)) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function checkoutAside(repository: string, folder: string): Promise<Place> {
  const place = gitPlace(repository);
  if (place === undefined) {
    throw new UserError('There is no git checkout to build in.', {
      hint: 'Let actions/checkout make it, on a runner that has git.',
    });
  }
  if (keepsToken(repository)) {
    throw new UserError('The checkout stores the token of this job in `.git`, where agents could read it.', {
      hint: 'Give actions/checkout `persist-credentials: false`.',
    });
  }
  return given(await placeAside(place, folder));
}

/** actions/checkout stores it as a header in the configuration, or in a file that is included for this folder. */
function keepsToken(repository: string): boolean {
  try {
    return /^[\t ]*(?:extraheader\b|\[includeif\b)/im.test(readFileSync(join(repository, '.git', 'config'), 'utf8'));
  } catch {
    // In a working tree of another clone the configuration is elsewhere, and no workflow made it.
    return false;
  }
}

/** Excludes files of runs: those of the build and those of scanned repositories. */
function isWorkOf(repository: string, workspace: string): (path: string) => boolean {
  const inner = relative(repository, workspace).split(sep).join('/');
  const folders = ['.tallystick/', ...(inner === '' ? [] : [`${inner}/.tallystick/`])];
  return (path) => !folders.some((folder) => path.startsWith(folder));
}

function given<Value>(answer: Answer<Value>): Value {
  if (answer.ok) return answer.value;
  throw new UserError(`The files of the build cannot be identified: ${answer.why}.`);
}
