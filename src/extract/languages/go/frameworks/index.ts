import type { Dialect } from '../routing/dialect.js';
import { bunrouter } from './bunrouter.js';
import { chi } from './chi.js';
import { echo } from './echo.js';
import { fiber } from './fiber.js';
import { gin } from './gin.js';
import { goRestful } from './go-restful.js';
import { goZero } from './go-zero.js';
import { goa } from './goa.js';
import { gorillaMux } from './gorilla-mux.js';
import { grpcGateway } from './grpc-gateway.js';
import { hertz } from './hertz.js';
import { httprouter } from './httprouter.js';
import { huma } from './huma.js';
import { iris } from './iris.js';
import { kratos } from './kratos.js';
import { netHttp } from './net-http.js';
import { routegroup } from './routegroup.js';

/** All supported frameworks; the standard library comes last, because the others build on it. */
export const dialects: readonly Dialect[] = [
  gin,
  echo,
  chi,
  fiber,
  hertz,
  huma,
  iris,
  gorillaMux,
  httprouter,
  bunrouter,
  goRestful,
  goZero,
  goa,
  grpcGateway,
  kratos,
  routegroup,
  netHttp,
];

export function dialectOf(id: string): Dialect | undefined {
  return dialects.find((one) => one.id === id);
}
