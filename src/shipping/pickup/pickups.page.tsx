import { data, Link } from 'react-router'

import type { ListRow } from '#platform/list/admin-list.store.server.ts'
import { pickupPlaceCopy, pickupsCopy as copy } from './pickups.copy.ts'
import { textOf, wholeNumberIn } from '#platform/form/form-text.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { shipmentNumber } from '#orders/order/shipment.rules.ts'
import { ListPage } from '#platform/list/list-page.tsx'
import { filterOf, optionsOf } from '#platform/list/list-toolbar.tsx'
import { useFormResult } from '#platform/form/use-form-result.ts'
import { Appointments } from './appointments.tsx'
import type { PlaceResult } from './pickup-places.tsx'
import { PickupPlaces, readTypedPlace } from './pickup-places.tsx'
import { datesOf } from '#platform/http/context.ts'
import { flashTo } from '#platform/http/flash.ts'
import { callerOf } from '#platform/http/guards.ts'
import { httpError } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { loadList } from '#platform/list/list-route.ts'

import { pickupList } from './pickup-list.store.server.ts'
import type { Route } from './+types/pickups.page'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export async function loader(args: Route.LoaderArgs) {
  const { context } = args
  const { shop, viewer } = callerOf(context)
  const [loaded, viewed] = await Promise.all([
    loadList(pickupList, args),
    shop.viewPickupPlaces(viewer),
  ])
  if (!viewed.ok) throw httpError(403)
  return { ...loaded, places: viewed.places, today: datesOf(context).isoDay(new Date()) }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const { shop, viewer } = callerOf(context)
  const form = await request.formData()
  const number = wholeNumberIn(textOf(form, 'number'))
  const back = flashTo(context, paths.pickups(Object.fromEntries(url.searchParams)))
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

type Place = Route.ComponentProps['loaderData']['places'][number]

const filtersFor = (places: readonly Place[]) => [
  { name: 'which', label: copy.which, options: optionsOf(copy.whichOptions) },
  filterOf(
    'place',
    copy.place,
    copy.anyPlace,
    places.map(({ id, name }) => [id, name]),
  ),
  { name: 'from', label: copy.from },
  { name: 'to', label: copy.to },
]

type Pickup = ListRow<typeof pickupList>

const appointmentsOn = (today: string) => (pickups: readonly Pickup[]) => (
  <Appointments pickups={pickups} today={today} />
)

export default function Pickups({ loaderData, actionData }: Route.ComponentProps) {
  const { list, isStale, places, today } = loaderData
  const result = useFormResult(actionData) ?? null
  return (
    <ListPage
      name="pickups"
      {...{ list, isStale, copy }}
      filters={filtersFor(places)}
      rowKey={({ id }) => id}
      rows={appointmentsOn(today)}
      actions={
        <>
          <a href={paths.pickupList(today)}>{copy.print}</a>
          <Link to={paths.shippingOverview()}>{copy.shipping}</Link>
        </>
      }
    >
      <PickupPlaces places={places} result={result} />
    </ListPage>
  )
}
