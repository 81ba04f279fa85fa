/** Where the members area opens: the dashboard, the shop or the order history. */
export type StartView = 'dash' | 'current' | 'orders'

/** A club member starts on the dashboard, who never paid in the shop, anyone else at their orders. */
export const startView = (isClubMember: boolean, hasOrders: boolean): StartView =>
  isClubMember ? 'dash' : hasOrders ? 'orders' : 'current'
