import { textOf } from '#domain/form-text.ts'
import { redirect } from 'react-router'

import { adminCopy } from '#domain/copy/admin.ts'
import { siteContext } from '#web/context.ts'
import { flash } from '#web/flash.ts'
import { requireStaff } from '#web/guards.ts'
import { paths } from '#domain/paths.ts'
import { safeReturnTo } from '#web/return-to.ts'

import type { Route } from './+types/admin'

export const middleware: Route.MiddlewareFunction[] = [requireStaff]

/** The admin opens on the overview. */
export const loader = () => redirect(paths.overview())

/** The bar's All, pressed where no script answers it. */
export async function action({ request, context }: Route.ActionArgs) {
  const to = textOf(await request.formData(), 'to')
  const said = flash({ tone: 'info', sentence: adminCopy.allNotWorking }, context.get(siteContext))
  return redirect(safeReturnTo(to, paths.overview()), { headers: { 'set-cookie': said } })
}

/** Never drawn: with it this is a page, and whoever may not come in gets one that says so. */
export default function Admin() {
  return null
}
