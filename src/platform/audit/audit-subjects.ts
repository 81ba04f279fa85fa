import type { AuditSubject } from './audit-log.store.server.ts'
import type { AccountingMonth } from '../text/accounting-month.rules.ts'
import { monthName } from '../text/accounting-month.rules.ts'
import type { SubjectKind } from './audit.rules.ts'
import { requestNumber } from '#requests/request.rules.ts'
import { shipmentNumber } from '#orders/order/shipment.rules.ts'

/** What the audit log calls the things that staff change. */
export const auditSubject = (kind: SubjectKind, id: string, label = id): AuditSubject => ({
  kind,
  id,
  label,
})

type Named = { firstName: string; lastName: string; email: string }

export const accountSubject = ({ id, email }: { id: string; email: string }) =>
  auditSubject('user', id, email)

export const campaignSubject = ({ id, name }: { id: string; name: string }) =>
  auditSubject('campaign', id, name)

export const monthSubject = (month: AccountingMonth) =>
  auditSubject('accounting-month', month, monthName(month))

type BuyersOrder = { id: string; number: number; name: string; email: string }

export const orderSubject = ({ id, number, name, email }: BuyersOrder) =>
  auditSubject('order', id, `K-${number} ${name} ${email}`)

export const releaseSubject = (id: string, name: string) => auditSubject('release', id, name)

export const requestSubject = (
  { id, number }: { id: string; number: number },
  person?: Named,
): AuditSubject =>
  auditSubject(
    'request',
    id,
    [requestNumber(number), person?.firstName, person?.lastName, person?.email]
      .filter(Boolean)
      .join(' '),
  )

export const shipmentSubject = ({ id, number }: { id: string; number: number }) =>
  auditSubject('shipment', id, shipmentNumber(number))

export const shippingSubject = auditSubject('shipping-settings', 'shipping', 'Shipping')

export const subscriberSubject = (
  id: string,
  { fullname, email }: { fullname: string; email: string },
) => auditSubject('subscriber', id, `${fullname} ${email}`)

type UserFields = { fields: { firstname: string; lastname: string; email: string } }

export const userSubject = (id: string, { fields }: UserFields) =>
  auditSubject('user', id, `${fields.firstname} ${fields.lastname} ${fields.email}`.trim())

type Wine = { id: string; title: string; subtitle: string }

export const wineSubject = ({ id, title, subtitle }: Wine) =>
  auditSubject('wine', id, `${title}, ${subtitle}`)
