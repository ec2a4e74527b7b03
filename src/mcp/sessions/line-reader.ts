/** Splits a stream of bytes into lines, in linear time for any chunks. */
export class LineReader {
  readonly #most: number;
  #parts: Buffer[] = [];
  #bytes = 0;

  /** @param most bytes of one line */
  constructor(most: number) {
    this.#most = most;
  }

  /** The complete lines, without their ends; `undefined` when a line is too long. */
  push(chunk: Buffer): readonly string[] | undefined {
    const lines: string[] = [];
    let from = 0;
    for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, from)) {
      if (!this.#append(chunk.subarray(from, end))) return undefined;
      lines.push(Buffer.concat(this.#parts).toString('utf8').replace(/\r$/, ''));
      this.#parts = [];
      this.#bytes = 0;
      from = end + 1;
    }
    return this.#append(chunk.subarray(from)) ? lines : undefined;
  }

  #append(part: Buffer): boolean {
    this.#bytes += part.length;
    if (this.#bytes > this.#most) return false;
    if (part.length > 0) this.#parts.push(part);
    return true;
  }
}
