import { ourWinesCopy } from '../wines/our-wines.copy.ts'

/** A technical sheet: what is known of a wine, and nothing else. */
export type SpecSheet = {
  /** The product's id, and the name of its PDF. */
  id: string
  title: string
  place: string
  /** A few sentences on the wine, as the shop says them. */
  story: string
  facts: readonly (readonly [label: string, value: string])[]
}

const altamira = 'Paraje Altamira, Uco Valley'

const sheet = (id: string, variety: string, vintage: number, story: string): SpecSheet => ({
  id,
  title: `${vintage} ${variety}`,
  place: altamira,
  story,
  facts: [
    ['Variety', variety],
    ['Vintage', String(vintage)],
    ['Origin', `${altamira}, Mendoza, Argentina`],
    ['Format', 'Case of three bottles of 750 ml'],
    ['Release', 'Inaugural; new wines in spring and in fall'],
  ],
})

const [malbec, cabernet] = ourWinesCopy.wines

/** What the shop says of the wine on sale, and where it grows. */
const malbec2022 =
  'Grown on the lime-coated stones of Paraje Altamira, where cold nights keep the fruit bright and the autumn leaves it time. Dark, fresh and unhurried, it opens slowly, in the glass as in the cellar. Open it an hour before dinner, or give it a few years of rest.'

export const specSheets: readonly SpecSheet[] = [
  sheet('malbec-2022', 'Malbec', 2022, malbec2022),
  sheet('malbec-2021', 'Malbec', 2021, malbec.text),
  sheet('cabernet-sauvignon-2021', 'Cabernet Sauvignon', 2021, cabernet.text),
]

export const specSheetName = 'Technical sheet'
