const NEWLINE = 0x0a;

/** Splits a stream of bytes into lines in linear time; lines that are too long are dropped and counted. */
export class LongLines {
  readonly #most: number;
  #parts: Buffer[] = [];
  #bytes = 0;
  #left = 0;

  /** @param most bytes of one line */
  constructor(most: number) {
    this.#most = most;
  }

  /** Number of dropped lines. */
  get left(): number {
    return this.#left;
  }

  /** The completed lines. */
  push(chunk: Buffer): readonly string[] {
    const lines: string[] = [];
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      this.#append(chunk.subarray(from, end));
      lines.push(...this.end());
      from = end + 1;
    }
    this.#append(chunk.subarray(from));
    return lines;
  }

  /** The rest after the last line end. */
  end(): readonly string[] {
    const [parts, bytes] = [this.#parts, this.#bytes];
    this.#parts = [];
    this.#bytes = 0;
    if (bytes > this.#most) {
      this.#left += 1;
      return [];
    }
    const line = Buffer.concat(parts).toString('utf8').trim();
    return line === '' ? [] : [line];
  }

  #append(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#bytes > this.#most) this.#parts = [];
    else if (part.length > 0) this.#parts.push(part);
  }
}
