import { fieldMessages } from '#platform/form/fields.copy.ts'
import { typedLine, typedText } from '#platform/text/typed-text.rules.ts'

/** Another adult at the address, who signs for the wine, and what is printed for them on the packing slip. */
export type Gift = { name: string; phone: string; note: string }

/** Its fields as the cart and calls send them. */
export const giftFieldNames = {
  name: 'giftName',
  phone: 'giftPhone',
  note: 'giftNote',
} as const satisfies Record<keyof Gift, string>

type GiftField = keyof typeof giftFieldNames
export const giftFieldOrder = Object.keys(giftFieldNames) as GiftField[]

/** As it is typed in the cart; nothing where it is no gift. */
export type TypedGift = Readonly<Partial<Record<GiftField, string>>>

/** A value for each of its fields. */
export const eachGiftField = <Value>(of: (field: GiftField) => Value) =>
  Object.fromEntries(giftFieldOrder.map((field) => [field, of(field)])) as Record<GiftField, Value>

export const longestRecipient = 60
export const longestGiftNote = 200

type ReadGift =
  | { ok: true; gift: Gift }
  | { ok: false; errors: Partial<Record<keyof Gift, string>> }

/** Reads a gift as it is typed; the sentence of each field that is wrong. */
export function readGift(typed: Readonly<Record<keyof Gift, string>>): ReadGift {
  const gift = {
    name: typedLine(typed.name),
    phone: typed.phone.replaceAll(/[\s().+-]/g, ''),
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

/** What is typed into the fold of a cart: nothing where it is no gift. */
export function giftOfCart(typed: TypedGift): Gift | null | 'incomplete' {
  const { name = '', phone = '', note = '' } = typed
  if (!`${name}${phone}${note}`.trim()) return null
  const read = readGift({ name, phone, note })
  return read.ok ? read.gift : 'incomplete'
}

/** Whose name and phone are on the label: those of the recipient of a gift, else the buyer's. */
export const recipientOf = (to: { name: string; phone: string; gift?: Gift }) => {
  const { name, phone } = to.gift ?? to
  return { name, phone }
}
