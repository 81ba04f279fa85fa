import { datesOf, shopContext } from '#platform/http/context.ts'
import { memberOf, requireStaff } from '#platform/http/guards.ts'

import type { Route } from './+types/pickups-pdf.route'
import { pdfResponse } from '../handover/pdf-response.ts'

export const middleware = [requireStaff]

/** The list of a day's pickups; of today where no day is named. */
export async function loader({ url, context }: Route.LoaderArgs): Promise<Response> {
  const named = url.searchParams.get('day') ?? ''
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(named)
  const day = isDay ? named : datesOf(context).isoDay(new Date())
  return pdfResponse(await context.get(shopContext).printPickups(memberOf(context), day))
}
