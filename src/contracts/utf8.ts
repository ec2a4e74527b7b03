import { isUtf8 } from 'node:buffer';
import { UserError } from '../model/user-error.js';

/** @throws UserError naming the first line that is not UTF-8. */
export function decodeUtf8(bytes: Uint8Array, file: string): string {
  const isMarked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8', isMarked ? 3 : 0);
  if (isUtf8(bytes)) return text;
  const line = text.slice(0, text.indexOf('\uFFFD')).split('\n').length;
  throw new UserError(`${file}:${line} is not UTF-8 text.`, { hint: 'Save the file as UTF-8.', location: { file, line } });
}
