import { isUtf8 } from 'node:buffer';
import { UserError } from '../model/user-error.js';

/** Decodes UTF-8 or UTF-16 (YAML 1.2.2, section 5.2). @throws UserError naming the first line that is neither */
export function decodeText(bytes: Uint8Array, file: string): string {
  const text = lenientText(bytes);
  if (wideEncoding(bytes) !== undefined || isUtf8(bytes)) return text;
  const line = text.slice(0, text.indexOf('\uFFFD')).split('\n').length;
  throw new UserError(`${file}:${line} is not UTF-8 text.`, { hint: 'Save the file as UTF-8.', location: { file, line } });
}

/** Decodes any bytes, or the start of a file: invalid bytes are replaced, a byte order mark is removed. */
export function lenientText(bytes: Uint8Array): string {
  return new TextDecoder(wideEncoding(bytes) ?? 'utf-8').decode(bytes);
}

/** Detects UTF-16 by its byte order mark, or by the zero byte beside an ASCII first character. */
function wideEncoding([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0 && second !== undefined) ? 'utf-16be' : undefined;
}
