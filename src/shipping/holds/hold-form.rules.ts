import { isOneOf } from '#platform/text/one-of.rules.ts'
import { readHour } from '#platform/text/typed-hour.rules.ts'

import type { HoldReason } from './holds.rules.ts'
import { holdReasons } from './holds.rules.ts'

export type HoldFields = {
  places: string
  reason: HoldReason
  from: Date
  until: Date | null
  note: string
}

export type ReadHoldForm =
  | { ok: true; request: HoldFields }
  | { ok: false; field: 'reason' | 'from' | 'until'; reason: 'no-reason' | 'no-day' }

/** Reads the form of a shipment hold; its days begin at midnight in the shop's time zone. */
export function readHoldForm(form: FormData, timeZone: string): ReadHoldForm {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const reason = text('reason')
  if (!isOneOf(holdReasons, reason)) return { ok: false, field: 'reason', reason: 'no-reason' }
  const from = readHour(`${text('from')}T00:00`, timeZone)
  if (!from.ok) return { ok: false, field: 'from', reason: 'no-day' }
  const until = text('until') === '' ? null : readHour(`${text('until')}T00:00`, timeZone)
  if (until && !until.ok) return { ok: false, field: 'until', reason: 'no-day' }
  return {
    ok: true,
    request: {
      places: text('places').slice(0, 1_000),
      reason,
      from: from.at,
      until: until ? until.at : null,
      note: text('note'),
    },
  }
}
