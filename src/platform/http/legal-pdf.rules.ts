/** The legal texts that are printed too. */
const legalTexts = ['terms', 'privacy'] as const
export type LegalTextName = (typeof legalTexts)[number]

/** The printed file of a legal text; until counsel has approved the texts, that of the draft. */
export const legalPdf = (name: LegalTextName, approved: boolean): string =>
  approved ? `${name}.pdf` : `${name}-draft.pdf`

/** The picture of its first page; `npm run pdf` makes both. */
export const legalPicture = (name: LegalTextName, approved: boolean): string =>
  legalPdf(name, approved).replace('.pdf', '.webp')

/** The files behind the addresses, which stay: until the texts are approved, papers marked as drafts. */
export const legalFiles = (approved: boolean): Readonly<Record<string, string | null>> =>
  Object.fromEntries(
    legalTexts.flatMap((name) => [
      [`/pdf/${name}.pdf`, legalPdf(name, approved)],
      [`/pdf/${name}-draft.pdf`, approved ? null : legalPdf(name, false)],
    ]),
  )
