import type { ts } from 'ts-morph';
import { statusNamed } from '../../../../model/http-status.js';
import { originOf } from '../names/origins.js';
import type { Source } from '../source.js';
import { nameOfMember } from './access-paths.js';

/** Packages that export names of HTTP statuses. */
const PACKAGES =
  /^(?:http-status-codes|http-status|http-statuses|@nestjs\/common|(?:node:)?http2|readable-http-codes|http-codes|statuses|stoker\/http-status-codes|(?:jsr:)?@(?:oak|std)\/(?:oak|commons|http)(?:[@/].{0,60})?|https:\/\/deno\.land\/(?:x\/oak|std)[@/].{1,60}|[./]{1,60}deps\.ts)$/;

/**
 * The status of a constant from a well-known package: `StatusCodes.CREATED` of http-status-codes, `httpStatus.CREATED` of
 * http-status, `constants.HTTP_STATUS_CREATED` of node:http2, `HttpStatus.CREATED` of @nestjs/common, `Status.NoContent` of oak. Undefined for other
 * expressions.
 */
export function statusConstant(
  source: Source,
  node: ts.PropertyAccessExpression | ts.ElementAccessExpression,
): number | undefined {
  const name = nameOfMember(node);
  const status = name === undefined ? undefined : statusNamed(name.replace(/^HTTP_STATUS_/, ''));
  if (status === undefined) return undefined;
  return PACKAGES.test(originOf(source, node.expression)?.specifier ?? '') ? status : undefined;
}
