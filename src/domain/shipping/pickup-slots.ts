import { readHour } from '#domain/typed-hour.ts'

import { addDays } from './dispatch-days.ts'
import { maxSlotsPerDay, slotDays, slotMinutes } from './pickup.ts'

/** The beginnings of appointments by weekday; `0` is Sunday. */
export type PickupHours = Partial<Record<string, readonly string[]>>

export type Slot = { from: Date; until: Date }

/**
 * The appointments of a place in the next weeks, from the day after `today`. An hour that the clocks
 * skip in spring has none.
 */
export function slotsOf(hours: PickupHours, today: string, timeZone: string): Slot[] {
  return Array.from({ length: slotDays }, (_, index) => addDays(today, index + 1)).flatMap(
    (day) => {
      const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
      return (hours[String(weekday)] ?? []).flatMap((hour) => {
        const read = readHour(`${day}T${hour}`, timeZone)
        if (!read.ok) return []
        return [{ from: read.at, until: new Date(read.at.getTime() + slotMinutes * 60_000) }]
      })
    },
  )
}

const dayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

export type ReadHours = { ok: true; hours: Record<string, string[]> } | { ok: false; wrong: string }

/** Reads hours as staff type them, one weekday a line: `Fri 16:00, 16:30`. */
export function readHours(text: string): ReadHours {
  const hours: Record<string, string[]> = {}
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (!line) continue
    const [, name = '', rest = ''] = /^([a-z]{3})[a-z]*[:\s]+(.*)$/i.exec(line) ?? []
    const weekday = dayNames.indexOf(name.toLowerCase() as (typeof dayNames)[number])
    const times = rest.split(/[,;\s]+/).filter(Boolean)
    const isRead = times.every((time) => /^([01]\d|2[0-3]):[0-5]\d$/.test(time))
    if (weekday < 0 || times.length === 0 || !isRead) return { ok: false, wrong: line }
    const all = [...new Set([...(hours[weekday] ?? []), ...times])].toSorted()
    if (all.length > maxSlotsPerDay) return { ok: false, wrong: line }
    hours[weekday] = all
  }
  return { ok: true, hours }
}

/** The hours as staff type them. */
export const writtenHours = (hours: PickupHours): string =>
  dayNames
    .flatMap((name, weekday) => {
      const times = hours[String(weekday)]
      return times?.length ? [`${name[0]!.toUpperCase()}${name.slice(1)} ${times.join(', ')}`] : []
    })
    .join('\n')
