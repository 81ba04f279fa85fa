import { wholeNumberIn } from '#platform/form/form-text.rules.ts'
import { servicesContext } from '#platform/http/context.ts'
import { memberOf, requireStaff } from '#platform/http/guards.ts'
import { httpError } from '#platform/http/http-error.ts'
import { printDisputeFile } from '#shipping/disputes/answer-disputes.actions.server.ts'
import { pdfResponse } from '#shipping/papers/pdf-response.ts'

import type { Route } from './+types/dispute-pdf.route'

export const middleware = [requireStaff]

/** What is known about a disputed order, for the bank. */
export async function loader({ params, context }: Route.LoaderArgs): Promise<Response> {
  const number = wholeNumberIn(params.number)
  if (number === null) throw httpError(404)
  const asked = { number, disputeId: params.dispute }
  const services = context.get(servicesContext)
  return pdfResponse(await printDisputeFile(services, memberOf(context), asked))
}
