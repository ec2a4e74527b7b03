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
  ["test('a', () => { expect(get()).toBe(1); });"],
  ["test('a', () => {\n  expect(\n    get({ a: 1 }),\n  )\n    .toEqual({});\n});"],
  ["test('a', () => { get().shouldBe(1); });"],
  ['value shouldBe 3'],
  ['def test_a():\n    if got != 1:\n        raise AssertionError("no")\n'],
  ['require.NoError(t, err)'],
  ['client.get().exchange().expectStatus().isOk();'],
  ['def test_a(mocker):\n    run(sent)\n    sent.assert_called_once()\n'],
  ['mock.Verify(c => c.Install(name), Times.Once());'],
  ["test('a', () => { expect(hash(a)).toBe(hash(a)); });"],
  ["test('a', () => { expect(a).not.toBe(a); });"],
  ["test('a', () => { assert.equal(get('/a'), get('/b')); });"],
  ["const files = '**/*.ts';\ntest('a', () => { expect(get()).toBe(1); });"],
])('an assertion about what the code gives counts: %j', (text) => expect(hasAssertion(text)).toBe(true));

test.each([
  ["import assert from 'node:assert';\nimport { app } from '../src/app.js';\ntest('a', () => { void app; });"],
  ["import assert from 'node:assert';\ntest('a', () => { assert.ok(true); assert.equal(1, 1); });"],
  ['test("a", () => { expect(true).toBe(true); });'],
  ['def test_a():\n    import app\n    assert True\n'],
  ["const assert = require('node:assert');\n// assert.equal(body.text, 'Hello')\ntest('a', () => {});"],
  ["test('a', async () => { load.mockRejectedValue(new Error('down')); await run().catch(() => new Error(text)); });"],
  ['func TestA(t *testing.T) { t.Log(err.Error()); http.Error(w, text, 500) }'],
  ["import { assert, expect } from 'x';\ntest('a', () => { expect(true).to.be.true; });"],
  ["test('a', () => { expect(get()); });"],
  ["test('a', () => { expect(body.text).toBe(body.text); });"],
  ["test('a', () => { expect({ a: 1 }).toEqual({ a: 1 }); });"],
  ["test('a', () => { assert.equal(body.text, body.text); });"],
  ['def test_a():\n    assert body == body\n'],
  ["test('a', () => { assert.ok(get() || true); });"],
  ["test('a', () => {\n  /*\n  expect(get()).toBe(1);\n  */\n});"],
  ['def test_a():\n    """\n    assert get() == 1\n    """\n'],
  ['def test_a():\n    if get() is None:\n        pass\n'],
])('an assertion that cannot fail does not: %j', (text) => expect(hasAssertion(text)).toBe(false));

test.each([
  ["test('a', () => { try { expect(get()).toBe(1); } catch {} });"],
  [
    "test('a', async () => {\n  try {\n    assert.equal(await get(), 1);\n  } catch (error) {\n    console.log('x', error);\n  }\n});",
  ],
  ['@Test void a() { try { assertEquals(1, get()); } catch (Throwable e) { e.printStackTrace(); } }'],
  ['def test_a():\n    try:\n        assert get() == 1\n    except AssertionError as error:\n        print(error)\n'],
])('an assertion whose failure is dropped or only written down does not count: %j', (text) =>
  expect(hasAssertion(text)).toBe(false),
);

test.each([
  ["test('a', () => { try { expect(get()).toBe(1); } finally { stop(); } });"],
  ["test('a', () => { try { expect(get()).toBe(1); } catch (error) { console.log(error); throw error; } });"],
  ["test('a', (done) => { try { expect(get()).toBe(1); } catch (error) { done(error); } });"],
  ["test('a', () => { try { get(); } catch (error) { expect(error.code).toBe(1); } });"],
  ['def test_a():\n    try:\n        assert get() == 1\n    except OSError:\n        stop()\n        raise\n'],
  ['def test_a():\n    try:\n        start()\n    except OSError:\n        pass\n    assert get() == 1\n'],
])('what is caught and goes on counts: %j', (text) => expect(hasAssertion(text)).toBe(true));

test('a megabyte without an end is looked at in linear time', () => {
  for (const part of ['try { ', 'try:\n', '"\\', "'", '/*', ').a ', 'or true ', '{'])
    expect(hasAssertion(part.repeat(1_000_000 / part.length))).toBe(false);
});

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
