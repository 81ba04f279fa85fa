import { shopContext } from '#platform/http/context.ts'
import { memberOf, requireStaff } from '#platform/http/guards.ts'

import type { Route } from './+types/slips-pdf.route'
import { pdfResponse } from './pdf-response.ts'

export const middleware = [requireStaff]

/** The packing slips of a handover. */
export async function loader({ params, url, context }: Route.LoaderArgs): Promise<Response> {
  const part = Math.max(1, Math.trunc(Number(url.searchParams.get('part') ?? 1)) || 1)
  const asked = { handoverId: params.id, part }
  return pdfResponse(await context.get(shopContext).printPackingSlips(memberOf(context), asked))
}
