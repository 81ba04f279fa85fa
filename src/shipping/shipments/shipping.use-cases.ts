export { takeTrackingFile } from '../tracking/add-tracking.actions.server.ts'
export { answerDisputes, printDisputeFile } from '../disputes/answer-disputes.actions.server.ts'
export { pollCarriers } from '../tracking/poll-carriers.actions.server.ts'
export {
  beginShipping,
  previewTakeIn,
  saveShippingSettings,
  takeInOrders,
} from '../overview/begin-shipping.actions.server.ts'
export { choosePickup } from '../pickup/choose-pickup.actions.server.ts'
export { makeHandover, previewHandover } from '../handover/make-handover.actions.server.ts'
export { markCollected, markMissed, proposePickup } from '../pickup/mark-pickup.actions.server.ts'
export { savePickupPlace, viewPickupPlaces } from '../pickup/pickup-places.actions.server.ts'
export { printPackingSlips, printPickups } from '../handover/print-papers.actions.server.ts'
export { recomputeReadiness } from '../readiness/recompute-readiness.actions.server.ts'
export { refundReshipment } from '../returns/refund-reshipment.actions.server.ts'
export { remindOfShipments } from '../follow-ups/remind-of-shipments.actions.server.ts'
export { sendAtRisk } from '../holds/holds.actions.server.ts'
export { chooseReturn } from '../returns/settle-return.actions.server.ts'
export { startReshipment } from '../returns/start-reshipment.actions.server.ts'
export {
  deleteOldHandoverFiles,
  downloadHandover,
  viewHandover,
  viewHandovers,
} from '../handover/view-handovers.actions.server.ts'
export { viewShipping } from '../overview/view-shipping.actions.server.ts'
