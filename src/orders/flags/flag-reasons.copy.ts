type ReviewReason = { name: string; sentence: string; holdsBoxes: boolean }
type Reason = (name: string, sentence: string) => ReviewReason

/** Keeps back all boxes of its order until it is resolved. */
const boxesWait: Reason = (name, sentence) => ({ name, sentence, holdsBoxes: true })
/** Concerns one delivery, and keeps back no other. */
const boxesGo: Reason = (name, sentence) => ({ name, sentence, holdsBoxes: false })

/** Why an order needs a review by staff: in two or three words, and what staff should know and do about it. */
export const reviewReasons = {
  'stock-gone': boxesWait(
    'Sold out before payment',
    'The payment arrived after the wine had sold out. The full amount is refunded automatically, and the buyer is told by email.',
  ),
  'amount-short': boxesWait(
    'Paid too little',
    'Less was paid than the order costs. It does not ship: the full amount is refunded automatically, and the buyer is told by email.',
  ),
  'amount-differs': boxesWait(
    'Amount differs',
    'The amount paid is not the sum of wine, shipping and tax. Find out why before it ships.',
  ),
  'address-differs': boxesWait(
    'Address differs',
    'The buyer paid for a different address than the one they first gave us.',
  ),
  'address-not-served': boxesWait(
    'Address not served',
    'The buyer paid for an address we may not ship wine to. The full amount is refunded automatically, and the buyer is told by email.',
  ),
  'refund-failed': boxesWait(
    'Refund failed',
    'A refund did not go through. See the reason under Refunds, then try again here or in the payment provider’s dashboard.',
  ),
  disputed: boxesWait(
    'Payment disputed',
    'The buyer disputes this payment with their bank. See under Disputes who responds, and by when. This notice stays until the bank has decided.',
  ),
  inquiry: boxesWait(
    'Bank asks about the payment',
    'The buyer’s bank asks about this payment. It has taken no money back: the order can be refunded, and a full refund settles it. See under Disputes who responds, and by when; the boxes wait until this is reviewed.',
  ),
  'shipping-disputed': boxesGo(
    'Payment for shipping disputed',
    'The buyer or their bank questions what was paid for shipping alone, not the payment of the order. See under Disputes who responds, and by when.',
  ),
  'dispute-lost': boxesWait(
    'Dispute lost',
    'The bank decided for the buyer: the disputed amount was taken back.',
  ),
  // The check of the address raises it itself, and ends it with a served address.
  'no-longer-served': boxesGo(
    'State closed since',
    'Today’s rules no longer allow wine to this address. Refund the order, or hold the shipment until the state opens again.',
  ),
  'delivered-unsigned': boxesGo(
    'Delivered without a signature',
    'The carrier reports a delivery without the name of who signed. Ask the carrier for the signature record.',
  ),
  'second-attempt': boxesGo(
    'Second attempt failed',
    'The second delivery attempt failed. Call the buyer before the box goes to the depot or back.',
  ),
  'return-contradicts': boxesGo(
    'Delivered, then reported as returned',
    'The carrier reported a delivery and, later, a return. Ask the carrier, and mark the shipment as returned if it came back.',
  ),
  'return-unanswered': boxesGo(
    'No answer about a returned box',
    'The box came back and the buyer has not said in time what to do with it. Call them.',
  ),
  'collect-returned': boxesGo(
    'Wants to pick up a returned box',
    'The box came back and the buyer wants to pick it up. Agree on a time.',
  ),
  'return-refund-waits': boxesGo(
    'Returned box to refund',
    'The buyer wants a refund for a box that came back to us. It needs a second person, or part of it was already refunded. Refund it below; its wine is already back in stock.',
  ),
  'shipment-lost': boxesGo(
    'Box lost',
    'The carrier lost the box. Send a replacement or refund the wine, and record the claim.',
  ),
  'shipment-damaged': boxesGo(
    'Box damaged',
    'The box was damaged on its way. Send a replacement or refund the wine, and record the claim.',
  ),
  'pickup-missed': boxesWait(
    'Pickup missed again',
    'The buyer missed the pickup again. Call them.',
  ),
  'refund-after-handover': boxesGo(
    'Refunded after handover',
    'The order was refunded in full after its box was handed over. Ask the shipper to stop it, or decide what happens to the box.',
  ),
  'reshipment-not-served': boxesGo(
    'Paid to be sent again, too late',
    'The buyer paid to have the box sent again when that was no longer possible: it had been taken care of, or the law of its state allows no more. That payment is refunded automatically, and the buyer is told by email.',
  ),
  'difference-not-served': boxesGo(
    'Paid for other shipping, too late',
    'The buyer paid for other shipping when that was no longer possible: the box had left, the order was changed, or the law of its state allows no more. That payment is refunded automatically, and the buyer is told by email.',
  ),
  // The record of the order raises it itself; see `near_orders`.
  'near-match': boxesGo(
    'Near match in a state with a limit',
    'Another order went to the same address by another name, or to the same person at another address. Each counts by itself. Compare them in the compliance record.',
  ),
  'evidence-refused': boxesGo(
    'Evidence not accepted',
    'The payment provider did not accept the evidence for a dispute. Download it under Disputes and send it in the provider’s dashboard.',
  ),
}

export type FlagReason = keyof typeof reviewReasons
export const flagReasons = Object.keys(reviewReasons) as [FlagReason, ...FlagReason[]]

export const flagName = Object.fromEntries(
  flagReasons.map((reason) => [reason, reviewReasons[reason].name]),
) as Record<FlagReason, string>

/** Reasons why a paid order is not shipped: it took no stock, and is refunded in full. */
export const notServedReasons = [
  'stock-gone',
  'amount-short',
  'address-not-served',
] as const satisfies readonly FlagReason[]

/** Staff resolve a flag by reviewing it; a dispute's is resolved by the decision of the bank. */
export const isReviewable = (reason: FlagReason): boolean => reason !== 'disputed'
