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
type ClaimFields = {
  claimNumber: string
  amountCents: Cents | null
  paidOn: string | null
  refusedOn: string | null
  refusal: string
}

type ReadClaim = { ok: true; claim: ClaimFields } | { ok: false; field: keyof TypedClaim }

const maxNumber = 60

/** Longest reason of a carrier, as staff note it. */
export const maxRefusal = 200

/** Reads a claim; `today` is the calendar day on which it is typed, and the last day it can be paid or refused. */
export function readClaim(typed: TypedClaim, today: string): ReadClaim {
  const claimNumber = typed.claimNumber.trim()
  if (!claimNumber || claimNumber.length > maxNumber) return { ok: false, field: 'claimNumber' }
  const amountCents = centsIn(typed.amount)
  if (amountCents === undefined) return { ok: false, field: 'amount' }
  const paidOn = typed.paidOn.trim() || null
  const isPaidDay =
    paidOn === null || (isCalendarDay(paidOn) && paidOn <= today && amountCents !== null)
  if (!isPaidDay) return { ok: false, field: 'paidOn' }
  const refusedOn = typed.refusedOn.trim() || null
  const isRefusedDay =
    refusedOn === null || (isCalendarDay(refusedOn) && refusedOn <= today && paidOn === null)
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
