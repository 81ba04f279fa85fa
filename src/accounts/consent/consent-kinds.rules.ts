export const consentKinds = ['email', 'calls'] as const
export type ConsentKind = (typeof consentKinds)[number]

/** The boxes of an account that say how its owner may be contacted, and the consent that each gives. */
export const contactBoxes = { byEmail: 'email', byPhone: 'calls' } as const satisfies Record<
  string,
  ConsentKind
>
export type ContactBox = keyof typeof contactBoxes

export const contactBoxNames = Object.keys(contactBoxes) as ContactBox[]

export const isContactBox = (field: string): field is ContactBox =>
  Object.hasOwn(contactBoxes, field)

export const byContactBox = <Value>(valueOf: (box: ContactBox) => Value) =>
  Object.fromEntries(contactBoxNames.map((box) => [box, valueOf(box)])) as Record<ContactBox, Value>
