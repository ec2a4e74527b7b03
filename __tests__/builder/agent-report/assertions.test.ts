import { expect, test } from '@jest/globals';
import { hasAssertion } from '../../../src/builder/agent-report/assertions.js';

test.each([
  ["import assert from 'node:assert';\ntest('a', () => { assert.equal(body.text, 'Hello'); });"],
  ['test("a", () => expect(await get("/x")).toEqual({ a: 1 }));'],
  ['def test_a(client):\n    assert client.get("/x").status_code == 200\n'],
  ['if got != want {\n\tt.Errorf("got %v", got)\n}'],
  ['assertEquals(200, response.getStatus());'],
  ['response.StatusCode.Should().Be(200);'],
])('an assertion about what the code gives counts: %j', (text) => expect(hasAssertion(text)).toBe(true));

test.each([
  ["import assert from 'node:assert';\nimport { app } from '../src/app.js';\ntest('a', () => { void app; });"],
  ["import assert from 'node:assert';\ntest('a', () => { assert.ok(true); assert.equal(1, 1); });"],
  ['test("a", () => { expect(true).toBe(true); });'],
  ['def test_a():\n    import app\n    assert True\n'],
  ["const assert = require('node:assert');\n// assert.equal(body.text, 'Hello')\ntest('a', () => {});"],
])('an assertion that cannot fail does not: %j', (text) => expect(hasAssertion(text)).toBe(false));
