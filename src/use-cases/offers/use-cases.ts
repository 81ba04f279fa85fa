export { listVoidedOffers } from './list-voided-offers.ts'
export { startOffer } from './start-offer.ts'
export { viewOffer } from './view-offer.ts'
