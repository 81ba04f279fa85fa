export { listVoidedOffers } from './list-voided-offers.actions.server.ts'
export { startOffer } from './start-offer.actions.server.ts'
export { viewOffer } from './view-offer.actions.server.ts'
