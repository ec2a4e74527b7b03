/** A body of one media type. */
interface Typed {
  readonly mediaType?: string | undefined;
}

/** Names of media types are case-insensitive; their parameters (`charset`) do not describe the body. */
export function bareType(mediaType: string): string {
  const [type = ''] = mediaType.split(';');
  return type.trim().toLowerCase();
}

/** The body of that media type, or of a range that includes it (`application/*`). */
export function bodyFor<Body extends Typed>(mediaType: string, bodies: readonly Body[]): Body | undefined {
  const requested = bareType(mediaType);
  const [kind = ''] = requested.split('/');
  const named = (name: string): Body | undefined =>
    bodies.find((body) => body.mediaType !== undefined && bareType(body.mediaType) === name);
  return named(requested) ?? named(`${kind}/*`) ?? named('*/*');
}
