import type { DiffRule, DiffSeverity, Effect } from './rule.js';

const NO_DATA = 'it is about the call as a whole, which only clients make';
const ASKED = 'the client chooses the media type of both bodies';
const CLIENTS = 'clients prove who they are to services, not services to clients';
const WITHOUT = 'a service answers with a status; a request has nothing like it';
const BODY = 'that a response has no body at all is told as that';

const whole = (id: string, effect: Effect, severity: DiffSeverity, purpose: string): DiffRule => ({
  id,
  direction: 'none',
  effect,
  severity,
  purpose,
  mirror: { none: NO_DATA },
});

function sent(
  id: string,
  effect: Effect,
  severity: DiffSeverity,
  purpose: string,
  mirror: DiffRule['mirror'],
  unlike?: string,
): DiffRule {
  const direction = id.startsWith('request-') ? 'request' : 'response';
  return { id, direction, effect, severity, purpose, mirror, ...(unlike === undefined ? {} : { unlike }) };
}

const IGNORED = 'what a client still sends is ignored without a word; a header more harms no reader';

/** The rules about operations: paths, parameters, bodies, responses, security. */
export const callRules: readonly DiffRule[] = [
  whole('contract-removed', 'narrows', 'error', 'A contract went as a whole.'),
  whole('contract-added', 'widens', 'note', 'A contract came.'),
  whole('endpoint-removed', 'narrows', 'error', 'An operation went.'),
  whole('deprecated-endpoint-removed', 'narrows', 'warning', 'An operation went that the base calls deprecated.'),
  whole('endpoint-added', 'widens', 'note', 'An operation came.'),
  whole('endpoint-deprecated', 'keeps', 'note', 'An operation is called deprecated.'),
  whole('webhook-removed', 'narrows', 'error', 'A webhook went: subscribers are not called any more.'),
  whole('base-path-changed', 'shifts', 'error', 'The path below which all operations are served became another one.'),
  whole(
    'base-path-declared',
    'shifts',
    'warning',
    'A path below which all operations are served is named, where the base named none.',
  ),

  sent(
    'request-required-parameter-added',
    'narrows',
    'error',
    'A parameter came that calls must have.',
    'response-required-header-removed',
  ),
  sent(
    'request-optional-parameter-added',
    'narrows',
    'note',
    'A parameter came that calls may have.',
    'response-optional-header-removed',
    'a reader may have used the header; nobody has sent the parameter yet',
  ),
  sent('request-parameter-removed', 'widens', 'warning', 'A parameter went.', 'response-header-added', IGNORED),
  sent(
    'request-parameter-became-required',
    'narrows',
    'error',
    'Calls must have a parameter that they could leave out.',
    'response-header-became-optional',
  ),
  sent(
    'request-parameter-became-optional',
    'widens',
    'note',
    'Calls may leave out a parameter.',
    'response-header-became-required',
  ),
  sent('request-parameter-default-changed', 'keeps', 'warning', 'A call that leaves a parameter out means another value.', {
    none: 'what a service leaves out has no default that readers agree on',
  }),
  sent('request-parameter-style-changed', 'shifts', 'error', 'A list or object in a parameter is written in another style.', {
    none: 'headers have one style only',
  }),
  sent(
    'response-required-header-removed',
    'widens',
    'error',
    'A header went that responses always had.',
    'request-required-parameter-added',
  ),
  sent(
    'response-optional-header-removed',
    'widens',
    'warning',
    'A header went that responses could have.',
    'request-optional-parameter-added',
    'a reader may have used the header; nobody has sent the parameter yet',
  ),
  sent('response-header-added', 'narrows', 'note', 'A header came.', 'request-parameter-removed', IGNORED),
  sent(
    'response-header-became-optional',
    'widens',
    'error',
    'Responses may leave out a header.',
    'request-parameter-became-required',
  ),
  sent(
    'response-header-became-required',
    'narrows',
    'note',
    'Responses always have a header that they could leave out.',
    'request-parameter-became-optional',
  ),

  sent(
    'request-required-body-added',
    'narrows',
    'error',
    'Calls must have a body where there was none.',
    'response-body-removed',
  ),
  sent('request-optional-body-added', 'widens', 'note', 'Calls may have a body where there was none.', { none: BODY }),
  sent('request-body-became-required', 'narrows', 'error', 'Calls must have the body that they could leave out.', {
    none: 'no contract says that the body of a response may be left out',
  }),
  sent('request-body-became-optional', 'widens', 'note', 'Calls may leave out the body.', {
    none: 'no contract says that the body of a response may be left out',
  }),
  sent(
    'request-body-removed',
    'widens',
    'warning',
    'Calls have no body any more.',
    'response-body-added',
    'what a client still sends is ignored without a word; a body more harms no reader',
  ),
  sent(
    'response-body-added',
    'narrows',
    'note',
    'A response has a body where there was none.',
    'request-body-removed',
    'what a client still sends is ignored without a word; a body more harms no reader',
  ),
  sent('response-body-removed', 'widens', 'error', 'A response has no body any more.', 'request-required-body-added'),
  sent('request-media-type-removed', 'narrows', 'error', 'A body is no longer taken in a media type.', { none: ASKED }),
  sent('request-media-type-added', 'widens', 'note', 'A body is taken in one more media type.', { none: ASKED }),
  sent('response-media-type-removed', 'narrows', 'error', 'A body is no longer given in a media type.', { none: ASKED }),
  sent('response-media-type-added', 'widens', 'note', 'A body is given in one more media type.', { none: ASKED }),
  sent('response-success-removed', 'shifts', 'error', 'A status of success went.', { none: WITHOUT }),
  sent('response-success-added', 'widens', 'note', 'A status of success came.', { none: WITHOUT }),
  sent('response-failure-removed', 'narrows', 'note', 'A status that is no success went.', { none: WITHOUT }),
  sent('response-failure-added', 'widens', 'note', 'A status that is no success came.', { none: WITHOUT }),

  sent('request-security-added', 'narrows', 'error', 'Calls that anybody could make need credentials.', { none: CLIENTS }),
  sent('request-security-changed', 'narrows', 'error', 'Credentials that sufficed no longer do.', { none: CLIENTS }),
  sent('request-scope-added', 'narrows', 'error', 'Credentials need one more scope.', { none: CLIENTS }),
  sent('request-security-loosened', 'widens', 'note', 'Credentials suffice that did not, or none are needed.', { none: CLIENTS }),
];
