import type { AuditSubjectWords, LogContribution } from '#platform/audit/audit.rules.ts'
import { auditSubject } from '#platform/audit/audit.rules.ts'
import { wordIn } from '#platform/form/field-value.rules.ts'

import { holdReasonName } from './holds/holds.rules.ts'
import { shipmentNumber } from './shipments/shipment.rules.ts'
import { shipmentStateName } from './shipments/shipping.copy.ts'

/** What staff do here, as the audit log has it. */
const actions = {
  'shipping-begun': ['Shipping from here begun', 'began to ship from here:', ''],
  'shipping-settings-saved': ['Shipping settings saved', 'changed the shipping settings:', ''],
  'orders-taken-in': ['Earlier orders taken in', 'took in earlier orders for shipping:', ''],
  'shipment-held': ['Shipments held', 'held', ''],
  'shipment-hold-ended': ['Shipment hold ended', 'ended the hold on', ''],
  'shipper-profile-saved': ['Shipper profile saved', 'saved the shipper profile', ''],
  'handover-made': ['Handover made', 'made', ''],
  'handover-undone': ['Handover of a shipment undone', 'undid the handover of', ''],
  'tracking-added': ['Tracking number added', 'added a tracking number to', ''],
  'tracking-file-taken': ['Tracking file taken', 'took tracking numbers from the file', ''],
  'shipment-marked': ['Shipment marked', 'changed the state of', ''],
  'shipment-followed-up': ['Shipment followed up', 'followed up on', ''],
  'return-received': ['Returned wine received', 'recorded the return of', ''],
  'return-settled': ['Return settled', 'settled the return of', ''],
  'shipment-replaced': ['Replacement created', 'replaced', ''],
  'shipment-parted': ['Shipment parted', 'said what is in which parcel of', ''],
  'claim-saved': ['Claim saved', 'saved the claim for', ''],
  'pickup-places-saved': ['Pickup places saved', 'changed the pickup places:', ''],
  'pickup-proposed': ['Pickup proposed', 'proposed a pickup of', ''],
  'pickup-collected': ['Pickup collected', 'marked', 'as collected'],
  'pickup-missed': ['Pickup missed', 'marked', 'as not picked up'],
  'evidence-sent': ['Evidence sent to the payment provider', 'sent evidence for', ''],
} as const

/** What the log is about here: its page, and its name where that is not the label of the entry. */
const subjects = {
  handover: {},
  shipment: {},
  'shipment-hold': {},
  'shipper-profile': {},
  'shipping-settings': {},
} as const satisfies AuditSubjectWords

declare module '#platform/audit/audit.rules.ts' {
  interface AuditActions extends Record<keyof typeof actions, true> {}
  interface AuditSubjects extends Record<keyof typeof subjects, true> {}
}

export const shippingLog: LogContribution = {
  actions,
  fields: {
    profile: 'File format',
    againOn: 'Again on',
    claimNumber: 'Claim number',
    deliveredOn: 'Delivered on',
    paidOn: 'Paid on',
    refusedOn: 'Refused on',
    refusal: 'The carrier’s reason',
  },
  values: { state: wordIn(shipmentStateName), reason: wordIn(holdReasonName) },
  subjects,
}

export const shipmentSubject = ({ id, number }: { id: string; number: number }) =>
  auditSubject('shipment', id, shipmentNumber(number))

export const shippingSubject = auditSubject('shipping-settings', 'shipping', 'Shipping')
