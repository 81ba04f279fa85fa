/** The legal texts that are printed too. */
const legalTexts = ['terms', 'privacy'] as const
export type LegalTextName = (typeof legalTexts)[number]

/** The file name of a legal text; until counsel has approved the texts, that of the draft. */
export const legalPdf = (name: LegalTextName, approved: boolean): string =>
  approved ? `${name}.pdf` : `${name}-draft.pdf`

/** The picture of its first page; `npm run pdf` makes both. */
export const legalPicture = (name: LegalTextName, approved: boolean): string =>
  legalPdf(name, approved).replace('.pdf', '.webp')

/** The files that are not served: drafts once approved, final texts before. */
export const withheldPdfs = (approved: boolean): readonly string[] =>
  legalTexts.map((name) => legalPdf(name, !approved))
