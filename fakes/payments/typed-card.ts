/*
 * Validation of a typed card. The source of these functions is also sent to the browser, for the
 * fields of the card panel: they may call each other and nothing else.
 */

export type Brand = 'visa' | 'mastercard' | 'amex' | 'discover'

export function brandOf(number: string): Brand {
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard'
  if (/^3[47]/.test(number)) return 'amex'
  if (/^(6011|65|64[4-9])/.test(number)) return 'discover'
  return 'visa'
}

export function isLuhnValid(number: string): boolean {
  let sum = 0
  for (let at = 0; at < number.length; at++) {
    const digit = Number(number[number.length - 1 - at])
    const doubled = at % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return number.length > 0 && sum % 10 === 0
}

export type CardFields = { number: string; expMonth: number; expYear: number; cvc: string }

type CardFieldError = {
  field: 'card' | 'expiry' | 'cvc'
  code:
    | 'incomplete_number'
    | 'invalid_number'
    | 'incomplete_expiry'
    | 'invalid_expiry_year_past'
    | 'invalid_expiry_month'
    | 'incomplete_cvc'
  message: string
}

type TypedCard = { card: string; expiry: string; cvc: string }

/** Validates a typed card as Stripe's fields do; returns every error with Stripe's message. */
export function readTypedCard(
  typed: TypedCard,
  now: Date,
): { ok: true; fields: CardFields } | { ok: false; errors: CardFieldError[] } {
  const number = typed.card.replace(/[\s-]/g, '')
  const errors: CardFieldError[] = []
  if (!/^\d+$/.test(number) || number.length < 13) {
    errors.push({
      field: 'card',
      code: 'incomplete_number',
      message: 'Your card number is incomplete.',
    })
  } else if (number.length > 19 || !isLuhnValid(number)) {
    errors.push({ field: 'card', code: 'invalid_number', message: 'Your card number is invalid.' })
  }
  const expiry = /^\s*(\d{1,2})\s*[/\-\s]\s*(\d{2}|20\d{2})\s*$|^\s*(\d{2})(\d{2})\s*$/.exec(
    typed.expiry,
  )
  const expMonth = Number(expiry?.[1] ?? expiry?.[3])
  const expYear = (Number(expiry?.[2] ?? expiry?.[4]) % 100) + 2000
  if (!expiry) {
    errors.push({
      field: 'expiry',
      code: 'incomplete_expiry',
      message: "Your card's expiration date is incomplete.",
    })
  } else if (expMonth < 1 || expMonth > 12) {
    errors.push({
      field: 'expiry',
      code: 'invalid_expiry_month',
      message: "Your card's expiration date is invalid.",
    })
  } else if (expYear * 12 + expMonth < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1) {
    errors.push({
      field: 'expiry',
      code: 'invalid_expiry_year_past',
      message: "Your card's expiration year is in the past.",
    })
  }
  const cvc = typed.cvc.trim()
  const cvcLength = brandOf(number) === 'amex' ? 4 : 3
  if (!/^\d+$/.test(cvc) || cvc.length !== cvcLength) {
    errors.push({
      field: 'cvc',
      code: 'incomplete_cvc',
      message: "Your card's security code is incomplete.",
    })
  }
  return errors.length > 0
    ? { ok: false, errors }
    : { ok: true, fields: { number, expMonth, expYear, cvc } }
}
