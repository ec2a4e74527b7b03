import { UserError } from '../model/user-error.js';

/** @throws UserError naming the first line that is not UTF-8. */
export function decodeUtf8(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    const text = new TextDecoder('utf-8').decode(bytes);
    const line = text.slice(0, text.indexOf('\uFFFD')).split('\n').length;
    throw new UserError(`${file}:${line} is not UTF-8 text.`, { hint: 'Save the file as UTF-8.', location: { file, line } });
  }
}
