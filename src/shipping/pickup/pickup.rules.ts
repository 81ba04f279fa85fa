import { readHour } from '#platform/text/typed-hour.rules.ts'

import { addDays, weekdayOf } from '../readiness/dispatch-days.rules.ts'
import { isFederalHoliday } from './federal-holidays.rules.ts'

export const pickupStates = ['proposed', 'agreed', 'collected', 'missed'] as const

export const maxPickupPlaces = 5
export const maxSlotsPerDay = 20

/** Minutes of one appointment. */
export const slotMinutes = 30

/** How many days ahead a slot can be chosen. */
export const slotDays = 21

/** Documents that prove age; only the kind is kept, never a number. */
export const documentName = {
  'driving-licence': 'Driver’s license',
  'state-id': 'State ID',
  passport: 'Passport',
  'military-id': 'Military ID',
} as const

export const isDocumentKind = (text: string): text is keyof typeof documentName =>
  Object.hasOwn(documentName, text)

/** Start times of slots by weekday, `0` is Sunday. */
type StartTimes = Partial<Record<string, readonly string[]>>

export type PickupSlot = { placeId: string; from: Date; until: Date }

/** Least hours until an appointment, since the wine has to be brought. */
const leadHours = 12

/**
 * The free slots of these places in the next weeks, earliest first; none on federal holidays. A time that a
 * daylight-saving change skips has no slot that day.
 */
export function freeSlots(
  places: readonly { id: string; startTimes: StartTimes }[],
  taken: readonly { placeId: string; from: Date }[],
  { now, timeZone, isoDay }: { now: Date; timeZone: string; isoDay: (at: Date) => string },
): PickupSlot[] {
  const isTaken = new Set(taken.map(slotKey))
  const earliest = now.getTime() + leadHours * 60 * 60_000
  const slots: PickupSlot[] = []
  for (let ahead = 0; ahead <= slotDays; ahead++) {
    const day = addDays(isoDay(now), ahead)
    if (isFederalHoliday(day)) continue
    for (const { id: placeId, startTimes } of places) {
      for (const time of startTimes[String(weekdayOf(day))] ?? []) {
        const read = readHour(`${day}T${time}`, timeZone)
        if (!read.ok) continue
        const from = read.at
        const slot = { placeId, from, until: new Date(from.getTime() + slotMinutes * 60_000) }
        if (from.getTime() >= earliest && !isTaken.has(slotKey(slot))) slots.push(slot)
      }
    }
  }
  return slots.toSorted((a, b) => a.from.getTime() - b.from.getTime())
}

/** A slot as a form sends it. */
export const slotKey = ({ placeId, from }: Pick<PickupSlot, 'placeId' | 'from'>): string =>
  `${placeId}|${from.toISOString()}`

/** Reads times as staff type them: `16:00, 16:30`. Null when one is invalid or repeated, or too many. */
export function readStartTimes(text: string): string[] | null {
  const words = text.split(/[\s,;]+/).filter(Boolean)
  const times = words.map((word) => {
    const [, hour, minute] = /^(\d{1,2}):(\d{2})$/.exec(word) ?? []
    const isTime = hour !== undefined && Number(hour) < 24 && Number(minute) < 60
    return isTime ? `${hour.padStart(2, '0')}:${minute}` : null
  })
  if (times.includes(null) || new Set(times).size < times.length) return null
  return times.length > maxSlotsPerDay ? null : (times as string[]).toSorted()
}
