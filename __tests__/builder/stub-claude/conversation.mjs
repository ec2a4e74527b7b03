import { createInterface } from 'node:readline';

/** What the session is told on its input, as long as that is open: messages of its user, and requests to stop agents. */
export class Conversation {
  /** Messages that nobody asked for yet. */
  #heard = [];
  #waiting = new Set();
  #closed = false;

  /** @param onStop is given the id of an agent */
  constructor(onStop) {
    const lines = createInterface({ input: process.stdin });
    lines.on('line', (line) => {
      const { type, message, request } = JSON.parse(line);
      if (type === 'control_request' && request.subtype === 'stop_task') onStop(request.task_id);
      if (type !== 'user') return;
      this.#heard.push(message.content.map(({ text }) => text).join('\n'));
      this.#look();
    });
    lines.on('close', () => {
      this.#closed = true;
      this.#look();
    });
  }

  /** Resolves with the first message that holds this text; `undefined`: there will be none. Earlier ones are forgotten. */
  hear(text) {
    return new Promise((resolve) => {
      this.#waiting.add({ text, resolve });
      this.#look();
    });
  }

  #look() {
    for (const each of this.#waiting) {
      const index = this.#heard.findIndex((message) => message.includes(each.text));
      if (index === -1 && !this.#closed) continue;
      this.#waiting.delete(each);
      each.resolve(index === -1 ? undefined : this.#heard.splice(0, index + 1).at(-1));
    }
  }
}
