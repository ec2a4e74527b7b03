/** What `@jest/globals` exports, which may not be imported outside of Jest's own environment. */
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = globalThis;
