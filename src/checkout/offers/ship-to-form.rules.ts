import { z } from 'zod'

import { addressWarnings } from '#accounts/users/address-warnings.rules.ts'
import { whyNotBirthdate } from '#accounts/users/birthdate.rules.ts'
import { completeAddress } from '#catalogue/destinations/address-form.rules.ts'
import { shipToSentence } from '#catalogue/destinations/ship-to.copy.ts'
import type { ShipToProblem } from '#catalogue/destinations/ship-to.rules.ts'
import { fieldOfProblem, whyNotShipTo } from '#catalogue/destinations/ship-to.rules.ts'
import type { Address } from '#platform/address/address.rules.ts'
import { addressFields, noAddress } from '#platform/address/address.rules.ts'
import { fieldMessages as messages } from '#platform/form/fields.copy.ts'
import { textsOf } from '#platform/form/form-text.rules.ts'
import {
  isEmailAddress,
  maxEmailLength,
  normalisedEmail,
} from '#platform/text/email-address.rules.ts'
import { typedPhone } from '#platform/text/phone.rules.ts'
import { typedLine } from '#platform/text/typed-text.rules.ts'

import { offersCopy } from './offers.copy.ts'

const offerSays = offersCopy.shipTo.errors

/** The buyer of an offer, for every shipping method. */
const buyer = (today: string) =>
  z.object({
    name: z
      .string()
      .transform(typedLine)
      .pipe(z.string().min(4, offerSays.name).max(60, offerSays.longName)),
    email: z
      .string()
      .transform(normalisedEmail)
      .pipe(
        z
          .string()
          .min(1, messages.required)
          .max(maxEmailLength, messages.noMoreThan80)
          .refine(isEmailAddress, messages.notAnEmail),
      ),
    phone: z
      .string()
      .transform(typedPhone)
      .pipe(
        z
          .string()
          .regex(/^\d*$/, messages.onlyNumbers)
          .min(9, messages.phoneTooShort)
          .max(15, messages.phoneTooLong),
      ),
    birthdate: z
      .string()
      .trim()
      .min(1, offerSays.birthdate)
      .refine((day) => whyNotBirthdate(day, today) !== 'not-a-date', messages.notADate)
      .refine((day) => whyNotBirthdate(day, today) !== 'wrong-year', messages.wrongYear)
      .refine((day) => whyNotBirthdate(day, today) !== 'under-21', messages.under21),
    statement: z.literal('yes', offerSays.statement),
  })

const shipToFields = [
  'name',
  'email',
  'phone',
  'birthdate',
  'statement',
  'pickup',
  ...addressFields,
] as const

export type ShipToField = (typeof shipToFields)[number]
export type ShipToValues = Record<ShipToField, string>
export type ShipToErrors = Partial<Record<ShipToField, string>>

/** A validated guest: an address that may be served, or blank address fields for pickup. */
export type OfferShipTo = Address & {
  isPickup: boolean
  name: string
  email: string
  phone: string
  birthdate: string
}

type CheckedShipTo =
  | { ok: true; shipTo: OfferShipTo }
  | { ok: false; errors: ShipToErrors; problem: ShipToProblem | null }

/** Validates a guest's details and ship-to address on that day. */
export function checkShipTo(values: Partial<ShipToValues>, day: string): CheckedShipTo {
  const isPickup = Boolean(values.pickup)
  const given = { ...emptyShipTo, ...values }
  const person = buyer(day).safeParse(given)
  const place = isPickup ? null : completeAddress.safeParse(given)
  if (!person.success || place?.success === false) {
    // What wine would meet there is said at once, not only after the rest is right.
    const errors = {
      ...(place && warningsOf(given, day)),
      ...errorsOf(place?.error),
      ...errorsOf(person.error),
    }
    return { ok: false, errors, problem: null }
  }
  const { statement: _statement, ...checked } = person.data
  const shipTo = { ...checked, ...(place?.data ?? noAddress), isPickup }
  const problem = isPickup ? null : whyNotShipTo(shipTo, day)
  if (!problem) return { ok: true, shipTo }
  return { ok: false, errors: { [fieldOfProblem[problem]]: shipToSentence[problem] }, problem }
}

/** Why wine could not be shipped there, by field, as far as it is filled in. */
const warningsOf = (given: ShipToValues, day: string): ShipToErrors =>
  Object.fromEntries(
    Object.entries(addressWarnings(given, day)).map(([field, problem]) => [
      field,
      shipToSentence[problem],
    ]),
  )

/** The first error of each field. */
function errorsOf(error: z.ZodError | undefined): ShipToErrors {
  const errors: ShipToErrors = {}
  for (const issue of error?.issues ?? []) errors[issue.path[0] as ShipToField] ??= issue.message
  return errors
}

export const emptyShipTo: ShipToValues = Object.fromEntries(
  shipToFields.map((field) => [field, '']),
) as ShipToValues

/** Reads the fields of a posted form. */
export const readShipTo = (form: FormData): ShipToValues => textsOf(form, shipToFields)

/** True when a posted form or payload has any ship-to field. */
export const isShipToGiven = (body: Record<string, unknown>): boolean =>
  shipToFields.some((field) => typeof body[field] === 'string' && body[field] !== '')
