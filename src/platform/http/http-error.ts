import { data } from 'react-router'

const statusTexts = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  451: 'Unavailable For Headless Browser',
} as const

/** What a loader or action throws to refuse a request. Without the text React Router would say 500's. */
export const httpError = (status: keyof typeof statusTexts) =>
  data(null, { status, statusText: statusTexts[status] })

/** A result without the refusals for these reasons. */
type Without<Result, Reason> = Result extends { ok: false; reason: infer All }
  ? [Exclude<All, Reason>] extends [never]
    ? never
    : Result & { reason: Exclude<All, Reason> }
  : Result extends { ok: false }
    ? never
    : Result

/** A result that the viewer may have. */
export type Permitted<Result> = Without<Result, 'not-staff'>

type AnyResult = { ok: boolean; reason?: unknown }

/**
 * The result of an action, unless the viewer may not have it: then throws a 403. A refusal without a
 * reason means that, too.
 */
export function permitted<R extends AnyResult>(result: R): Permitted<R> {
  const { ok, reason = 'not-staff' } = result
  if (!ok && reason === 'not-staff') throw httpError(403)
  return result as Permitted<R>
}

/** As `permitted`; throws a 404 for what does not exist. */
export function found<R extends AnyResult>(result: R): Without<R, 'not-staff' | 'gone'> {
  if (result.reason === 'gone') throw httpError(404)
  return permitted(result) as Without<R, 'not-staff' | 'gone'>
}
