/** A segment of a JSON pointer for a key (RFC 6901, 3). */
export const pointerSegment = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** The key of a segment of a JSON pointer. */
export const pointerKey = (segment: string): string => segment.replaceAll('~1', '/').replaceAll('~0', '~');
