/** The response for a status: exact, by its range (`2XX`), else `default` (OpenAPI, Responses Object). */
export function answerFor<Answer extends { readonly status: string }>(
  status: number,
  expected: readonly Answer[],
): Answer | undefined {
  const by = (text: string): Answer | undefined => expected.find((each) => each.status === text);
  return by(String(status)) ?? by(`${Math.floor(status / 100)}XX`) ?? by('default');
}

/**
 * The body for a media type: exact, by its range (`text/*`), else any. Without a type JSON, else the first.
 *
 * @param contentType with or without parameters
 */
export function bodyFor<Body extends { readonly mediaType: string }>(
  contentType: string | undefined,
  expected: readonly Body[],
): Body | undefined {
  if (contentType === undefined || contentType.trim() === '')
    return (
      expected.find(({ mediaType }) => bare(mediaType) === 'application/json') ??
      expected.find(({ mediaType }) => isJson(mediaType)) ??
      expected[0]
    );
  const asked = bare(contentType);
  const by = (requested: string): Body | undefined => expected.find(({ mediaType }) => bare(mediaType) === requested);
  const sameJson = isJson(asked) ? expected.find(({ mediaType }) => bare(mediaType) === 'application/*+json') : undefined;
  return by(asked) ?? sameJson ?? by(`${asked.split('/')[0]}/*`) ?? by('*/*');
}

/** `application/json`, `application/problem+json` (RFC 6839), and ranges that include them. */
export function isJson(mediaType: string): boolean {
  const type = bare(mediaType);
  return type === '*/*' || type === 'application/*' || /^[\w.*+-]+\/(?:json|[\w.*-]+\+json|x-json)$/.test(type);
}

const bare = (mediaType: string): string => (mediaType.split(';')[0] ?? '').trim().toLowerCase();
