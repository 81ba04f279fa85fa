/** What the two offer pages sell (specification, section 2: offering, offer1). */
export const offeredProduct = {
  /** A case of the current release. */
  offering: 'malbec-2022',
  /** A single bottle. */
  offer1: 'malbec-2021-bottle',
} as const
