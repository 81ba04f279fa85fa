/** As the buyer, who is staff, reads it. */
export const rehearsalRefundReason = 'Rehearsal of the release'

const orders = (count: number) => (count === 1 ? '1 order' : `${count} orders`)

/** Orders that staff placed before the opening, to try a release. */
export const adminRehearsalsCopy = {
  intro: (count: number) =>
    `${count === 1 ? '1 order was' : `${count} orders were`} placed by staff before the opening, with real payments. They are refunded in full, and their wine returns.`,
  refunded: (refunded: number, refused: number, waiting = 0) =>
    `Refunds of ${orders(refunded)} are on their way.${waiting > 0 ? ` ${orders(waiting)} ${waiting === 1 ? 'waits' : 'wait'} for a second person, on the page of the order.` : ''}${refused > 0 ? ` ${orders(refused)} could not be refunded: please look at them.` : ''}`,
} as const
