import fc from 'fast-check';
import { fitChannel, foldChannel } from '../../src/model/channel.js';

describe('a channel of the code beside a promised one', () => {
  test.each([
    ['orders.created', 'orders.created', 'same'],
    ['orders.{region}.paid', 'orders.{id}.paid', 'same'],
    ['orders.{region}.paid', 'orders.eu.paid', 'instance'],
    ['orders.eu.paid', 'orders.{}.paid', 'pattern'],
    ['orders.eu.paid', '{}orders.eu.paid', 'pattern'],
    ['orders.eu.paid', '{}', 'open'],
    ['orders.eu.paid', '{}.{}', 'open'],
    ['/', '/', 'same'],
    ['orders.created', 'orders.paid', undefined],
    ['orders.created', 'Orders.created', undefined],
    ['orders.{id}', 'orders', undefined],
    ['orders', 'orders.{}', undefined],
  ])('%s by %s: %s', (expected, actual, fit) => {
    expect(fitChannel(expected, actual)).toBe(fit);
  });

  const part = fc.constantFrom('orders', 'eu', '.', '/', '{x}', 'paid', '-');
  const channel = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''));

  test('it fits itself, and what it stands for fits it', () => {
    fc.assert(
      fc.property(channel, (one) => {
        const written = one.replace(/\{[^{}]*\}/g, 'a1');
        return (
          !/[a-z0-9]/.test(one.replace(/\{[^{}]*\}/g, '')) ||
          (fitChannel(one, one) === 'same' && ['same', 'instance'].includes(fitChannel(one, written) ?? ''))
        );
      }),
    );
  });

  test('a name of thousands of wildcards is decided at once', () => {
    expect(fitChannel('{a}b'.repeat(5000), '{b}a'.repeat(5000))).toBeUndefined();
  });
});

test('names that differ in separators and case alone fold alike', () => {
  expect(foldChannel('Orders/created')).toBe(foldChannel('orders.created'));
});
