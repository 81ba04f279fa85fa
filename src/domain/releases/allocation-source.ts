/** What a person's allocation of an earlier release is taken over as. */
export const earlierUnits = ['allocated', 'bought'] as const
export type EarlierUnits = (typeof earlierUnits)[number]

export const isEarlierUnits = (text: string): text is EarlierUnits =>
  (earlierUnits as readonly string[]).includes(text)
