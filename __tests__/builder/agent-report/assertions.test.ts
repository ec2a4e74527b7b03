import { expect, test } from '@jest/globals';
import { hasAssertion, hasTest } from '../../../src/builder/agent-report/assertions.js';

test.each([
  ["import assert from 'node:assert';\ntest('a', () => { assert.equal(body.text, 'Hello'); });"],
  ['test("a", () => expect(await get("/x")).toEqual({ a: 1 }));'],
  ['def test_a(client):\n    assert client.get("/x").status_code == 200\n'],
  ['if got != want {\n\tt.Errorf("got %v", got)\n}'],
  ['assertEquals(200, response.getStatus());'],
  ['response.StatusCode.Should().Be(200);'],
  ["test('a', async () => { if (got !== 1) throw new Error('not one'); });"],
  ["test('a', async () => { await request(app).get('/x').expect(200); });"],
  ['mvc.perform(get("/x")).andExpect(status().isOk());'],
  ['get("/x").then().statusCode(200);'],
])('an assertion about what the code gives counts: %j', (text) => expect(hasAssertion(text)).toBe(true));

test.each([
  ["import assert from 'node:assert';\nimport { app } from '../src/app.js';\ntest('a', () => { void app; });"],
  ["import assert from 'node:assert';\ntest('a', () => { assert.ok(true); assert.equal(1, 1); });"],
  ['test("a", () => { expect(true).toBe(true); });'],
  ['def test_a():\n    import app\n    assert True\n'],
  ["const assert = require('node:assert');\n// assert.equal(body.text, 'Hello')\ntest('a', () => {});"],
  ["test('a', async () => { load.mockRejectedValue(new Error('down')); await run().catch(() => new Error(text)); });"],
  ['func TestA(t *testing.T) { t.Log(err.Error()); http.Error(w, text, 500) }'],
])('an assertion that cannot fail does not: %j', (text) => expect(hasAssertion(text)).toBe(false));

test('tests are told from the helpers beside them', () => {
  for (const text of [
    "test('a', () => {});",
    'async def x():\ndef test_a():',
    'func TestA(t *testing.T) {',
    '@Test\nvoid a() {}',
    '[Fact]',
  ])
    expect(hasTest(text)).toBe(true);
  for (const text of ['export function start() {}', '// test(a)', 'if (PATTERN.test(path)) start();'])
    expect(hasTest(text)).toBe(false);
});
