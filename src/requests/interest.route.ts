import { textOf, wholeNumberIn } from '#platform/form/form-text.rules.ts'
import { redirect } from 'react-router'

import type { NoticeCode } from '#checkout/notices.copy.ts'
import { notices } from '#checkout/notices.copy.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { callerOf, requireMember } from '#platform/http/guards.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { safeReturnTo } from '#platform/http/return-to.ts'
import { refuseHeadless } from '#platform/http/refuse-headless.ts'
import { httpError } from '#platform/http/http-error.ts'

import type { Route } from './+types/interest.route'

export const middleware: Route.MiddlewareFunction[] = [requireMember]

/** A member asks for a wine, for more than their allocation, or about the club; the page thanks them. */
export async function action({ request, context }: Route.ActionArgs) {
  await refuseHeadless({ request, context })
  const { shop, viewer } = callerOf(context)
  const form = await request.formData()
  const productId = textOf(form, 'productId')
  const record = async (): Promise<NoticeCode> => {
    if (form.get('in') === 'club') {
      await shop.askAboutClub(viewer)
      return 'club-asked'
    }
    if (form.get('in') === 'more') {
      const units = wholeNumberIn(textOf(form, 'units'))
      const asked = await shop.askForMore(viewer, { productId, units })
      if (asked.ok) return 'more-asked'
      if (asked.reason === 'not-taken') return 'more-not-taken'
      throw httpError(400)
    }
    if (!(await shop.requestWine(viewer, productId))) throw httpError(400)
    return 'requested'
  }
  const shown = notices[await record()]
  const to = safeReturnTo(textOf(form, 'to'), paths.members())
  return redirectWithFlash(to, { ...shown, at: 'content' }, context)
}

export const loader = () => redirect(paths.members())
