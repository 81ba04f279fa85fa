import { textOf } from '#domain/form-text.ts'
import { redirect } from 'react-router'

import { notices } from '#domain/copy/notices.ts'
import { shopContext } from '#web/context.ts'
import { redirectWithFlash } from '#web/flash.ts'
import { memberOf, requireMember } from '#web/guards.ts'
import { paths } from '#domain/paths.ts'
import { safeReturnTo } from '#web/return-to.ts'
import { refuseHeadless } from '#web/refuse-headless.ts'
import { httpError } from '#web/http-error.ts'

import type { Route } from './+types/interest'

export const middleware: Route.MiddlewareFunction[] = [requireMember]

/** A member asks for a wine, or for more about the club; the page they were on thanks them. */
export async function action({ request, context }: Route.ActionArgs) {
  await refuseHeadless({ request, context })
  const shop = context.get(shopContext)
  const viewer = memberOf(context)
  const form = await request.formData()
  const isForClub = form.get('in') === 'club'
  if (isForClub) await shop.askAboutClub(viewer)
  else if (!(await shop.requestWine(viewer, textOf(form, 'productId')))) {
    throw httpError(400)
  }
  const to = safeReturnTo(textOf(form, 'to'), paths.members())
  const shown = notices[isForClub ? 'club-asked' : 'requested']
  return redirectWithFlash(to, { ...shown, at: 'content' }, context)
}

export const loader = () => redirect(paths.members())
