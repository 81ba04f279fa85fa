import type { ReleaseFields } from '#catalogue/on-sale/release-form.rules.ts'
import type { StoredState } from '#catalogue/on-sale/release.rules.ts'
import { phaseOf } from '#catalogue/on-sale/release.rules.ts'
import type { WineRelease } from '#catalogue/on-sale/wine-release.rules.ts'

/** Whom a preview shows the release as: a visitor, a customer without allocation, or one of a wave. */
export type PreviewedAs =
  | { kind: 'visitor' }
  | { kind: 'nobody' }
  | { kind: 'wave'; waveId: string }

type Previewed = {
  id: string
  state: StoredState
  pauseReason: string
  fields: Omit<ReleaseFields, 'waves'> & { waves: readonly { id: string; opensAt: Date }[] }
}

/**
 * The release as a buyer who has bought nothing would see it at a moment; a draft as if it were
 * scheduled. `units` is the allocation of the wine in the wave.
 */
export function previewRelease(
  { id, state, pauseReason, fields }: Previewed,
  { as, at, units }: { as: PreviewedAs; at: Date; units: number },
): WineRelease {
  const { name, kind, promise, opensAt, closesAt, promiseUntil } = fields
  const phase = phaseOf({ state: state === 'draft' ? 'scheduled' : state, opensAt, closesAt }, at)
  const wave = as.kind === 'wave' ? fields.waves.find((one) => one.id === as.waveId) : undefined
  const usableFrom = wave && new Date(Math.max(wave.opensAt.getTime(), opensAt.getTime()))
  const isUsable = usableFrom !== undefined && phase === 'open' && usableFrom <= at
  const keptUntil = promise === 'guaranteed' ? (promiseUntil ?? closesAt) : null
  const own = kind === 'allocated' && usableFrom !== undefined && units > 0
  return {
    id,
    name,
    kind,
    promise,
    phase: phase === 'draft' ? 'before' : phase,
    opensAt: opensAt.toISOString(),
    closesAt: closesAt.toISOString(),
    banner: fields.banner,
    announcement: fields.announcement,
    text: fields.text,
    pauseReason,
    shipsFrom: fields.shipsFrom,
    own: own
      ? {
          units,
          bought: 0,
          left: units,
          usable: isUsable ? units : 0,
          opensAt: usableFrom > at ? usableFrom.toISOString() : null,
          keptUntil: keptUntil !== null && keptUntil > at ? keptUntil.toISOString() : null,
          takesMore: false,
          askedMore: 0,
          isAnsweredHere: false,
        }
      : null,
    isRehearsal: false,
  }
}
