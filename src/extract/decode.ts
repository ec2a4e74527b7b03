/**
 * Text of a source file: UTF-8 (an invalid byte becomes U+FFFD) or, with its byte order mark, UTF-16. The mark itself is dropped,
 * so that columns are right.
 */
export function decode(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.subarray(2).toString('utf16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) {
    const even = Buffer.from(bytes.subarray(2, bytes.length - (bytes.length % 2)));
    return even.swap16().toString('utf16le');
  }
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return (marked ? bytes.subarray(3) : bytes).toString('utf8');
}

/** Is this not text at all? A NUL byte without a UTF-16 mark shows it. */
export function isBinary(bytes: Buffer): boolean {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) return false;
  return bytes.includes(0);
}

const LONG_LINE = 2000;

/**
 * Does most of this text consist of minified lines? A long line that is one literal (an embedded image) is not minified: minified
 * lines contain a bracket, comma or semicolon every few characters.
 */
export function isMinified(text: string): boolean {
  if (text.length < 10_000) return false;
  let long = 0;
  let start = 0;
  while (start < text.length) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    if (end - start > LONG_LINE && isDense(text.slice(start, end))) long += end - start;
    start = end + 1;
  }
  return long > text.length / 2;
}

function isDense(line: string): boolean {
  let marks = 0;
  for (let index = 0; index < line.length; index += 1) {
    const code = line.charCodeAt(index);
    // ( ) , ; { }
    if (code === 40 || code === 41 || code === 44 || code === 59 || code === 123 || code === 125) marks += 1;
  }
  return marks * 20 > line.length;
}
