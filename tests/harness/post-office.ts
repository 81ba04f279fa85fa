import { eq, sql } from 'drizzle-orm'

import type { Database } from '#data/connection.server.ts'
import { mails } from '#data/schema/desk.ts'
import type { MailPump, MailPumpSettings } from '#jobs/mail-pump.ts'
import { startMailPump } from '#jobs/mail-pump.ts'
import type { LetterHouse } from '#services/mail/letter-house.ts'
import type { Mailer } from '#services/mail/mail.ts'
import { mailboxOf } from '#services/mail/mailbox.ts'
import { unsubscribeTokens } from '#services/mail/unsubscribe-token.server.ts'

export const testHouse: LetterHouse = {
  publicUrl: 'https://shop.kohue.example',
  accountUrl: 'https://shop.kohue.example/members',
  ordersUrl: 'https://shop.kohue.example/members?view=orders',
  winesUrl: 'https://shop.kohue.example/ourwines',
  phone: '+1 (305) 555-0142',
  email: 'hello@kohue.example',
  postalAddress: 'Ruta 92, Paraje Altamira, Mendoza',
  unsubscribeUrl: (token) => `https://shop.kohue.example/unsubscribe/${token}`,
}

export const testTokens = unsubscribeTokens('a secret of the tests, long enough')

export type LogLine = { level: string; fields: object; message: string }

/** The outbox being emptied through `mailer`, as a process of the shop would, but impatiently. */
export function openOutbox(
  db: Database,
  mailer: Mailer,
  settings: Partial<MailPumpSettings> = {},
): MailPump & { log: LogLine[] } {
  const log: LogLine[] = []
  const line = (level: string) => (fields: object, message: string) =>
    void log.push({ level, fields, message })
  const pump = startMailPump(
    {
      db,
      mailer,
      from: mailboxOf('Kohue <shop@kohue.example>')!,
      house: testHouse,
      tokens: testTokens,
      log: { info: line('info'), warn: line('warn'), error: line('error') },
      random: () => 0.5,
    },
    { perMinute: 0, pollMs: 10, ...settings },
  )
  return { ...pump, log }
}

/** How many letters stand in each state. */
export async function outboxStates(db: Database): Promise<Record<string, number>> {
  const rows = await db
    .select({ state: mails.state, count: sql<number>`count(*)::int` })
    .from(mails)
    .groupBy(mails.state)
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

/** Makes letters that wait for their next try due now, as if the time had passed. */
export async function passTheWait(db: Database): Promise<void> {
  await db
    .update(mails)
    .set({ nextTryAt: sql`now()` })
    .where(eq(mails.state, 'queued'))
}

export async function emptyOutbox(db: Database): Promise<void> {
  await db.delete(mails)
}
