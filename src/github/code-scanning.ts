import { gzipSync } from 'node:zlib';
import { statusOf } from './answer.js';
import type { Api } from './api.js';
import type { Outcome, Publication, Publisher } from './publisher.js';

/** GitHub accepts this number of bytes of compressed SARIF. */
const LARGEST = 10 * 1024 * 1024;
/** How often to ask the server whether it has processed the upload, at 1, 2, 4, 8 and 16 seconds. */
const QUESTIONS = 5;

/**
 * The upload to code scanning, on the head of the pull request or on the branch. `render` returns the SARIF document.
 * https://docs.github.com/rest/code-scanning/code-scanning#upload-an-analysis-as-sarif-data
 */
export function codeScanning(api: Api, render: () => string): Publisher {
  return {
    name: 'Code scanning',
    needs: 'security-events: write',
    publish: (publication) => publish(api, publication, render),
  };
}

async function publish(api: Api, { context }: Publication, render: () => string): Promise<Outcome> {
  const { pullRequest, headSha, ref } = context;
  const target = pullRequest === undefined ? ref : `refs/pull/${pullRequest.number}/head`;
  if (target === '') return { status: 'skipped', why: 'There is no branch that the result is of.' };
  const packed = gzipSync(render());
  if (packed.length > LARGEST) return { status: 'failed', why: 'The SARIF document is larger than 10 MB when packed' };
  let id: string | undefined;
  try {
    const sarif = packed.toString('base64');
    const { data } = await api.rest.codeScanning.uploadSarif({ ...api.at, commit_sha: headSha, ref: target, sarif });
    id = data.id;
  } catch (error) {
    if (isSwitchedOff(error)) return { status: 'failed', why: (error as Error).message };
    throw error;
  }
  return id === undefined ? { status: 'published' } : follow(api, id);
}

/** A repository without code scanning rejects uploads, whatever the token allows. */
function isSwitchedOff(error: unknown): boolean {
  return statusOf(error) === 403 && error instanceof Error && /must be enabled|not enabled/i.test(error.message);
}

/** Waits until the server has processed the upload. */
async function follow(api: Api, id: string): Promise<Outcome> {
  for (let question = 0; question < QUESTIONS; question++) {
    await api.wait(2 ** question);
    const { data } = await api.rest.codeScanning.getSarif({ ...api.at, sarif_id: id });
    if (data.processing_status === 'complete') return { status: 'published' };
    if (data.processing_status === 'failed')
      return { status: 'failed', why: (data.errors ?? []).join(' ') || 'the SARIF was refused' };
  }
  return { status: 'published', detail: 'not read yet' };
}
