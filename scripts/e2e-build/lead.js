/** What a model that leads a team does: as it is told, and nothing else. Read from its messages, so that it needs no memory. */

/**
 * @param {any[]} _messages
 * @returns {import('./scenario.js').Turn}
 */
export function leadTurn(_messages) {
  return { say: 'ok' };
}
