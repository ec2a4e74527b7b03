import { statusNamed } from '../../../../model/http-status.js';

/** The number of `http.StatusOK` and its like: https://pkg.go.dev/net/http#pkg-constants */
export function statusOf(name: string): number | undefined {
  return name.startsWith('Status') ? statusNamed(name.slice('Status'.length)) : undefined;
}
