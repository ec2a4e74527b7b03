import { statusNamed } from '../../../../model/http-status.js';

/** The number of a constant like `http.StatusOK`: https://pkg.go.dev/net/http#pkg-constants */
export function statusOf(name: string): number | undefined {
  return name.startsWith('Status') ? statusNamed(name.slice('Status'.length)) : undefined;
}
