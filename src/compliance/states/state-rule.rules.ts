import { bottleMl, limitMl } from '#catalogue/destinations/state-rules/state-rules.rules.ts'
import { wholeNumberIn } from '#platform/form/form-text.rules.ts'
import { addDays } from '#shipping/readiness/dispatch-days.rules.ts'

type Version = {
  id: string
  from: string
  until: string | null
  confirmedAt: Date | null
}

export type StageOfVersion = 'in-force' | 'below' | 'planned' | 'proposed' | 'past'

/** How a version stands on a day of its state; `inForce` is the id of the one that applies. `below`: another applies first. */
export function stageOfVersion(
  { id, from, until, confirmedAt }: Version,
  { today, inForce }: { today: string; inForce: string | null },
): StageOfVersion {
  if (confirmedAt === null) return 'proposed'
  if (id === inForce) return 'in-force'
  if (until !== null && until <= today) return 'past'
  return from > today ? 'planned' : 'below'
}

/** The first day on which what began on that day can no longer hold: a version holds on one day at least. */
export const earliestEnd = (from: string, today: string): string =>
  from < today ? today : addDays(from, 1)

export const volumeUnits = ['bottles', 'ml'] as const
export type VolumeUnit = (typeof volumeUnits)[number]

/** A volume as it is typed, in ml; null is none, `wrong` a volume that no rule may have. */
export function typedMl(typed: string, unit: VolumeUnit): number | null | 'wrong' {
  if (typed === '') return null
  const number = wholeNumberIn(typed.replaceAll(',', ''))
  if (number === null) return 'wrong'
  const ml = unit === 'bottles' ? number * bottleMl : number
  return ml < limitMl.least || ml > limitMl.most ? 'wrong' : ml
}
