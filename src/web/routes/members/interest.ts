import { data, redirect } from 'react-router'

import { shopContext } from '#web/context.ts'
import { memberOf, requireMember } from '#web/guards.ts'
import { paths } from '#web/paths.ts'
import { safeReturnTo } from '#web/return-to.ts'

import type { Route } from './+types/interest'

export const middleware: Route.MiddlewareFunction[] = [requireMember]

/** A member asks for a wine, or for more about the club; the page they were on thanks them. */
export async function action({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const viewer = memberOf(context)
  const form = await request.formData()
  const isForClub = form.get('in') === 'club'
  if (isForClub) await shop.askAboutClub(viewer)
  else if (!(await shop.askForWine(viewer, String(form.get('productId') ?? '')))) {
    throw data(null, { status: 400 })
  }
  const to = safeReturnTo(String(form.get('to') ?? ''), paths.members())
  const url = new URL(to, 'http://here.invalid')
  url.searchParams.set('notice', isForClub ? 'club-asked' : 'requested')
  return redirect(url.pathname + url.search, 303)
}

export const loader = () => redirect(paths.members())
