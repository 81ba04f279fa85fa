/** Classes of wine by which states tax it. */
export const wineClasses = ['Table wine', 'Dessert wine', 'Sparkling wine', 'Other wine'] as const

/** What reports say of a wine beside what the catalogue has. What is empty or null is not known. */
export type WineFacts = {
  brand: string
  class: string
  /** Percent by volume. */
  alcohol: number | null
  /** Number of the certificate of label approval. */
  cola: string
  country: string
}

/** Longest text of a fact, and of the number of a label's approval. */
export const maxFact = 80
export const maxCola = 20

export const factNames = {
  brand: 'Brand',
  class: 'Class',
  alcohol: 'Alcohol',
  cola: 'COLA number',
  country: 'Country',
} as const satisfies Record<keyof WineFacts, string>

export const factsOf = Object.keys(factNames) as (keyof WineFacts)[]

/** What of it is not known, in the order of the form. */
export const unknownFacts = (facts: WineFacts): (keyof WineFacts)[] =>
  factsOf.filter((name) => facts[name] === '' || facts[name] === null)

/** Percent by volume from 5.0 to 24.0, as `13.5` or `13,5 %`; undefined for anything else, null for nothing. */
export function readAlcohol(typed: string): number | null | undefined {
  if (typed === '') return null
  if (!/^\d{1,2}(?:[.,]\d)? ?%?$/.test(typed)) return undefined
  const percent = Number(typed.replace(',', '.').replace(/ ?%$/, ''))
  return percent >= 5 && percent <= 24 ? percent : undefined
}
