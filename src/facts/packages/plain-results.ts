import { BOOLEAN, type Expression, INTEGER, NUMBER, STRING } from '../expression.js';
import type { Lazy } from '../program.js';
import type { ExternalTarget, KnownPackage, Resolver } from '../values/target.js';

const UUID: Expression = { kind: 'scalar', type: 'string', format: 'uuid' };
const DATE: Expression = { kind: 'scalar', type: 'string', format: 'date-time' };

type Results = readonly (readonly [names: RegExp, gives: Expression])[];

/** Commands whose replies both clients give alike: https://redis.io/docs/latest/commands/ */
const REDIS: readonly [specifiers: RegExp, results: Results] = [
  /^(?:ioredis|redis|@redis\/client)$/,
  [
    [/^(?:h?keys|hvals|smembers|[lz]range|[sz]diff|sinter|sunion)$/i, { kind: 'array', items: STRING }],
    [/^hgetall$/i, { kind: 'map', values: STRING }],
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
      [/^timingSafeEqual$/, BOOLEAN],
    ],
  ],
  [
    /^uuid$/,
    [
      [/^v[1-7]$/, UUID],
      [/^validate$/, BOOLEAN],
    ],
  ],
  [/^(?:nanoid|cuid|ulid|@paralleldrive\/cuid2|slugify)$/, [[/^(?:nanoid|ulid|createId|cuid|slugify|default)$/, STRING]]],
  [
    /^bcrypt(?:js)?$/,
    [
      [/^(?:hash|hashSync|genSaltSync)$/, STRING],
      [/^compare(?:Sync)?$/, BOOLEAN],
    ],
  ],
  [/^(?:jsonwebtoken|@aws-sdk\/s3-request-presigner)$/, [[/^(?:sign|getSignedUrl)$/, STRING]]],
  [
    /^argon2$/,
    [
      [/^hash$/, STRING],
      [/^verify$/, BOOLEAN],
    ],
  ],
  [
    /^date-fns(?:\/\w+)?$/,
    [
      [/^format(?!ters)/, STRING],
      [/^is(?:[A-Z])/, BOOLEAN],
      [/^(?:differenceIn\w+|get(?:Time|Unix\w+|Year|Month|Date|Day|Hours|Minutes|Seconds))$/, NUMBER],
      [/^(?:add|sub|startOf|endOf|set)[A-Z]\w*$|^(?:add|sub|parseISO|parse|toDate|fromUnixTime)$/, DATE],
    ],
  ],
];

/** The result of the last call of a chain: `dayjs(when).add(1, 'day').format()`. */
const CHAINS: typeof PACKAGES = [
  REDIS,
  // its `diff` gives a Duration, which is sent as a text
  [/^luxon$/, [[/^diff(?:Now)?$/, STRING]]],
  [
    /^(?:dayjs|moment(?:-timezone)?|luxon)$/,
    [
      [/^(?:toISOString|toISO|toJSON)$/, DATE],
      [/^(?:format|fromNow|from|toNow|to|humanize|toFormat|toISODate|toISOTime|toRelative|toString)$/, STRING],
      [/^(?:unix|valueOf|diff|toMillis|toSeconds|as[A-Z]\w*)$/, NUMBER],
      [/^is[A-Z]\w*$/, BOOLEAN],
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
