const collator = new Intl.Collator('en')

/** Compares names for sorting, the same in every browser and on the server. */
export const inOrder = (one: string, other: string): number => collator.compare(one, other)
