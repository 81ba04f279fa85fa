import { wholeNumberIn } from '#platform/form/form-text.rules.ts'
import { servicesContext } from '#platform/http/context.ts'
import { requireStaff } from '#platform/http/guards.ts'

import { pdfResponse } from '../papers/pdf-response.ts'
import type { Route } from './+types/slips-pdf.route'
import { printPackingSlips } from './print-papers.actions.server.ts'

export const middleware = [requireStaff]

/** The packing slips of a handover. */
export async function loader({ params, url, context }: Route.LoaderArgs): Promise<Response> {
  const part = wholeNumberIn(url.searchParams.get('part')) || 1
  const asked = { handoverId: params.id, part }
  return pdfResponse(await printPackingSlips(context.get(servicesContext), asked))
}
