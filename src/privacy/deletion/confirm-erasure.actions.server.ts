import {
  closeDataRequests,
  insertDataRequest,
  openRequestNotedFor,
} from '#accounts/consent/data-requests.store.server.ts'
import { keptThrough } from '#compliance/records/retention.rules.ts'
import { forgetMailsTo, queueMail } from '#mail/mails.store.server.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import type { Services } from '#platform/services/services.ts'
import { shopDates } from '#platform/text/dates.rules.ts'

import type { ErasedRecord } from './forget-address.actions.server.ts'
import { forgetAddress } from './forget-address.actions.server.ts'

/** What is erased, and how many orders stay, the newest from when. */
type Erased = { account: boolean; list: boolean; orders: number; newest: Date | null }

/**
 * Records the erasure of an address as a data request, unless it was asked for as one, and queues the last
 * email to it, which says what is retained. Earlier emails to it are deleted from the outbox.
 */
export async function confirmErasure(
  { settings }: Pick<Services, 'settings'>,
  tx: Transaction,
  email: string,
  { orders, newest, ...isErased }: Erased,
  asked: number | null = null,
): Promise<void> {
  const number = asked ?? (await insertDataRequest(tx, 'erasure', email))
  const through =
    newest &&
    keptThrough(shopDates(settings.timeZone).isoDay(newest), settings.recordRetentionYears)
  await queueMail(tx, 'erasure-confirmed', email, { number, orders, through, isErased })
  await forgetMailsTo(tx, email)
  await closeDataRequests(tx, email)
}

/** Forgets an address whose record staff erased, and confirms that to it where its person had asked for it. */
export async function forgetByStaff(
  services: Services,
  tx: Transaction,
  record: ErasedRecord,
  erased: Erased,
): Promise<void> {
  const { email, isConfirmed } = record
  const asked = await openRequestNotedFor(tx, 'erasure', email)
  const isForgotten = await forgetAddress(services, tx, record, 'staff')
  if (asked !== null && isForgotten && isConfirmed)
    await confirmErasure(services, tx, email, erased, asked)
}
