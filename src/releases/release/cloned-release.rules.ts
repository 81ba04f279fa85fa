import type { TypedRelease } from '#catalogue/on-sale/release-form.rules.ts'
import { hourOf } from '#platform/text/typed-hour.rules.ts'

const day = 24 * 60 * 60 * 1_000

/** Half a year of whole weeks: the same hour of the same weekday. */
const halfYear = 26 * 7 * day

/** A typed local time shifted by milliseconds, regardless of daylight-saving changes; empty where it is none. */
function shifted(typed: string, ms: number): string {
  const at = Date.parse(`${typed}Z`)
  return Number.isNaN(at) ? '' : new Date(at + ms).toISOString().slice(0, 16)
}

/** A copy of a release, moved by as many half-years as it takes to open in the future. */
export function clonedRelease(
  typed: TypedRelease,
  { name, now, timeZone }: { name: string; now: Date; timeZone: string },
): TypedRelease {
  const past = Date.parse(`${hourOf(now, timeZone)}Z`) - Date.parse(`${typed.opensAt}Z`)
  const halves = Math.max(1, Math.ceil(past / halfYear))
  const moved = (hour: string) => shifted(hour, halves * halfYear)
  const opensAt = moved(typed.opensAt)
  const isOther = halves % 2 === 1
  return {
    ...typed,
    name,
    season: isOther ? (typed.season === 'spring' ? 'fall' : 'spring') : typed.season,
    year: opensAt.slice(0, 4),
    opensAt,
    closesAt: moved(typed.closesAt),
    promiseUntil: moved(typed.promiseUntil),
    shipsFrom: '',
    shipsUntil: '',
    waves: typed.waves.map((wave) => ({ id: null, name: wave.name, opensAt: moved(wave.opensAt) })),
  }
}

/** The waves of a clone, as long after its opening as those of the source. */
export function wavesFrom(
  source: Pick<TypedRelease, 'opensAt' | 'waves'>,
  opensAt: string,
): TypedRelease['waves'] {
  const by = Date.parse(`${opensAt}Z`) - Date.parse(`${source.opensAt}Z`)
  return source.waves.map(({ name, opensAt: hour }) => ({
    id: null,
    name,
    opensAt: Number.isNaN(by) ? '' : shifted(hour, by),
  }))
}

/** Days until the rest of a release opens, and days for which it is open, by default. */
const rest = { opensIn: 1, openFor: 14 } as const

/** An open release of the remaining wine of another: with its texts, its own hours, no allocations. */
export function restOfRelease(
  typed: TypedRelease,
  { name, wave, now, timeZone }: { name: string; wave: string; now: Date; timeZone: string },
): TypedRelease {
  const whole = `${hourOf(now, timeZone).slice(0, 13)}:00`
  const opensAt = shifted(whole, rest.opensIn * day)
  return {
    ...typed,
    name,
    kind: 'open',
    promise: '',
    year: opensAt.slice(0, 4),
    opensAt,
    closesAt: shifted(opensAt, rest.openFor * day),
    promiseUntil: '',
    announcement: '',
    shipsFrom: '',
    shipsUntil: '',
    waves: [{ id: null, name: wave, opensAt }],
  }
}
