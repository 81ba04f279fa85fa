import { pageAction } from '#platform/action/page-action.server.ts'
import type { Sent } from '#platform/action/sent-form.ts'
import { boxesOf, fieldsOf, sentBy } from '#platform/action/sent-form.ts'
import { LiveForm } from '#platform/form/live-form.tsx'
import { useFormResult } from '#platform/form/use-form-result.ts'
import { datesOf, servicesContext } from '#platform/http/context.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Block } from '#platform/layout/block.tsx'
import type { ListRow } from '#platform/list/admin-list.store.server.ts'
import { ListPage } from '#platform/list/list-page.tsx'
import { loadList } from '#platform/list/list-route.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { grid, letters, stack } from '#ui/layout.ts'
import { TextField } from '#ui/text-field.tsx'

import type { Route } from './+types/pickups.page'
import { Appointments } from './appointments.tsx'
import { markCollected, markMissed, proposePickup } from './mark-pickup.actions.server.ts'
import { pickupList } from './pickup-list.store.server.ts'
import { savePickupPlace } from './pickup-places.actions.server.ts'
import { maxPickupPlaces, maxSlotsPerDay, slotMinutes } from './pickup.rules.ts'
import { allPlaces } from './pickups.store.server.ts'

const copy = {
  title: 'Pickups',
  search: 'S- or K-number, name or email',
  none: 'Nobody is expected, and nothing is waiting to be picked up.',
  noneFound: 'No pickup matches.',
  one: 'pickup',
  many: 'pickups',
}

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export { alsoAfterConflict as shouldRevalidate } from '#platform/http/after-refusal.ts'

export async function loader(args: Route.LoaderArgs) {
  const { context } = args
  const [loaded, places] = await Promise.all([
    loadList(pickupList, args),
    allPlaces(context.get(servicesContext).db),
  ])
  return { ...loaded, places, today: datesOf(context).isoDay(new Date()) }
}

export const action = pageAction({
  collected: markCollected,
  missed: markMissed,
  propose: proposePickup,
  'save-place': savePickupPlace,
})

type Place = Route.ComponentProps['loaderData']['places'][number]

type Pickup = ListRow<typeof pickupList>

const appointmentsOn =
  (today: string, places: readonly Place[]) => (pickups: readonly Pickup[]) => (
    <Appointments pickups={pickups} places={places.filter(({ isOpen }) => isOpen)} today={today} />
  )

export default function Pickups({ loaderData, actionData }: Route.ComponentProps) {
  const { list, isStale, places, today } = loaderData
  const sent = useFormResult(actionData)
  return (
    <ListPage
      name="pickups"
      {...{ list, isStale, copy }}
      options={{ place: places.map(({ id, name }) => [id, name]) }}
      rowKey={({ id }) => id}
      rows={appointmentsOn(today, places)}
      actions={<a href={paths.pickupList(today)}>Print the list of today (PDF)</a>}
    >
      <PickupPlaces places={places} sent={sent?.intent === 'save-place' ? sent : null} />
    </ListPage>
  )
}

const weekdays = ['1', '2', '3', '4', '5', '6', '0'] as const
const dayName = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

type PlacesProps = { places: readonly Place[]; sent: Sent | null }

/** Where orders are picked up, and at which hours. */
function PickupPlaces({ places, sent }: PlacesProps) {
  const sentFor = (id: string) => sentBy(sent, { place: id })
  return (
    <Block id="pickup-places" title="Places and hours">
      <p>
        Up to {maxPickupPlaces} places, with at most {maxSlotsPerDay} appointments of {slotMinutes}{' '}
        minutes a day, one order each. Agreed appointments stay when hours change.
      </p>
      {places.map((place) => (
        <details key={place.id} open={sentFor(place.id) !== null}>
          <summary className={letters.more}>
            {place.isOpen ? place.name : `${place.name} (closed)`}
          </summary>
          <PlaceForm version={place.version} place={place} sent={sentFor(place.id)} />
        </details>
      ))}
      {places.length < maxPickupPlaces && (
        <details open={places.length === 0 || sentFor('') !== null}>
          <summary className={letters.more}>Add a place</summary>
          <PlaceForm version={places.length} place={null} sent={sentFor('')} />
        </details>
      )}
    </Block>
  )
}

type PlaceProps = { version: number; place: Place | null; sent: Sent | null }

function PlaceForm({ version, place, sent }: PlaceProps) {
  const field = fieldsOf(sent, {
    name: place?.name ?? '',
    address: place?.address ?? '',
    ...Object.fromEntries(
      weekdays.map((day) => [`starts-${day}`, (place?.startTimes[day] ?? []).join(' ')]),
    ),
  })
  const box = boxesOf(sent, { open: place?.isOpen ?? true })
  return (
    <LiveForm {...{ version, sent }} className={stack(2, { width: 40 })} noValidate>
      <input type="hidden" name="place" value={place?.id ?? ''} />
      <input type="hidden" name="version" value={place?.version ?? ''} />
      <TextField label="Name" {...field('name')} />
      <TextField label="Address, as the buyer reads it" {...field('address')} />
      <div className={grid(12, 2)}>
        {weekdays.map((day) => (
          <TextField
            key={day}
            label={dayName[Number(day)]!}
            autoComplete="off"
            {...field(`starts-${day}`)}
          />
        ))}
      </div>
      <p className={letters.note}>Such as 16:00 16:30 17:00; empty is closed.</p>
      <Checkbox value="yes" label="Can be chosen" {...box('open')} />
      <Button
        kind="secondary"
        name="intent"
        value="save-place"
        aria-label={place ? `Save place: ${place.name}` : undefined}
      >
        Save place
      </Button>
    </LiveForm>
  )
}
