const HEAD_BYTES = 16_000;
const TAIL_BYTES = 48_000;

/** The start and end of a program's output, with bounded memory. */
export class Excerpt {
  private head: Buffer = Buffer.alloc(0);
  private tail: Buffer = Buffer.alloc(0);
  private left = false;

  add(chunk: Buffer): void {
    const room = HEAD_BYTES - this.head.length;
    if (room > 0) this.head = Buffer.concat([this.head, chunk.subarray(0, room)]);
    const rest = chunk.subarray(Math.max(0, room));
    if (rest.length === 0) return;
    const tail = Buffer.concat([this.tail, rest.subarray(Math.max(0, rest.length - 2 * TAIL_BYTES))]);
    this.left ||= rest.length > 2 * TAIL_BYTES || tail.length > 2 * TAIL_BYTES;
    this.tail = tail.length > 2 * TAIL_BYTES ? Buffer.from(tail.subarray(-TAIL_BYTES)) : tail;
  }

  text(): string {
    const gap = this.left ? '\n…\n' : '';
    return this.head.toString('utf8') + gap + this.tail.toString('utf8');
  }
}

export function endOf(text: string, longest: number): string {
  return text.length <= longest ? text : `…${text.slice(-longest)}`;
}
