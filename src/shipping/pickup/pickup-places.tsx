import { Form } from 'react-router'

import { pickupPlaceCopy as copy } from './pickups.copy.ts'
import { wholeNumberIn } from '#platform/form/form-text.rules.ts'
import { maxPickupPlaces } from './pickup.rules.ts'
import type { TypedPlace, ViewedPlaces, WhyNoPlace } from './pickup-places.actions.server.ts'
import { Block } from '#platform/layout/block.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { letters } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'

import styles from './pickups.module.css'

type Place = Extract<ViewedPlaces, { ok: true }>['places'][number]

/** A place that was typed and refused; `id` null for a new one. */
export type PlaceResult = { id: string | null; typed: TypedPlace; reason: WhyNoPlace }

const weekdays = ['1', '2', '3', '4', '5', '6', '0'] as const

/** The place that a form sent, and which one it is about. */
export function readTypedPlace(form: FormData): {
  place: { id: string; version: number } | null
  typed: TypedPlace
} {
  const text = (name: string, most = 400) => String(form.get(name) ?? '').slice(0, most)
  const id = text('place')
  return {
    place: id ? { id, version: wholeNumberIn(text('version')) } : null,
    typed: {
      name: text('name'),
      address: text('address'),
      hours: Object.fromEntries(weekdays.map((day) => [day, text(`hours-${day}`)])),
      isOpen: form.get('open') === 'yes',
    },
  }
}

type Props = { places: readonly Place[]; result: PlaceResult | null }

/** Where orders are picked up, and at which hours. */
export function PickupPlaces({ places, result }: Props) {
  const refused = (id: string | null) => (result?.id === id ? result : null)
  return (
    <Block id="pickup-places" title={copy.title}>
      <p>{copy.intro}</p>
      {places.map((place) => (
        <details key={place.id} open={refused(place.id) !== null}>
          <summary className={letters.more}>
            {place.isOpen ? place.name : copy.closed(place.name)}
          </summary>
          <PlaceForm key={place.version} place={place} refused={refused(place.id)} />
        </details>
      ))}
      {places.length < maxPickupPlaces && (
        <details open={places.length === 0 || refused(null) !== null}>
          <summary className={letters.more}>{copy.add}</summary>
          <PlaceForm key={places.length} place={null} refused={refused(null)} />
        </details>
      )}
    </Block>
  )
}

function PlaceForm({ place, refused }: { place: Place | null; refused: PlaceResult | null }) {
  const shown: TypedPlace = refused?.typed ?? {
    name: place?.name ?? '',
    address: place?.address ?? '',
    hours: Object.fromEntries(weekdays.map((day) => [day, (place?.hours[day] ?? []).join(' ')])),
    isOpen: place?.isOpen ?? true,
  }
  const errorOf = (field: WhyNoPlace) =>
    refused?.reason === field ? copy.errors[field] : undefined
  const general = errorOf('too-many')
  return (
    <Form method="post" className={styles.placeForm} noValidate>
      {place && (
        <>
          <input type="hidden" name="place" value={place.id} />
          <input type="hidden" name="version" value={place.version} />
        </>
      )}
      {general && <Notice tone="bad">{general}</Notice>}
      <TextField
        name="name"
        label={copy.name}
        defaultValue={shown.name}
        error={errorOf('name') ?? errorOf('name-taken')}
      />
      <TextField
        name="address"
        label={copy.address}
        defaultValue={shown.address}
        error={errorOf('address')}
      />
      {errorOf('hours') && <Notice tone="bad">{errorOf('hours')}</Notice>}
      <div className={styles.hours}>
        {weekdays.map((day) => (
          <TextField
            key={day}
            name={`hours-${day}`}
            label={copy.days[Number(day)]!}
            defaultValue={shown.hours[day] ?? ''}
            autoComplete="off"
          />
        ))}
      </div>
      <p className={letters.note}>{copy.hoursHint}</p>
      <Checkbox name="open" value="yes" label={copy.isOpen} defaultChecked={shown.isOpen} />
      <Button
        kind="secondary"
        name="intent"
        value="save-place"
        aria-label={place ? copy.saveOf(place.name) : undefined}
      >
        {copy.save}
      </Button>
    </Form>
  )
}
