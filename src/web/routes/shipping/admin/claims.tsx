import { data, Link } from 'react-router'

import { claimsCopy as copy, pickupsCopy } from '#domain/copy/pickups.ts'
import { wholeNumberIn } from '#domain/form-text.ts'
import { paths } from '#domain/paths.ts'
import { shipmentNumber } from '#domain/shipping/shipment.ts'
import { AdminPage } from '#web/components/admin/admin-page.tsx'
import type { ClaimResult } from '#web/components/shipping/admin/claim-list.tsx'
import { ClaimList } from '#web/components/shipping/admin/claim-list.tsx'
import { shopContext } from '#web/context.ts'
import { redirectWithFlash } from '#web/flash.ts'
import { memberOf, requireStaff } from '#web/guards.ts'
import { httpError } from '#web/http-error.ts'
import { unlistedMeta } from '#web/page-meta.ts'

import type { Route } from './+types/claims'

export const handle = { interactive: true }
export const middleware: Route.MiddlewareFunction[] = [requireStaff]
export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export async function loader({ context }: Route.LoaderArgs) {
  const viewed = await context.get(shopContext).viewClaims(memberOf(context))
  if (!viewed.ok) throw httpError(403)
  return { claims: viewed.claims, now: new Date() }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '').slice(0, 200)
  const number = wholeNumberIn(text('number'))
  const typed = {
    claimNumber: text('claimNumber'),
    amount: text('amount'),
    paidOn: text('paidOn'),
  }
  const version = text('version') ? wholeNumberIn(text('version')) : null
  const saved = await context
    .get(shopContext)
    .saveClaim(memberOf(context), { number, version, typed })
  const back = (tone: 'good' | 'bad', sentence: string) =>
    redirectWithFlash(paths.claims(), { tone, sentence }, context)
  if (saved.ok) return back('good', copy.saved(shipmentNumber(number)))
  switch (saved.reason) {
    case 'not-staff':
      throw httpError(403)
    case 'gone':
      throw httpError(404)
    case 'invalid': {
      const result: ClaimResult = { number, typed, field: saved.field }
      return data(result, { status: 400 })
    }
    default:
      return back('bad', copy.errors[saved.reason])
  }
}

export default function Claims({ loaderData, actionData }: Route.ComponentProps) {
  const { claims, now } = loaderData
  return (
    <AdminPage
      title={copy.title}
      actions={<Link to={paths.shippingOverview()}>{pickupsCopy.shipping}</Link>}
    >
      {claims.length === 0 ? (
        <p>{copy.none}</p>
      ) : (
        <ClaimList claims={claims} now={now} result={actionData ?? null} />
      )}
    </AdminPage>
  )
}
