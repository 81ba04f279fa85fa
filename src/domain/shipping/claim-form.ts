import { isCalendarDay } from '#domain/dates.ts'
import type { Cents } from '#domain/money.ts'

/** A claim as staff type it. */
export type TypedClaim = { claimNumber: string; amount: string; paidOn: string }

export type ReadClaim =
  | { ok: true; claim: { claimNumber: string; amountCents: Cents | null; paidOn: string | null } }
  | { ok: false; field: keyof TypedClaim }

const maxNumber = 60

/** Reads a claim; `today` is the calendar day on which it is typed, and the last day it can be paid. */
export function readClaim(typed: TypedClaim, today: string): ReadClaim {
  const claimNumber = typed.claimNumber.trim()
  if (!claimNumber || claimNumber.length > maxNumber) return { ok: false, field: 'claimNumber' }
  const amountCents = centsIn(typed.amount)
  if (amountCents === undefined) return { ok: false, field: 'amount' }
  const paidOn = typed.paidOn.trim() || null
  const isPaidDay =
    paidOn === null || (isCalendarDay(paidOn) && paidOn <= today && amountCents !== null)
  if (!isPaidDay) return { ok: false, field: 'paidOn' }
  return { ok: true, claim: { claimNumber, amountCents, paidOn } }
}

/** `undefined` for what is no amount. */
function centsIn(text: string): Cents | null | undefined {
  const bare = text.trim().replace(/^\$/, '').replaceAll(',', '')
  if (bare === '') return null
  const [, dollars, cents = '00'] = /^(\d{1,6})(?:\.(\d{2}))?$/.exec(bare) ?? []
  return dollars === undefined ? undefined : Number(dollars + cents)
}
