import { formatPrice } from '../money.ts'

/** A technical sheet: what is known of a wine, and nothing else. */
export type SpecSheet = {
  /** The product's id, and the name of its PDF. */
  id: string
  title: string
  place: string
  image: string
  facts: readonly (readonly [label: string, value: string])[]
}

const altamira = 'Paraje Altamira, Uco Valley'

const sheet = (id: string, variety: string, vintage: number, casePrice: number): SpecSheet => ({
  id,
  title: `${vintage} ${variety}`,
  place: altamira,
  image: `bottle-${id}`,
  facts: [
    ['Variety', variety],
    ['Vintage', String(vintage)],
    ['Origin', `${altamira}, Mendoza, Argentina`],
    ['Format', 'Case of three bottles of 750 ml'],
    ['Price', `${formatPrice(casePrice)} the case`],
    ['Release', 'Inaugural release; new wines twice a year, in spring and in fall'],
    ['Sold to', 'Adults of 21 and over, within the United States'],
  ],
})

/** Prices in cents for a case of three (specification, section 9). */
export const specSheets: readonly SpecSheet[] = [
  sheet('malbec-2022', 'Malbec', 2022, 45_000),
  sheet('malbec-2021', 'Malbec', 2021, 55_500),
  sheet('cabernet-sauvignon-2021', 'Cabernet Sauvignon', 2021, 55_500),
]

export const specSheetName = 'Technical sheet'
