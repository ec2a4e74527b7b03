import { type At, type Expression, literal, type ObjectMember } from '../../../../facts/expression.js';
import { nullInDoubt } from '../../../../facts/null-in-doubt.js';
import { under } from '../../../../facts/values/when.js';
import type { Dialect } from '../routing/dialect.js';
import { bracePath } from '../routing/paths.js';
import { titleVerbs } from '../routing/verbs.js';

const having = (of: Expression, name: string, yes: Expression, no: Expression): Expression => ({
  kind: 'operator',
  operator: 'having',
  of,
  keys: { kind: 'tuple', items: [literal(name), yes, no] },
});

const RAW: Expression = { kind: 'unknown', why: 'bytes, or what writes itself, may be sent' };

/**
 * The response body of an output: lists and maps stay as they are; the default configuration adds a link to the schema to a
 * struct. Of a pointer its type decides; `isGiven`: the handler sets the body wherever it makes an output.
 */
function bodyOf(body: Expression, at: At, isGiven: boolean): Expression {
  const link: ObjectMember = { kind: 'property', name: '$schema', value: { kind: 'scalar', type: 'string' }, optional: true, at };
  const there: Expression = { kind: 'operator', operator: 'non-null', of: body };
  const struct: Expression = { kind: 'intersection', parts: [there, { kind: 'object', members: [link] }] };
  const nil = under([{ value: body, equals: null, holds: true }], nullInDoubt('whether the body is ever nil is not known'));
  const sent: Expression = isGiven ? struct : { kind: 'union', options: [struct, nil] };
  return having(there, '[]', body, having(there, '{}', body, having(there, '.', sent, RAW)));
}

/** https://huma.rocks/ and https://pkg.go.dev/github.com/danielgtaylor/huma/v2, with its adapters. */
export const huma: Dialect = {
  id: 'go/huma',
  title: 'Huma',
  // the wrapped router decides which route answers
  matching: { silentSuccess: true },
  signals: (text) => /github\.com\/danielgtaylor\/huma\b/.test(text),
  packages: /^github\.com\/danielgtaylor\/huma(?:\/adapters\/\w+|\/sse)?$/,
  makers: /^(?:New|NewWithGroup|NewWithPrefix|NewAPI)$/,
  around: { NewWithGroup: 1 },
  routerTypes: /^(?:API|Group)$/,
  functions: {
    described: /^Register$/,
    automatic: /^AutoRegister$/,
    alters: /^Use(?:Simple)?(?:Modifier|Transformer)$/,
    streams: /\/sse$/,
  },
  verbs: titleVerbs(),
  handlerAt: 'first',
  groups: /^NewGroup$/,
  same: /^$/,
  uses: /^UseMiddleware$/,
  path: bracePath,
  optionsOf: (_options, _made, { text }) => ({
    settings: {},
    // https://huma.rocks/features/response-transformers/: configuration hooks add transformers, among them the one that links
    // schemas
    ...(/\bTransformers\b|\bCreateHooks\b|\bhuma\.Config\{/.test(text.bare) && {
      open: 'the configuration may change what is sent',
    }),
  }),
  // https://huma.rocks/features/response-outputs/
  returned: (output, status, at, isGiven) => {
    const part = (name: string): Expression => ({ kind: 'member', of: output, name });
    const usual = status ?? having(output, 'Body', literal(200), literal(204));
    return {
      status: having(output, 'Status', part('Status'), usual),
      body: having(output, 'Body', bodyOf(part('Body'), at, isGiven), { kind: 'absent' }),
    };
  },
};
