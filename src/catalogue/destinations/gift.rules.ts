import { fieldMessages } from '#platform/form/fields.copy.ts'
import { typedPhone } from '#platform/text/phone.rules.ts'
import { typedLine, typedText } from '#platform/text/typed-text.rules.ts'

/** Another adult at the address, who signs for the wine, and what is printed for them on the packing slip. */
export type Gift = { name: string; phone: string; note: string }

export const longestRecipient = 60
export const longestGiftNote = 200

type ReadGift =
  | { ok: true; gift: Gift }
  | { ok: false; errors: Partial<Record<keyof Gift, string>> }

/** Reads a gift as it is typed; the sentence of each field that is wrong. */
export function readGift(typed: Readonly<Record<keyof Gift, string>>): ReadGift {
  const gift = {
    name: typedLine(typed.name),
    phone: typedPhone(typed.phone),
    // Browsers count a line break as one character, and send two.
    note: typedText(typed.note.replaceAll('\r\n', '\n')),
  }
  const wrong = {
    name:
      (gift.name.length < 2 && fieldMessages.atLeast2) ||
      (gift.name.length > longestRecipient && `No more than ${longestRecipient} letters`),
    phone:
      (!/^\d*$/.test(gift.phone) && fieldMessages.onlyNumbers) ||
      (gift.phone.length < 9 && fieldMessages.phoneTooShort) ||
      (gift.phone.length > 15 && fieldMessages.phoneTooLong),
    note: gift.note.length > longestGiftNote && `No more than ${longestGiftNote} letters`,
  }
  const errors = Object.fromEntries(Object.entries(wrong).filter(([, sentence]) => sentence))
  return Object.keys(errors).length === 0 ? { ok: true, gift } : { ok: false, errors }
}

/** Whose name and phone are on the label: those of the recipient of a gift, else the buyer's. */
export const recipientOf = (to: { name: string; phone: string; gift?: Gift }) => {
  const { name, phone } = to.gift ?? to
  return { name, phone }
}
