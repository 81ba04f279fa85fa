import { z } from 'zod'

import { whyNotBirthdate } from '../birthdate.ts'
import { accountMessages as says } from '../copy/account.ts'
import { shipToSentence } from '../copy/cart.ts'
import { offersCopy } from '../copy/offers.ts'
import { isEmailAddress, maxEmailLength } from '../email-address.ts'
import { normalisedEmail } from '../normalised-email.ts'
import { tidyName } from '../person-name.ts'
import type { ShipToProblem } from '../ship-to.ts'
import { whyNotShipTo } from '../ship-to.ts'
import { parseState } from '../us-states.ts'

const offerSays = offersCopy.shipTo.errors

const text = () => z.string().trim().max(300, says.tooLong)
const phoneMarks = /[\s().+-]/g

/** Who buys an offer, whatever way it is sent. */
const buyer = (today: string) =>
  z.object({
    name: z
      .string()
      .transform(tidyName)
      .pipe(z.string().min(4, offerSays.name).max(60, offerSays.longName)),
    email: z
      .string()
      .transform(normalisedEmail)
      .pipe(
        z
          .string()
          .min(1, says.required)
          .max(maxEmailLength, says.noMoreThan80)
          .refine(isEmailAddress, says.notAnEmail),
      ),
    phone: z
      .string()
      .transform((typed) => typed.replace(phoneMarks, ''))
      .pipe(
        z
          .string()
          .regex(/^\d*$/, says.onlyNumbers)
          .min(9, says.phoneTooShort)
          .max(15, says.phoneTooLong),
      ),
    birthdate: z
      .string()
      .trim()
      .min(1, offerSays.birthdate)
      .refine((day) => whyNotBirthdate(day, today) !== 'not-a-date', says.notADate)
      .refine((day) => whyNotBirthdate(day, today) !== 'under-21', says.under21),
    statement: z.literal('yes', offerSays.statement),
  })

/** Where it goes: complete here, and judged by the ship-to rules as one. */
const destination = z.object({
  address: text().min(8, says.addressTooShort),
  addressExtra: text(),
  city: text().min(2, says.atLeast2),
  state: z.string().refine((code) => parseState(code) !== null, says.notAState),
  zipCode: z
    .string()
    .trim()
    .regex(/^\d{5}(-\d{4})?$/, offerSays.zipCode),
})

const nowhere = { address: '', addressExtra: '', city: '', state: '', zipCode: '' }

export const shipToFields = [
  'name',
  'email',
  'phone',
  'birthdate',
  'statement',
  'pickup',
  'address',
  'addressExtra',
  'city',
  'state',
  'zipCode',
] as const

export type ShipToField = (typeof shipToFields)[number]
export type ShipToValues = Record<ShipToField, string>
export type ShipToErrors = Partial<Record<ShipToField, string>>

/** A guest, as checked: an address that wine may go to, or none where they pick it up. */
export type OfferShipTo = {
  isPickup: boolean
  name: string
  email: string
  phone: string
  birthdate: string
} & typeof nowhere

/** The field that each refusal of an address is said at. */
const fieldOf = {
  'no-address': 'address',
  'po-box': 'address',
  'state-not-served': 'state',
  'zip-not-in-state': 'zipCode',
  'zip-not-served': 'zipCode',
} as const satisfies Record<ShipToProblem, ShipToField>

export type CheckedShipTo =
  | { ok: true; shipTo: OfferShipTo }
  | { ok: false; errors: ShipToErrors; problem: ShipToProblem | null }

/** Checks what a guest says of themselves and of where the wine goes, on that day. */
export function checkShipTo(values: Partial<ShipToValues>, on: Date): CheckedShipTo {
  const isPickup = Boolean(values.pickup)
  const given = { ...emptyShipTo, ...values }
  const person = buyer(on.toISOString().slice(0, 10)).safeParse(given)
  const place = isPickup ? null : destination.safeParse(given)
  if (!person.success || place?.success === false) {
    const errors = { ...errorsOf(place?.error), ...errorsOf(person.error) }
    return { ok: false, errors, problem: null }
  }
  const { statement: _statement, ...checked } = person.data
  const to = place?.data ?? nowhere
  const shipTo = { ...checked, ...to, state: parseState(to.state) ?? '', isPickup }
  const problem = isPickup ? null : whyNotShipTo(shipTo, on)
  if (!problem) return { ok: true, shipTo }
  return { ok: false, errors: { [fieldOf[problem]]: shipToSentence[problem] }, problem }
}

/** The first thing wrong with each field. */
function errorsOf(error: z.ZodError | undefined): ShipToErrors {
  const errors: ShipToErrors = {}
  for (const issue of error?.issues ?? []) errors[issue.path[0] as ShipToField] ??= issue.message
  return errors
}

export const emptyShipTo: ShipToValues = Object.fromEntries(
  shipToFields.map((field) => [field, '']),
) as ShipToValues

/** The fields out of a posted form. */
export const readShipTo = (form: FormData): ShipToValues =>
  Object.fromEntries(
    shipToFields.map((field) => [field, String(form.get(field) ?? '')]),
  ) as ShipToValues

/** True when a posted form or payload says anything of a destination. */
export const saysShipTo = (body: Record<string, unknown>): boolean =>
  shipToFields.some((field) => typeof body[field] === 'string' && body[field] !== '')
