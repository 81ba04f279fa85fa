import { readHour } from '#platform/text/typed-hour.rules.ts'

import { maxSlotsPerDay, slotDays, slotMinutes } from './pickup.rules.ts'

/** Start times of slots by weekday, `0` is Sunday. */
export type PickupHours = Partial<Record<string, readonly string[]>>

export type PickupSlot = { placeId: string; from: Date; until: Date }

/** Least hours until an appointment, since the wine has to be brought. */
const leadHours = 12

const dayMs = 24 * 60 * 60_000

/**
 * The free slots of these places in the next weeks, earliest first. A time that a daylight-saving
 * change skips has no slot that day.
 */
export function freeSlots(
  places: readonly { id: string; hours: PickupHours }[],
  taken: readonly { placeId: string; from: Date }[],
  { now, timeZone, isoDay }: { now: Date; timeZone: string; isoDay: (at: Date) => string },
): PickupSlot[] {
  const isTaken = new Set(taken.map(slotKey))
  const earliest = now.getTime() + leadHours * 60 * 60_000
  const today = new Date(`${isoDay(now)}T00:00:00Z`).getTime()
  const slots: PickupSlot[] = []
  for (let ahead = 0; ahead <= slotDays; ahead++) {
    const day = new Date(today + ahead * dayMs)
    for (const { id: placeId, hours } of places) {
      for (const hour of hours[String(day.getUTCDay())] ?? []) {
        const read = readHour(`${day.toISOString().slice(0, 10)}T${hour}`, timeZone)
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
export function readHours(text: string): string[] | null {
  const words = text.split(/[\s,;]+/).filter(Boolean)
  const hours = words.map((word) => {
    const [, hour, minute] = /^(\d{1,2}):(\d{2})$/.exec(word) ?? []
    const isHour = hour !== undefined && Number(hour) < 24 && Number(minute) < 60
    return isHour ? `${hour.padStart(2, '0')}:${minute}` : null
  })
  if (hours.includes(null) || new Set(hours).size < hours.length) return null
  return hours.length > maxSlotsPerDay ? null : (hours as string[]).toSorted()
}
