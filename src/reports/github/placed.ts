import type { Analysis } from '../../rules/judge.js';

/** A line of a file of the repository. */
interface Line {
  readonly file: string;
  readonly line: number;
}

/** The same analysis with other places. A column belongs to its place and is dropped if the place changes. */
export function placed(analysis: Analysis, move: (at: Line) => Line): Analysis {
  const place = <Place extends Line>(at: Place): Place => {
    const { file, line } = move(at);
    if (file === at.file && line === at.line) return at;
    const { column: _, ...rest } = at as Place & { readonly column?: number };
    return { ...rest, file, line } as unknown as Place;
  };
  const violations = analysis.violations.map((violation) => {
    const { file, line } = move({ file: violation.file_path, line: violation.line });
    return {
      ...violation,
      file_path: file,
      line,
      promisedAt: place(violation.promisedAt),
      related: violation.related.map(place),
    };
  });
  const matrix = analysis.matrix.map((row) => ({
    ...row,
    promisedAt: place(row.promisedAt),
    codeAt: row.codeAt === null ? null : place(row.codeAt),
  }));
  const gaps = analysis.gaps.map((gap) => ({ ...gap, at: place(gap.at) }));
  const routes = analysis.routes.map((route) => ({ ...route, at: place(route.at) }));
  return { ...analysis, violations, matrix, gaps, routes };
}
