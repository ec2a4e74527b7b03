import type { Expression } from '../expression.js';
import type { Lazy } from '../program.js';
import type { ExternalTarget, KnownPackage, Resolver } from '../values/target.js';

const TEXT: Expression = { kind: 'scalar', type: 'string' };
const UUID: Expression = { kind: 'scalar', type: 'string', format: 'uuid' };
const DATE: Expression = { kind: 'scalar', type: 'string', format: 'date-time' };
const TRUTH: Expression = { kind: 'scalar', type: 'boolean' };
const NUMBER: Expression = { kind: 'scalar', type: 'number' };

const INTEGER: Expression = { kind: 'scalar', type: 'integer' };

type Results = readonly (readonly [names: RegExp, gives: Expression])[];

/** Commands whose replies both clients give alike: https://redis.io/docs/latest/commands/ */
const REDIS: readonly [specifiers: RegExp, results: Results] = [
  /^(?:ioredis|redis|@redis\/client)$/,
  [
    [/^(?:h?keys|hvals|smembers|[lz]range|[sz]diff|sinter|sunion)$/i, { kind: 'array', items: TEXT }],
    [/^hgetall$/i, { kind: 'map', values: TEXT }],
    [/^(?:(?:in|de)cr(?:by)?|p?ttl|[hl]len|strlen|[sz]card|dbsize|exists|del)$/i, INTEGER],
  ],
];

/**
 * Functions of packages whose results do not depend on their arguments, by the last name of the call (`default`: the module
 * itself).
 */
const PACKAGES: readonly (readonly [specifiers: RegExp, results: Results])[] = [
  REDIS,
  [
    /^(?:node:)?crypto$/,
    [
      [/^randomUUID$/, UUID],
      [/^randomInt$/, NUMBER],
      [/^timingSafeEqual$/, TRUTH],
    ],
  ],
  [
    /^uuid$/,
    [
      [/^v[1-7]$/, UUID],
      [/^validate$/, TRUTH],
    ],
  ],
  [/^(?:nanoid|cuid|ulid|@paralleldrive\/cuid2|slugify)$/, [[/^(?:nanoid|ulid|createId|cuid|slugify|default)$/, TEXT]]],
  [
    /^bcrypt(?:js)?$/,
    [
      [/^(?:hash|hashSync|genSaltSync)$/, TEXT],
      [/^compare(?:Sync)?$/, TRUTH],
    ],
  ],
  [/^(?:jsonwebtoken|@aws-sdk\/s3-request-presigner)$/, [[/^(?:sign|getSignedUrl)$/, TEXT]]],
  [
    /^argon2$/,
    [
      [/^hash$/, TEXT],
      [/^verify$/, TRUTH],
    ],
  ],
  [
    /^date-fns(?:\/\w+)?$/,
    [
      [/^format(?!ters)/, TEXT],
      [/^is(?:[A-Z])/, TRUTH],
      [/^(?:differenceIn\w+|get(?:Time|Unix\w+|Year|Month|Date|Day|Hours|Minutes|Seconds))$/, NUMBER],
      [/^(?:add|sub|startOf|endOf|set)[A-Z]\w*$|^(?:add|sub|parseISO|parse|toDate|fromUnixTime)$/, DATE],
    ],
  ],
];

/** The result of the last call of a chain: `dayjs(when).add(1, 'day').format()`. */
const CHAINS: typeof PACKAGES = [
  REDIS,
  // its `diff` gives a Duration, which is sent as a text
  [/^luxon$/, [[/^diff(?:Now)?$/, TEXT]]],
  [
    /^(?:dayjs|moment(?:-timezone)?|luxon)$/,
    [
      [/^(?:toISOString|toISO|toJSON)$/, DATE],
      [/^(?:format|fromNow|from|toNow|to|humanize|toFormat|toISODate|toISOTime|toRelative|toString)$/, TEXT],
      [/^(?:unix|valueOf|diff|toMillis|toSeconds|as[A-Z]\w*)$/, NUMBER],
      [/^is[A-Z]\w*$/, TRUTH],
    ],
  ],
];

function call(_: Resolver, { specifier, path }: ExternalTarget, { site }: Lazy): Lazy | undefined {
  const name = path.at(-1) ?? 'default';
  const table = path.includes('()') ? CHAINS : PACKAGES;
  const results = table.flatMap(([specifiers, own]) => (specifiers.test(specifier) ? own : []));
  const expression = results.find(([names]) => names.test(name))?.[1];
  return expression && { expression, site };
}

/** Functions of Node and of small packages that return texts, numbers, dates or booleans. */
export const plainResults: KnownPackage = {
  title: 'Node and small packages',
  specifiers:
    /^(?:(?:node:)?crypto|uuid|nanoid|cuid|ulid|@paralleldrive\/cuid2|slugify|bcrypt(?:js)?|argon2|jsonwebtoken|@aws-sdk\/s3-request-presigner|date-fns(?:\/\w+)?|dayjs|moment(?:-timezone)?|luxon|ioredis|redis|@redis\/client)$/,
  call,
};
