import { z } from 'zod'

import { fieldMessages } from '#platform/form/fields.copy.ts'
import { typedLine, typedText } from '#platform/text/typed-text.rules.ts'

/** Another adult at the address, who signs for the wine, and what is printed for them on the packing slip. */
export type Gift = { name: string; phone: string; note: string }

export const longestRecipient = 60
export const longestGiftNote = 200

const phoneMarks = /[\s().+-]/g

export const giftForm = z.object({
  name: z
    .string(fieldMessages.atLeast2)
    .overwrite(typedLine)
    .min(2, fieldMessages.atLeast2)
    .max(longestRecipient, `No more than ${longestRecipient} letters`),
  phone: z
    .string(fieldMessages.phoneTooShort)
    .overwrite((typed) => typed.replaceAll(phoneMarks, ''))
    .regex(/^\d*$/, fieldMessages.onlyNumbers)
    .min(9, fieldMessages.phoneTooShort)
    .max(15, fieldMessages.phoneTooLong),
  // Browsers count a line break as one character, and send two.
  note: z
    .string()
    .overwrite((typed) => typedText(typed.replaceAll('\r\n', '\n')))
    .max(longestGiftNote, `No more than ${longestGiftNote} letters`)
    .default(''),
})

/** Whose name and phone are on the label: those of the recipient of a gift, else the buyer's. */
export const recipientOf = (to: { name: string; phone: string; gift?: Gift }) => {
  const { name, phone } = to.gift ?? to
  return { name, phone }
}
