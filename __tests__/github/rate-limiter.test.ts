import { RateLimiter } from '../../src/github/rate-limiter.js';

/** A pace whose clock stands still except for its own waiting; what it waited for, in seconds. */
function paced(perMinute: number) {
  let clock = 0;
  const waited: number[] = [];
  const wait = (seconds: number) => {
    waited.push(seconds);
    clock += seconds;
    return Promise.resolve();
  };
  return { rate: new RateLimiter(perMinute, wait, () => clock), waited };
}
const take = async (rate: RateLimiter, count: number) => {
  for (let taken = 0; taken < count; taken++) await rate.turn();
};

test('as many writes as a minute allows go at once', async () => {
  const { rate, waited } = paced(60);
  await take(rate, 60);
  expect(waited).toEqual([]);
});

test('the next ones wait until a minute has passed since the first', async () => {
  const { rate, waited } = paced(60);
  await take(rate, 121);
  expect(waited).toEqual([60, 60]);
});

test.each([
  ['https://api.github.com', true],
  ['https://api.octocorp.ghe.com', true],
  ['https://github.example.com/api/v3', false],
])('%s has a limit: %s', async (apiUrl, limited) => {
  const waited: number[] = [];
  const wait = (seconds: number) => {
    waited.push(seconds);
    return Promise.reject(new Error('waits'));
  };
  const rate = RateLimiter.of(apiUrl, wait, () => 0);
  expect(
    await take(rate, 61).then(
      () => 'free',
      (error: Error) => error.message,
    ),
  ).toBe(limited ? 'waits' : 'free');
});
