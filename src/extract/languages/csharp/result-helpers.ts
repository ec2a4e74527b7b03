/** The response of a method or type that creates a result: its status, and the argument that is the body. */
export interface ResultForm {
  readonly status: number;
  /** `first`, `last`: position of the body among the arguments; `none`: no body. */
  readonly body: 'first' | 'last' | 'none';
  readonly mediaType?: string;
}

const none = (status: number): ResultForm => ({ status, body: 'none' });
const first = (status: number): ResultForm => ({ status, body: 'first' });
const last = (status: number): ResultForm => ({ status, body: 'last' });
const other = (mediaType: string): ResultForm => ({ status: 200, body: 'none', mediaType });
const FILE = other('application/octet-stream');

/**
 * Methods of `ControllerBase`, `Results` and `TypedResults`.
 * https://learn.microsoft.com/dotnet/api/microsoft.aspnetcore.mvc.controllerbase, …/microsoft.aspnetcore.http.typedresults
 */
export const RESULT_METHODS: ReadonlyMap<string, ResultForm> = new Map([
  ['Ok', first(200)],
  ['Json', first(200)],
  ['Created', last(201)],
  ['CreatedAtAction', last(201)],
  ['CreatedAtRoute', last(201)],
  ['Accepted', last(202)],
  ['AcceptedAtAction', last(202)],
  ['AcceptedAtRoute', last(202)],
  ['NoContent', none(204)],
  ['BadRequest', first(400)],
  ['ValidationProblem', none(400)],
  ['Unauthorized', first(401)],
  ['Challenge', none(401)],
  ['Forbid', none(403)],
  ['NotFound', first(404)],
  ['Conflict', first(409)],
  ['UnprocessableEntity', first(422)],
  ['InternalServerError', first(500)],
  ['Problem', none(500)],
  ['Content', other('text/plain')],
  ['Text', other('text/plain')],
  ['View', other('text/html')],
  ['PartialView', other('text/html')],
  ['Page', other('text/html')],
  ['File', FILE],
  ['PhysicalFile', FILE],
  ['VirtualFile', FILE],
  ['Stream', FILE],
  ['Bytes', FILE],
  ...['Redirect', 'RedirectToAction', 'RedirectToRoute', 'RedirectToPage', 'LocalRedirect', 'RedirectPermanent'].map(
    (name): [string, ResultForm] => [name, none(302)],
  ),
]);

/** Result types, by name without type arguments: `Ok<T>` of Microsoft.AspNetCore.Http.HttpResults, `OkObjectResult` of MVC. */
export const RESULT_TYPES: ReadonlyMap<string, ResultForm> = new Map([
  ['Ok', first(200)],
  ['JsonHttpResult', first(200)],
  ['Created', last(201)],
  ['CreatedAtRoute', last(201)],
  ['Accepted', last(202)],
  ['AcceptedAtRoute', last(202)],
  ['NoContent', none(204)],
  ['BadRequest', first(400)],
  ['ValidationProblem', none(400)],
  ['UnauthorizedHttpResult', none(401)],
  ['ChallengeHttpResult', none(401)],
  ['ForbidHttpResult', none(403)],
  ['NotFound', first(404)],
  ['Conflict', first(409)],
  ['UnprocessableEntity', first(422)],
  ['InternalServerError', first(500)],
  ['ProblemHttpResult', none(500)],
  ['RedirectHttpResult', none(302)],
  ['RedirectToRouteHttpResult', none(302)],
  ['ContentHttpResult', other('text/plain')],
  ['FileContentHttpResult', FILE],
  ['FileStreamHttpResult', FILE],
  ['PhysicalFileHttpResult', FILE],
  ['ObjectResult', first(200)],
  ['OkObjectResult', first(200)],
  ['OkResult', none(200)],
  ['JsonResult', first(200)],
  ['CreatedResult', last(201)],
  ['CreatedAtActionResult', last(201)],
  ['CreatedAtRouteResult', last(201)],
  ['AcceptedResult', last(202)],
  ['AcceptedAtActionResult', last(202)],
  ['AcceptedAtRouteResult', last(202)],
  ['NoContentResult', none(204)],
  ['BadRequestResult', none(400)],
  ['BadRequestObjectResult', first(400)],
  ['UnauthorizedResult', none(401)],
  ['UnauthorizedObjectResult', first(401)],
  ['ForbidResult', none(403)],
  ['NotFoundResult', none(404)],
  ['NotFoundObjectResult', first(404)],
  ['ConflictResult', none(409)],
  ['ConflictObjectResult', first(409)],
  ['UnprocessableEntityObjectResult', first(422)],
  ['ContentResult', other('text/plain')],
  ['FileResult', FILE],
  ['FileContentResult', FILE],
  ['FileStreamResult', FILE],
  ['PhysicalFileResult', FILE],
  ['RedirectResult', none(302)],
  ['RedirectToActionResult', none(302)],
  ['ViewResult', other('text/html')],
]);

/** Types that do not show what is sent. */
export const OPEN_RESULTS: ReadonlySet<string> = new Set([
  ...['IActionResult', 'ActionResult', 'IResult', 'IHttpActionResult', 'HttpResponseMessage', 'ObjectResult', 'StatusCodeResult'],
  ...['IStatusCodeHttpResult', 'IStatusCodeActionResult', 'IConvertToActionResult'],
]);
