import type { SubjectKind } from '#domain/admin/audit.ts'
import { shipmentNumber } from '#domain/shipping/shipment.ts'

/** What an audit entry about a shipment is about. */
export const shipmentSubject = ({ id, number }: { id: string; number: number }) => ({
  subjectKind: 'shipment' satisfies SubjectKind as SubjectKind,
  subjectId: id,
  subjectLabel: shipmentNumber(number),
})

/** What an audit entry about shipping as a whole is about. */
export const shippingSubject = {
  subjectKind: 'shipping-settings' satisfies SubjectKind as SubjectKind,
  subjectId: 'shipping',
  subjectLabel: 'Shipping',
}
