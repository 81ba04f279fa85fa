import { eq, sql } from 'drizzle-orm'

import type { EmailDelivery, DeliverySettings } from '#app/jobs/deliver-emails.ts'
import { startEmailDelivery } from '#app/jobs/deliver-emails.ts'
import type { EmailSite } from '#mail/email-site.ts'
import { mailboxOf } from '#mail/mailbox.ts'
import { mailingListTokens } from '#mail/mailing-list-tokens.server.ts'
import { mails } from '#mail/tables.ts'
import type { EmailTransport } from '#mail/transports/transport.ts'
import type { Database } from '#platform/database/connection.server.ts'

import { testHashes } from './test-shop.ts'

export const testEmailSite: EmailSite = {
  timeZone: 'America/Los_Angeles',
  publicUrl: 'https://shop.kohue.example',
  accountUrl: 'https://shop.kohue.example/members',
  ordersUrl: 'https://shop.kohue.example/members?view=orders',
  winesUrl: 'https://shop.kohue.example/ourwines',
  phone: '+1 (305) 555-0142',
  email: 'hello@kohue.example',
  postalAddress: 'Ruta 92, Paraje Altamira, Mendoza',
  unsubscribeUrl: (token) => `https://shop.kohue.example/unsubscribe/${token}`,
  personalDataUrl: (token) => `https://shop.kohue.example/your-data/${token}`,
}

const testTokens = mailingListTokens('a secret of the tests, long enough')

type LogLine = { level: string; fields: object; message: string }

/** Delivers the outbox through `transport` as a process of the shop does, polling without a pause. */
export function openOutbox(
  db: Database,
  transport: EmailTransport,
  settings: Partial<DeliverySettings> = {},
): EmailDelivery & { log: LogLine[] } {
  const log: LogLine[] = []
  const line = (level: string) => (fields: object, message: string) =>
    void log.push({ level, fields, message })
  const delivery = startEmailDelivery(
    {
      db,
      transport,
      from: mailboxOf('Kohue <shop@kohue.example>')!,
      site: testEmailSite,
      tokens: testTokens,
      hashes: testHashes,
      log: { info: line('info'), warn: line('warn'), error: line('error') },
      random: () => 0.5,
    },
    { perMinute: 0, pollMs: 10, probeMs: 50, ...settings },
  )
  return { ...delivery, log }
}

/** The number of emails in each state. */
export async function outboxStates(db: Database): Promise<Record<string, number>> {
  const rows = await db
    .select({ state: mails.state, count: sql<number>`count(*)::int` })
    .from(mails)
    .groupBy(mails.state)
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

/** Makes all queued emails due now, as if their backoff had passed. */
export async function passTheWait(db: Database): Promise<void> {
  await db
    .update(mails)
    .set({ nextTryAt: sql`now()` })
    .where(eq(mails.state, 'queued'))
}

export async function emptyOutbox(db: Database): Promise<void> {
  await db.delete(mails)
}
