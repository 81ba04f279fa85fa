import { subscriberById } from './subscribers.store.server.ts'
import { may } from '#platform/access/access.rules.ts'
import type { WordedEntry } from '#platform/audit/audit.rules.ts'
import type { Subscriber } from './subscriber.rules.ts'

import type { Services, Staff } from '#platform/services/services.ts'
import { logOf } from '#platform/audit/record-log.actions.server.ts'

import type { Left } from '#accounts/consent/consent.actions.server.ts'
import { leftOf } from '#accounts/consent/consent.actions.server.ts'

export type ViewedSubscriber =
  /** `left`: when and how their address last said no. */
  | { ok: true; subscriber: Subscriber; left: Left | null; log: WordedEntry[] }
  | { ok: false; reason: 'not-staff' | 'gone' }

/** A subscriber of the mailing list with what staff did to the record lately. Only for staff. */
export async function viewSubscriber(
  { db }: Services,
  viewer: Staff,
  id: string,
): Promise<ViewedSubscriber> {
  if (!may(viewer, 'edit-subscribers')) return { ok: false, reason: 'not-staff' }
  const [subscriber, log] = await Promise.all([subscriberById(db, id), logOf(db, 'subscriber', id)])
  if (!subscriber) return { ok: false, reason: 'gone' }
  return { ok: true, subscriber, left: await leftOf(db, subscriber.fields.email), log }
}
