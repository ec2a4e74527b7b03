/** GitHub's limits, as its documentation and its answers state them. */
export interface Limits {
  /** Characters of a comment: "Body is too long (maximum is 65536 characters)". */
  readonly commentCharacters: number;
  /** Characters of an annotation's title; GitHub's description says it in prose only. */
  readonly annotationTitle: number;
  /** Bytes of an annotation's message, and of its raw details. */
  readonly annotationBytes: number;
  /** Bytes of a packed SARIF document. */
  readonly sarifBytes: number;
  readonly sarifRuns: number;
  readonly sarifResults: number;
  readonly sarifRules: number;
  /** A read costs 1 point, a write 5: https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api */
  readonly pointsPerMinute: number;
  /** Requests a minute that make content which notifies people. */
  readonly contentPerMinute: number;
  readonly concurrent: number;
}

export const LIMITS: Limits = {
  commentCharacters: 65_536,
  annotationTitle: 255,
  annotationBytes: 65_536,
  sarifBytes: 10 * 1024 * 1024,
  sarifRuns: 20,
  sarifResults: 25_000,
  sarifRules: 25_000,
  pointsPerMinute: 900,
  contentPerMinute: 80,
  concurrent: 100,
};

const CONTENT = new Set([
  'issues/create',
  'issues/create-comment',
  'issues/update-comment',
  'pulls/create-review',
  'pulls/create-review-comment',
]);

/** Counts what one minute has seen; `now` in milliseconds. */
export class Meter {
  private seen: { readonly at: number; readonly points: number; readonly content: boolean }[] = [];
  private open = 0;

  constructor(private readonly limits: Limits) {}

  begin(): void {
    this.open++;
  }

  end(): void {
    this.open--;
  }

  /** Seconds to wait when the request is one too many, else undefined. */
  exceeded(operation: string, method: string, now: number): number | undefined {
    this.seen = this.seen.filter(({ at }) => at > now - 60_000);
    this.seen.push({ at: now, points: method === 'GET' ? 1 : 5, content: CONTENT.has(operation) });
    const points = this.seen.reduce((sum, request) => sum + request.points, 0);
    const content = this.seen.filter((request) => request.content).length;
    const over =
      points > this.limits.pointsPerMinute || content > this.limits.contentPerMinute || this.open > this.limits.concurrent;
    return over ? Math.ceil((60_000 - (now - (this.seen[0]?.at ?? now))) / 1000) : undefined;
  }
}
