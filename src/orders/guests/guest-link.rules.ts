/** How long the signed link to a guest's order works. */
export const guestLinkDays = 120

export const guestLinkEnds = (placedAt: Date): Date =>
  new Date(placedAt.getTime() + guestLinkDays * 24 * 60 * 60_000)
