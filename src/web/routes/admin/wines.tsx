import { data, redirect } from 'react-router'

import { deskWinesCopy as copy } from '#domain/copy/desk-orders.ts'
import { readStock } from '#domain/stock.ts'
import type { SetStock } from '#use-cases/desk/set-stock.ts'
import { DeskPage } from '#web/components/admin/desk-page.tsx'
import { WinesTable } from '#web/components/admin/wines-table.tsx'
import { shopContext, siteContext } from '#web/context.ts'
import { flash } from '#web/flash.ts'
import { memberOf, requireStaff } from '#web/guards.ts'
import { paths } from '#web/paths.ts'

import type { Route } from './+types/wines'

export const handle = { interactive: true }
export const middleware: Route.MiddlewareFunction[] = [requireStaff]
export const meta: Route.MetaFunction = () => [{ title: `${copy.title} · Kohue` }]

export async function loader({ context }: Route.LoaderArgs) {
  const listed = await context.get(shopContext).listWines(memberOf(context))
  if (!listed.ok) throw data(null, { status: 403 })
  return { wines: listed.wines }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const productId = String(form.get('wine') ?? '')
  const typed = String(form.get('stock') ?? '')
  const from = readStock(String(form.get('from') ?? ''))
  const to = readStock(typed)
  const shop = context.get(shopContext)
  const set: SetStock =
    from === undefined || to === undefined
      ? { ok: false, reason: 'not-a-count' }
      : await shop.setStock(memberOf(context), productId, { from, to })
  if (!set.ok) return data({ productId, typed, error: errorOf(set) }, 409)
  const sentence = copy.saved(String(form.get('name') ?? productId), set.stock)
  const said = flash({ tone: 'good', sentence }, context.get(siteContext))
  return redirect(paths.wines(), { status: 303, headers: { 'set-cookie': said } })
}

function errorOf(set: Exclude<SetStock, { ok: true }>): string {
  if (set.reason === 'below-taken') return copy.errors['below-taken'](set.taken)
  if (set.reason === 'set-elsewhere') return copy.errors['set-elsewhere'](set.stock)
  return copy.errors[set.reason]
}

export default function Wines({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <DeskPage title={copy.title}>
      <WinesTable wines={loaderData.wines} refused={actionData ?? null} />
    </DeskPage>
  )
}
