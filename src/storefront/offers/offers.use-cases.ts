export { startOffer } from '#checkout/offers/start-offer.actions.server.ts'
export { viewOffer } from './view-offer.actions.server.ts'
export { shopToday } from '#platform/services/shop-today.ts'
