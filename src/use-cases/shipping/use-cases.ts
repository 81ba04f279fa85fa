export { addTracking, takeTrackingFile } from './add-tracking.ts'
export { answerDisputes, printDisputeFile } from './answer-disputes.ts'
export { pollCarrier, pollCarriers } from './poll-carriers.ts'
export {
  beginShipping,
  previewTakeIn,
  saveShippingSettings,
  takeInOrders,
} from './begin-shipping.ts'
export { choosePickup } from './choose-pickup.ts'
export { saveClaim } from './claims.ts'
export { followUpShipment } from './follow-up.ts'
export { endHold, holdShipment, placeHold, previewHold, viewHolds } from './hold-shipments.ts'
export { makeHandover, previewHandover } from './make-handover.ts'
export { markCollected, markMissed, proposePickup } from './mark-pickup.ts'
export { markShipment, receiveBack } from './mark-shipment.ts'
export { savePickupPlace, viewPickupPlaces } from './pickup-places.ts'
export { printPackingSlips, printPickups } from './print-papers.ts'
export { recomputeReadiness } from './recompute-readiness.ts'
export { refundReshipment } from './refund-reshipment.ts'
export { remindOfShipments } from './remind-of-shipments.ts'
export { replaceShipment } from './replace-shipment.ts'
export { saveProfile, viewProfiles } from './save-profile.ts'
export { sendAtRisk } from './send-at-risk.ts'
export { settleOtherwise } from './settle-otherwise.ts'
export { chooseReturn, shipAgain } from './settle-return.ts'
export { startReshipment } from './start-reshipment.ts'
export {
  deleteOldHandoverFiles,
  downloadHandover,
  undoHandover,
  viewHandover,
  viewHandovers,
} from './view-handovers.ts'
export { viewShipment, viewShipments } from './view-shipments.ts'
export { viewShipping } from './view-shipping.ts'
