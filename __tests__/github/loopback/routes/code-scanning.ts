import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { full, type Handler, notFound } from '../call.js';
import { hasCommit } from '../git-source.js';

/** Uploads to code scanning. https://docs.github.com/rest/code-scanning */

interface Document {
  readonly version?: string;
  readonly runs?: readonly {
    readonly results?: readonly unknown[];
    readonly tool?: { readonly driver?: { readonly rules?: readonly unknown[] } };
  }[];
}

function unpacked(packed: string): Document | undefined {
  try {
    return JSON.parse(gunzipSync(Buffer.from(packed, 'base64')).toString('utf8')) as Document;
  } catch {
    return undefined;
  }
}

const refuse = (status: number, message: string) => ({ status, body: { message, status: String(status) } });

const upload: Handler = ({ world, body, limits, api }) => {
  const wish = body as { readonly commit_sha: string; readonly ref: string; readonly sarif: string; readonly tool_name?: string };
  if (!world.codeScanning) return refuse(403, 'Advanced Security must be enabled for this repository to use code scanning.');
  if (Buffer.byteLength(wish.sarif, 'base64') > limits.sarifBytes) return refuse(413, 'Payload too large');
  if (!hasCommit(world, wish.commit_sha)) return refuse(404, `commit not found: ${wish.commit_sha}`);
  const document = unpacked(wish.sarif);
  if (document === undefined) return refuse(400, 'The SARIF is neither gzip nor JSON.');
  const runs = document.runs ?? [];
  if (document.version !== '2.1.0' || runs.length === 0) return refuse(400, 'The SARIF has no version 2.1.0 or no runs.');
  if (runs.length > limits.sarifRuns) return refuse(400, 'Rejecting SARIF, as there are more runs than allowed');
  if (runs.some(({ results }) => (results ?? []).length > limits.sarifResults))
    return refuse(400, 'Rejecting SARIF, as there are more results per run than allowed');
  if (runs.some(({ tool }) => (tool?.driver?.rules ?? []).length > limits.sarifRules))
    return refuse(400, 'Rejecting SARIF, as there are more rules per run than allowed');
  const id = randomUUID();
  world.sarifs.push({ id, commit: wish.commit_sha, ref: wish.ref, sarif: document, toolName: wish.tool_name ?? null, asked: 0 });
  return { status: 202, body: { id, url: `${api}/repos/${full(world)}/code-scanning/sarifs/${id}` } };
};

const state: Handler = ({ world, path, api }) => {
  const found = world.sarifs.find(({ id }) => id === path.sarif_id);
  if (found === undefined) return notFound;
  found.asked++;
  if (found.asked === 1) return { status: 200, body: { processing_status: 'pending' } };
  const analyses_url = `${api}/repos/${full(world)}/code-scanning/analyses?sarif_id=${found.id}`;
  return { status: 200, body: { processing_status: 'complete', analyses_url } };
};

export const codeScanning: Readonly<Record<string, Handler>> = {
  'code-scanning/get-sarif': state,
  'code-scanning/upload-sarif': upload,
};
