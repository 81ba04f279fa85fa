/** Where the members area opens: the dashboard, the shop or the order history. */
type StartView = 'dash' | 'current' | 'orders'

/** Club members start on the dashboard, customers with orders at their orders, others in the shop. */
export const startView = (isClubMember: boolean, hasOrders: boolean): StartView =>
  isClubMember ? 'dash' : hasOrders ? 'orders' : 'current'
