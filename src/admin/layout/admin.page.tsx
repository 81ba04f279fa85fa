import { textOf } from '#platform/form/form-text.rules.ts'
import { redirect } from 'react-router'

import { partsFor } from '#platform/admin/parts.rules.ts'
import { adminCopy } from '#platform/admin/admin.copy.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { memberOf } from '#platform/http/guards.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { safeReturnTo } from '#platform/http/return-to.ts'

import type { Route } from './+types/admin.page'

/** The admin opens on the first page that one's duties cover. */
export const loader = ({ context }: Route.LoaderArgs) => redirect(firstPageOf(context))

/** Today for an owner; for others the first page of their own duties, since everybody may open Today. */
function firstPageOf(context: Route.LoaderArgs['context']): string {
  const viewer = memberOf(context)
  const parts = partsFor(viewer)
  const own = parts.find(({ page }) => viewer.duties.includes('owner') || page !== paths.today())
  return own ? (own.opened ?? own.page) : paths.members()
}

/** The bar's All, pressed where no script answers it. */
export async function action({ request, context }: Route.ActionArgs) {
  const to = textOf(await request.formData(), 'to')
  return redirectWithFlash(
    safeReturnTo(to, firstPageOf(context)),
    { tone: 'info', sentence: adminCopy.allNotWorking },
    context,
    302,
  )
}

/** Never rendered: it makes this route a page, so that a refusal gets an error page. */
export default function Admin() {
  return null
}
