/** What the list of orders and its file both say. */
export const orderColumns = {
  number: 'Order',
  date: 'Date',
  buyer: 'Buyer',
  wines: 'Wines',
  channel: 'Channel',
  state: 'State',
  review: 'To review',
  total: 'Total',
  refunded: 'Refunded',
  // Where a box of it goes now stands with its shipment.
  method: 'Method as ordered',
  shipTo: 'Ship to as ordered',
} as const

export const channelName = {
  cart: 'Cart',
  card: 'Card panel',
  offering: 'Direct offer',
  offer1: 'Single-bottle offer',
  added: 'Added by staff',
} as const

/** `2 × 2022 Malbec` */
export const orderLine = (quantity: number, description: string) => `${quantity} × ${description}`
