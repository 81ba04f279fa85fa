import type { Gift } from './gift.rules.ts'
import { longestGiftNote, readGift } from './gift.rules.ts'

/**
 * What a buyer may type beside the cart: the names that forms and calls of both ways of paying send, and what
 * the description of the calls says of each.
 */
export const typedFields = {
  giftName: 'Another adult at the address, who signs for the wine.',
  giftPhone: 'The phone number of that adult.',
  giftNote: 'Printed on the packing slip.',
} as const

export type TypedField = keyof typeof typedFields
export type Typed = Readonly<Partial<Record<TypedField, string>>>

export const typedFieldNames = Object.keys(typedFields) as TypedField[]

/** What the order keeps of it, with its address. */
export type KeptOfTyped = {
  /** Present where another adult receives it; name and phone of the address stay the buyer's. */
  gift?: Gift
}

/** Why it is not taken, which is lost where the browser has not checked it. */
export const whyNotTypedSentence = {
  'gift-incomplete': `A gift needs its recipient’s name and phone, and a note of at most ${longestGiftNote} letters. Nothing was charged. You can also make the order a gift after it is paid.`,
} as const

export type WhyNotTyped = keyof typeof whyNotTypedSentence

/** The sentence of each field that is wrong. */
export type TypedErrors = Readonly<Partial<Record<TypedField, string | undefined>>>

type ReadTyped =
  | { ok: true; kept: KeptOfTyped }
  | { ok: false; reason: WhyNotTyped; errors: TypedErrors }

/** Reads it; of what is empty nothing is kept. */
export function readTyped({ giftName = '', giftPhone = '', giftNote = '' }: Typed): ReadTyped {
  if (!`${giftName}${giftPhone}${giftNote}`.trim()) return { ok: true, kept: {} }
  const read = readGift({ name: giftName, phone: giftPhone, note: giftNote })
  if (read.ok) return { ok: true, kept: { gift: read.gift } }
  return { ok: false, reason: 'gift-incomplete', errors: byField(read.errors) }
}

const byField = <Of extends Partial<Gift>>({ name, phone, note }: Of) => ({
  ...{ giftName: name, giftPhone: phone, giftNote: note },
})

/** The same as it was typed. */
export const typedOf = ({ gift }: KeptOfTyped): Typed => (gift ? byField(gift) : {})

/** What of it the packing slip says, each below its heading. */
export const printedNotes = ({ gift }: KeptOfTyped): { heading: string; text: string }[] =>
  gift?.note ? [{ heading: 'A note for you', text: gift.note }] : []
