import type { DiffRule, Effect } from '../../src/diff/rule.js';
import { diffRule, diffRules } from '../../src/diff/rules.js';

const OPPOSITE: Readonly<Record<Effect, Effect>> = { narrows: 'widens', widens: 'narrows', shifts: 'shifts', keeps: 'keeps' };
const mirrored = diffRules.flatMap((rule) => (typeof rule.mirror === 'string' ? [{ ...rule, mirror: rule.mirror }] : []));

test('ids are unique and in kebab case', () => {
  const ids = diffRules.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[a-z]+(-[a-z]+)+$/.test(id))).toEqual([]);
});

test('every rule has its mirror in the other direction, or a reason why there is none', () => {
  const reasons = diffRules.flatMap(({ mirror }) => (typeof mirror === 'string' ? [] : [mirror.none]));
  expect(reasons.filter((reason) => reason.length < 20)).toEqual([]);
  const oneSided = mirrored.filter(({ mirror, direction }) => {
    const other = diffRule(mirror);
    return other.direction === direction || other.direction === 'none';
  });
  expect(oneSided.map(({ id }) => id)).toEqual([]);
});

test('a mirror mirrors: it leads back, and what narrows on one side widens on the other', () => {
  const crooked = mirrored.filter(({ id, mirror, effect }) => {
    const other = diffRule(mirror);
    return other.mirror !== id || other.effect !== OPPOSITE[effect];
  });
  expect(crooked.map(({ id }) => id)).toEqual([]);
});

test('mirrors are equally grave, or say why not, and only then', () => {
  const isUnlike = ({ mirror, severity }: (typeof mirrored)[number]): boolean => diffRule(mirror).severity !== severity;
  expect(mirrored.filter((rule) => isUnlike(rule) !== (rule.unlike !== undefined)).map(({ id }) => id)).toEqual([]);
  expect(mirrored.filter(({ unlike }) => unlike !== undefined && unlike.length < 20)).toEqual([]);
});

test('what narrows requests or widens responses is never harmless without a reason', () => {
  const isBreaking = ({ direction, effect }: DiffRule): boolean =>
    (direction === 'request' && effect === 'narrows') || (direction === 'response' && effect === 'widens');
  const mild = diffRules.filter((rule) => isBreaking(rule) && rule.severity === 'note').map(({ id }) => id);
  // Each of these asks nothing of consumers of the base.
  expect(mild).toEqual([
    'request-optional-parameter-added',
    'response-media-type-added',
    'response-success-added',
    'response-failure-added',
    'request-optional-property-added',
    'request-open-overlap-refused',
    'response-open-overlap-allowed',
  ]);
});
