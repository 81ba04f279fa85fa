import type { ShipToProblem } from '#catalogue/destinations/ship-to.rules.ts'
import { addressLines, noAddress } from '#platform/address/address.rules.ts'
import { writtenDate } from '#platform/text/dates.rules.ts'
import { phoneText } from '#platform/text/phone.rules.ts'

import type { ContactBox } from '../consent/consent-kinds.rules.ts'
import { isContactBox } from '../consent/consent-kinds.rules.ts'
import { contactNames } from '../consent/consent.copy.ts'
import { addressProblems } from '../users/address-warnings.rules.ts'
import type { AccountFields, FieldsOf } from './account-form.rules.ts'
import { blockFields } from './account-form.rules.ts'

/** What an account's blocks show while none of them is edited: texts as they stand on the page. */
export type AccountSummary = {
  personal: Omit<FieldsOf<'personal'>, ContactBox>
  /** The member's contact preferences; empty when nothing is chosen. */
  contact: string
  shipping: string[]
  /** Why wine can’t be shipped to the shipping address; empty when it can. */
  problems: ShipToProblem[]
  billing: string[]
}

export function summaryOf(fields: AccountFields, today: string): AccountSummary {
  const personal = blockFields.personal.filter((name) => !isContactBox(name))
  return {
    personal: {
      ...(Object.fromEntries(
        personal.map((name) => [name, fields[name]]),
      ) as AccountSummary['personal']),
      phone: phoneText(fields.phone),
      birthdate: writtenDate(fields.birthdate),
    },
    contact: contactNames(fields).join(', '),
    shipping: addressLines(fields),
    problems: addressProblems(fields, today),
    billing: [
      `${fields.xfirstname} ${fields.xlastname}`,
      ...addressLines({
        ...noAddress,
        address: fields.xaddress,
        addressExtra: fields.xaddressExtra,
        city: fields.xcity,
        state: fields.xstate,
        zipCode: fields.xzipCode,
      }),
    ].filter((line) => line.trim()),
  }
}
