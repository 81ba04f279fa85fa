import { isCalendarDay } from '#platform/text/dates.rules.ts'
import type { Cents } from '#platform/text/money.rules.ts'

/** A claim as staff type it. */
type TypedClaim = {
  claimNumber: string
  amount: string
  paidOn: string
  refusedOn: string
  refusal: string
}

/** A claim that was read. The carrier pays it, refuses it, or has not answered yet. */
export type ClaimFields = {
  claimNumber: string
  amountCents: Cents | null
  paidOn: string | null
  refusedOn: string | null
  refusal: string
}

type ReadClaim = { ok: true; claim: ClaimFields } | { ok: false; field: keyof TypedClaim }

export const maxNumber = 60

/** Longest reason of a carrier, as staff note it. */
export const maxRefusal = 200

/** Reads a claim, which is paid or refused on a calendar day from when its order was placed until today. */
export function readClaim(
  typed: TypedClaim,
  { orderedOn, today }: { orderedOn: string; today: string },
): ReadClaim {
  const isInTime = (day: string) => isCalendarDay(day) && day >= orderedOn && day <= today
  const claimNumber = typed.claimNumber.trim()
  if (!claimNumber || claimNumber.length > maxNumber) return { ok: false, field: 'claimNumber' }
  const amountCents = centsIn(typed.amount)
  if (amountCents === undefined) return { ok: false, field: 'amount' }
  const paidOn = typed.paidOn.trim() || null
  const isPaidDay = paidOn === null || (isInTime(paidOn) && amountCents !== null)
  if (!isPaidDay) return { ok: false, field: 'paidOn' }
  const refusedOn = typed.refusedOn.trim() || null
  const isRefusedDay = refusedOn === null || (isInTime(refusedOn) && paidOn === null)
  if (!isRefusedDay) return { ok: false, field: 'refusedOn' }
  const refusal = typed.refusal.trim()
  if (refusal.length > maxRefusal || (refusal && refusedOn === null)) {
    return { ok: false, field: 'refusal' }
  }
  return { ok: true, claim: { claimNumber, amountCents, paidOn, refusedOn, refusal } }
}

/** Cents of an amount; null when empty, `undefined` when invalid. */
function centsIn(text: string): Cents | null | undefined {
  const bare = text.trim().replace(/^\$/, '').replaceAll(',', '')
  if (bare === '') return null
  const [, dollars, cents = '00'] = /^(\d{1,6})(?:\.(\d{2}))?$/.exec(bare) ?? []
  return dollars === undefined ? undefined : Number(dollars + cents)
}
