export { orderHistory } from './order-history.actions.server.ts'
export { thankForOffer, viewGuestOrder } from './view-guest-order.actions.server.ts'
export { viewOrder } from './view-order.actions.server.ts'
