/** How long the signed link to a guest's order works. */
export const guestLinkDays = 120

/** Days that the link in an email works at least: whom it asks something has fourteen to answer. */
const leastDays = 15

const dayMs = 24 * 60 * 60_000

/** When a link ends that counts from then on: from the order, or from a later email. */
export const guestLinkEnds = (from: Date): Date => new Date(from.getTime() + guestLinkDays * dayMs)

/** Whether an email needs a link of its own: that of the order has ended, or is about to. */
export const needsNewLink = (placedAt: Date, now: Date): boolean =>
  guestLinkEnds(placedAt).getTime() - now.getTime() < leastDays * dayMs
