/** The legal texts that are printed too. */
const legalTexts = ['terms', 'privacy'] as const
export type LegalTextName = (typeof legalTexts)[number]

/** The file of a legal text: its lasting name once counsel has approved it, and until then a draft's. */
export const legalPdf = (name: LegalTextName, approved: boolean): string =>
  approved ? `${name}.pdf` : `${name}-draft.pdf`

/** The printings that may not be served: of the other state. */
export const withheldPdfs = (approved: boolean): readonly string[] =>
  legalTexts.map((name) => legalPdf(name, !approved))
