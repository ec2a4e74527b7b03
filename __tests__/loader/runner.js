import { createRunner } from 'jest-light-runner';

const LightRunner = createRunner({ runtime: 'child_process' });
const ASKS = 'jest-light-runner-get-worker-data';

/** @typedef {{ run: (path: string, options: object) => Promise<unknown> }} Pool */

/**
 * Tells a process what to run. jest-light-runner has one channel for all processes: the first that asks makes it answer all of
 * them, also those that do not listen yet, which then wait forever.
 *
 * @param {object} workerData
 */
function channelOf(workerData) {
  /** @type {((message: object) => void) | undefined} */
  let answer;
  return {
    onMessage: (/** @type {(message: object) => void} */ listener) => {
      answer = listener;
    },
    postMessage: (/** @type {unknown} */ message) => {
      if (message === ASKS) answer?.({ type: 'jest-light-runner-worker-data', workerData });
    },
  };
}

/** The pools by projects, each run of a test file with a channel of its own. */
class Pools extends Map {
  #globalConfig;

  constructor(/** @type {object} */ globalConfig) {
    super();
    this.#globalConfig = globalConfig;
  }

  /** @override */
  set(/** @type {object} */ projectConfig, /** @type {{ pool: Pool }} */ { pool }) {
    const channel = () => channelOf({ globalConfig: this.#globalConfig, projectConfig, runtime: 'child_process' });
    const run = (/** @type {{ path: string }} */ { path }) => pool.run(path, { channel: channel() });
    return super.set(projectConfig, { pool, run });
  }
}

export default class Runner extends LightRunner {
  _testRunners = new Pools(this._globalConfig);
}
