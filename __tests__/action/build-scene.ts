import { type StubHome, type StubScenario, stubHome } from '../builder/stub-claude/stub-home.js';
import { FIRST_ALONE, milestoneCalls, SMALL_WORKSPACE } from '../builder/whole/small-plan.js';
import { pullRequest, type TestEvent } from './events.js';
import type { Folder } from './folders.js';
import type { Step } from './runner.js';
import { openScene, READ_ONLY, type Scene } from './scene.js';

const FILES = { ...SMALL_WORKSPACE, ...FIRST_ALONE, '.gitignore': '.tallystick/\n' };
const ONE: StubScenario = { strict: true, calls: milestoneCalls('milestone-1') };
const INPUTS = { 'test-command': 'node --test' };

/** A pull request on a repository with a plan of one milestone, by somebody who may write. */
export async function openBuildScene(fork = false): Promise<Scene> {
  const scene = await openScene({ base: FILES, head: { 'docs/note.md': 'x\n' }, fork });
  scene.github.world.collaborators.set('octocat', 'write');
  return scene;
}

export interface Built {
  readonly step: Step;
  readonly stub: StubHome;
  readonly workspace: string;
}

export interface Wishes {
  readonly event?: TestEvent;
  readonly action?: Folder;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly scenario?: StubScenario;
  readonly readOnly?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly prepared?: (workspace: string) => void;
}

/** Runs mode build in a scene, with a stub of `claude`. */
export async function buildIn(scene: Scene, wishes: Wishes = {}): Promise<Built> {
  const { event, action = 'build', inputs = {}, scenario = ONE, readOnly = false, env = {}, prepared } = wishes;
  const stub = stubHome(scenario);
  const workspace = scene.repository.checkout(scene.at.headSha);
  prepared?.(workspace);
  const step = await scene.step({
    event: event ?? pullRequest(scene.at),
    workspace,
    action,
    inputs: { ...INPUTS, ...inputs },
    ...(readOnly ? { token: READ_ONLY } : {}),
    env: { ...stub.env, ...env },
  });
  return { step, stub, workspace };
}
