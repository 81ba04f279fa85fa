import { data, Link } from 'react-router'

import { textOf } from '#platform/form/form-text.rules.ts'

import { adminWinesCopy as copy } from './admin-wines.copy.ts'
import { adminWineCopy } from './admin-wines.copy.ts'
import { readStock } from '../stock/stock.rules.ts'
import type { SetStock } from '../stock/set-stock.actions.server.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { WinesTable } from './wines-table.tsx'
import { shopContext } from '#platform/http/context.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { memberOf } from '#platform/http/guards.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { permitted } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'

import type { Route } from './+types/wines.page'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export async function loader({ context }: Route.LoaderArgs) {
  const listed = permitted(await context.get(shopContext).listWines(memberOf(context)))
  return { wines: listed.wines }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const productId = textOf(form, 'wine')
  const typed = textOf(form, 'stock')
  const from = readStock(textOf(form, 'from'))
  const to = readStock(typed)
  const shop = context.get(shopContext)
  const set: SetStock =
    from === undefined || to === undefined
      ? { ok: false, reason: 'not-a-count' }
      : await shop.setStock(memberOf(context), productId, { from, to })
  if (!set.ok) return data({ productId, typed, error: errorOf(set) }, 409)
  const sentence = copy.saved(String(form.get('name') ?? productId), set.stock)
  return redirectWithFlash(paths.wines(), { tone: 'good', sentence }, context)
}

function errorOf(set: Exclude<SetStock, { ok: true }>): string {
  if (set.reason === 'below-taken') return copy.errors['below-taken'](set.taken)
  if (set.reason === 'set-elsewhere') return copy.errors['set-elsewhere'](set.stock)
  return copy.errors[set.reason]
}

export default function Wines({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AdminPage title={copy.title} actions={<Link to={paths.newWine()}>{adminWineCopy.add}</Link>}>
      <WinesTable wines={loaderData.wines} refused={actionData ?? null} />
    </AdminPage>
  )
}
