import { data, Link } from 'react-router'

import { pickupPlaceCopy, pickupsCopy as copy } from '#domain/copy/pickups.ts'
import { textOf, wholeNumberIn } from '#domain/form-text.ts'
import { paths } from '#domain/paths.ts'
import { shipmentNumber } from '#domain/shipping/shipment.ts'
import { AdminPage } from '#web/components/admin/admin-page.tsx'
import { Appointments } from '#web/components/shipping/admin/appointments.tsx'
import type { PlaceResult } from '#web/components/shipping/admin/pickup-places.tsx'
import { PickupPlaces, readTypedPlace } from '#web/components/shipping/admin/pickup-places.tsx'
import { datesOf, shopContext } from '#web/context.ts'
import { redirectWithFlash } from '#web/flash.ts'
import { memberOf, requireStaff } from '#web/guards.ts'
import { httpError } from '#web/http-error.ts'
import { unlistedMeta } from '#web/page-meta.ts'

import type { Route } from './+types/pickups'

export const handle = { interactive: true }
export const middleware: Route.MiddlewareFunction[] = [requireStaff]
export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export async function loader({ context }: Route.LoaderArgs) {
  const viewed = await context.get(shopContext).viewPickups(memberOf(context))
  if (!viewed.ok) throw httpError(403)
  const { pickups, places } = viewed
  return { pickups, places, today: datesOf(context).isoDay(new Date()) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const viewer = memberOf(context)
  const form = await request.formData()
  const number = wholeNumberIn(textOf(form, 'number'))
  const back = (tone: 'good' | 'bad', sentence: string) =>
    redirectWithFlash(paths.pickups(), { tone, sentence }, context)
  const refused = (reason: string) => {
    if (reason === 'not-staff') throw httpError(403)
    if (reason === 'gone') throw httpError(404)
    return back('bad', copy.errors[reason as keyof typeof copy.errors])
  }
  switch (form.get('intent')) {
    case 'collected': {
      const document = String(form.get('document') ?? '')
      const isChecked = form.get('checked') === 'yes'
      const marked = await shop.markCollected(viewer, { number, isChecked, document })
      if (!marked.ok) return refused(marked.reason)
      return back('good', copy.done.collected(shipmentNumber(number)))
    }
    case 'missed': {
      const marked = await shop.markMissed(viewer, { number })
      if (!marked.ok) return refused(marked.reason)
      return back('good', copy.done.missed(shipmentNumber(number)))
    }
    case 'propose': {
      const proposed = await shop.proposePickup(viewer, { number })
      if (!proposed.ok) return refused(proposed.reason)
      return back('good', copy.done.proposed(shipmentNumber(number)))
    }
    case 'save-place': {
      const { place, typed } = readTypedPlace(form)
      const saved = await shop.savePickupPlace(viewer, place, typed)
      if (saved.ok) return back('good', copy.done.place)
      if (saved.reason === 'not-staff' || saved.reason === 'gone') return refused(saved.reason)
      if (saved.reason === 'saved-elsewhere') {
        return back('bad', pickupPlaceCopy.errors['saved-elsewhere'])
      }
      const result: PlaceResult = { id: place?.id ?? null, typed, reason: saved.reason }
      return data(result, { status: 400 })
    }
    default:
      throw httpError(400)
  }
}

export default function Pickups({ loaderData, actionData }: Route.ComponentProps) {
  const { pickups, places, today } = loaderData
  return (
    <AdminPage
      title={copy.title}
      actions={
        <>
          <a href={paths.pickupList(today)}>{copy.print}</a>
          <Link to={paths.shippingOverview()}>{copy.shipping}</Link>
        </>
      }
    >
      <div>
        <Appointments {...{ pickups, today }} />
        <PickupPlaces places={places} result={actionData ?? null} />
      </div>
    </AdminPage>
  )
}
