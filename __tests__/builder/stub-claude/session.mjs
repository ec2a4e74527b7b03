import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';

/** Prints what a session prints: one object a line, as `claude --output-format stream-json --verbose` does. */
export class Session {
  /** What was said last: the answer. */
  text = '';
  turns = 0;
  denials = [];
  /** The call that started the agent who acts; null: the session itself. */
  parent = null;
  #id = randomUUID();
  #calls = 0;
  ended = false;

  /** Not through the stream, which a process that is killed next would not empty. */
  raw(text) {
    const bytes = Buffer.from(text);
    for (let written = 0; written < bytes.length; ) {
      try {
        written += writeSync(1, bytes, written);
      } catch (error) {
        if (error.code !== 'EAGAIN') throw error;
      }
    }
  }

  line(message) {
    this.raw(`${JSON.stringify({ ...message, session_id: this.#id, uuid: randomUUID() })}\n`);
  }

  begin(agent, permissionMode) {
    this.line({ type: 'system', subtype: 'init', cwd: process.cwd(), tools: [], model: 'stub', permissionMode, agents: [agent] });
  }

  say(text) {
    if (this.parent === null) this.text = text;
    this.#assistant({ type: 'text', text });
  }

  /** A call of a tool, and its answer. @param act does it; what it throws is the answer of a call that failed */
  async tool(name, input, act) {
    this.#calls += 1;
    const id = `toolu_${process.pid}_${this.#calls}`;
    this.#assistant({ type: 'tool_use', id, name, input });
    try {
      const { content, details } = await act(id);
      this.answer(id, content, details, false);
    } catch (error) {
      this.answer(id, `<tool_use_error>${error.message}</tool_use_error>`, `Error: ${error.message}`, true);
    }
    return id;
  }

  answer(id, content, details, failed) {
    const block = { tool_use_id: id, type: 'tool_result', content, ...(failed ? { is_error: true } : {}) };
    this.line({
      type: 'user',
      message: { role: 'user', content: [block] },
      parent_tool_use_id: this.parent,
      tool_use_result: details,
    });
  }

  result({
    text = this.text,
    subtype = 'success',
    is_error = subtype !== 'success',
    cost = 0.01,
    turns = this.turns,
    reason,
    status,
    exit,
  }) {
    this.ended = true;
    this.line({
      ...{
        type: 'result',
        subtype,
        is_error,
        num_turns: turns,
        total_cost_usd: cost,
        duration_ms: 1,
        permission_denials: this.denials,
      },
      ...(subtype === 'success' ? { result: text } : { errors: [text] }),
      ...{ terminal_reason: reason ?? (is_error ? 'api_error' : 'completed'), api_error_status: status ?? null },
    });
    process.exitCode = exit ?? (is_error ? 1 : 0);
  }

  /** The result, where none was told. */
  end() {
    if (!this.ended) this.result({});
  }

  #assistant(block) {
    this.turns += this.parent === null ? 1 : 0;
    const message = {
      id: `msg_${process.pid}_${this.turns}`,
      type: 'message',
      role: 'assistant',
      model: 'stub',
      content: [block],
    };
    this.line({ type: 'assistant', message, parent_tool_use_id: this.parent });
  }
}
