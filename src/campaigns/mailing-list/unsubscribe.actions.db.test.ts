import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { insertSubscriber } from '#accounts/consent/mailing-list.store.server.ts'
import { samples } from '#app/emails/samples.ts'
import { queueMails } from '#mail/mails.store.server.ts'
import { mails } from '#mail/tables.ts'
import { smtpTransport } from '#mail/transports/smtp-transport.adapter.server.ts'
import { mailingListClients } from '#platform/database/people.tables.ts'
import type { MailServer } from '#tests/harness/mail-server.ts'
import { startMailServer } from '#tests/harness/mail-server.ts'
import { openOutbox, testEmailSite } from '#tests/harness/outbox.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

let testShop: TestShop
let server: MailServer
const closing: (() => Promise<void> | void)[] = []

beforeAll(async () => {
  testShop = await openTestShop()
  server = await startMailServer()
  const transport = smtpTransport({ url: server.url })
  const pump = openOutbox(testShop.db, transport)
  closing.push(testShop.close, server.stop, () => transport.close(), pump.stop)
})
afterAll(async () => {
  for (const end of closing.toReversed()) await end()
})

async function aSubscriber() {
  const email = `${randomUUID()}@customer.example`
  const consent = { consentSource: '/ex-join', consentWording: 'Yes' }
  await insertSubscriber(testShop.db, {
    fullName: 'Ana Ruiz',
    firstName: 'Ana',
    email,
    ...consent,
  })
  const [subscriber] = await testShop.db
    .select()
    .from(mailingListClients)
    .where(eq(mailingListClients.email, email))
  return { id: subscriber!.id, email }
}

/** The state of an email of this kind to this person. */
async function outcomeOf(kind: 'join' | 'order-confirmation', recipient: string) {
  await testShop.db.delete(mails).where(eq(mails.recipient, recipient))
  await queueMails(testShop.db, [
    kind === 'join'
      ? { kind, recipient, props: { firstName: 'Ana', email: recipient } }
      : { kind, recipient, props: samples[kind] },
  ])
  return vi.waitFor(async () => {
    const [mail] = await testShop.db.select().from(mails).where(eq(mails.recipient, recipient))
    expect(mail!.state).not.toMatch(/queued|sending/)
    return mail!.state
  }, 20_000)
}

const emailTo = (email: string) => server.raw.findLast((raw) => raw.includes(`To: ${email}`))

describe('the mailing list', () => {
  test('each of its emails has a link to leave it in one click', async () => {
    const { id, email } = await aSubscriber()
    expect(await outcomeOf('join', email)).toBe('sent')
    const unfolded = emailTo(email)!.replace(/\r?\n\s+/g, ' ')
    const url = testEmailSite.unsubscribeUrl(testShop.services.mail.tokens.sign(id, email))
    expect(unfolded).toMatch(new RegExp(`^List-Unsubscribe: <${url}>\\r?$`, 'm'))
    expect(unfolded).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
  })

  test('only a record without an account is offered its data, which an account shows itself', async () => {
    const offersData = async (email: string) => {
      expect(await outcomeOf('join', email)).toBe('sent')
      return emailTo(email)!
        .replace(/=\r?\n/g, '')
        .includes('/your-data/')
    }
    const [alone, both, unconfirmed] = [
      await aSubscriber(),
      await aSubscriber(),
      await aSubscriber(),
    ]
    await aMember(testShop.db, { email: both.email })
    await aMember(testShop.db, { email: unconfirmed.email, emailVerified: false })
    expect(await offersData(alone.email)).toBe(true)
    expect(await offersData(both.email)).toBe(false)
    expect(await offersData(unconfirmed.email)).toBe(true)
  })

  test('a subscriber who left gets none of its emails any more, but receipts', async () => {
    const { id, email } = await aSubscriber()
    const { shop, services } = testShop
    const token = services.mail.tokens.sign(id, email)
    expect(await shop.viewSubscription(token)).toEqual({ email, subscribed: true, left: null })
    expect(await shop.unsubscribe(token)).toBe(true)
    expect(await shop.unsubscribe(token)).toBe(true)
    expect(await shop.viewSubscription(token)).toMatchObject({ email, subscribed: false })
    expect(await outcomeOf('join', email)).toBe('suppressed')
    expect(emailTo(email)).toBeUndefined()
    expect(await outcomeOf('order-confirmation', email)).toBe('sent')
    expect(emailTo(email)).not.toMatch(/List-Unsubscribe/)
  })

  test('the first time of leaving is the one that is kept', async () => {
    const { id } = await aSubscriber()
    const token = testShop.services.mail.tokens.sign(id)
    const when = async () => {
      const [row] = await testShop.db
        .select({ at: mailingListClients.unsubscribedAt })
        .from(mailingListClients)
        .where(eq(mailingListClients.id, id))
      return row!.at
    }
    await testShop.shop.unsubscribe(token)
    const first = await when()
    await testShop.shop.unsubscribe(token)
    expect(await when()).toEqual(first)
  })

  test('no email of the list goes to an address that was never on it or was deleted', async () => {
    expect(await outcomeOf('join', `${randomUUID()}@customer.example`)).toBe('suppressed')
  })

  test('a link that was sent to an earlier address leaves the list, and does not show the present one', async () => {
    const { id, email } = await aSubscriber()
    const { shop, services } = testShop
    const token = services.mail.tokens.sign(id, email)
    expect(await shop.viewSubscription(token)).toMatchObject({ email, subscribed: true })
    const moved = `moved.${email}`
    await testShop.db
      .update(mailingListClients)
      .set({ email: moved })
      .where(eq(mailingListClients.id, id))
    const [own, cut] = [services.mail.tokens.sign(id, moved), token.slice(0, -3)]
    const bare = services.mail.tokens.sign(id)
    const swapped = `${bare}${services.mail.tokens.sign(randomUUID(), moved).slice(-12)}`
    for (const link of [token, cut, bare, swapped, `${bare}.`]) {
      expect(await shop.viewSubscription(link)).toEqual({
        ...{ email: null, subscribed: true, left: null },
      })
    }
    expect(await shop.viewSubscription(own)).toMatchObject({ email: moved, subscribed: true })
    expect(await shop.unsubscribe(token)).toBe(true)
    expect(await shop.viewSubscription(own)).toMatchObject({ email: moved, subscribed: false })
  })

  test('a link to an account that was merged takes the other one off it, unless that was undone', async () => {
    const { db, shop, services } = testShop
    const [into, from] = [
      await aMember(db, { byEmail: true }),
      await aMember(db, { byEmail: true }),
    ]
    const token = services.mail.tokens.sign(from.id, from.email)
    await db.execute(sql`
      update users set email = 'merged:' || email, erase_at = now() + interval '14 days'
      where id = ${from.id}`)
    await db.execute(sql`
      insert into person_merges (request_key, from_user, into_user, by, moved, undo_until)
      values (${randomUUID()}, ${from.id}, ${into.id}, 'staff', '{}', now() + interval '14 days')`)
    const undone = (at: string | null) =>
      db.execute(sql`update person_merges set undone_at = ${at}::timestamptz
        where from_user = ${from.id}`)
    await undone('now')
    expect(await shop.viewSubscription(token)).toBe('gone')
    await undone(null)
    const view = { email: null, subscribed: true, left: null }
    expect(await shop.viewSubscription(token)).toEqual(view)
    expect(await shop.unsubscribe(token)).toBe(true)
    expect(await shop.viewSubscription(token)).toMatchObject({ email: null, subscribed: false })
    const own = services.mail.tokens.sign(into.id, into.email)
    expect(await shop.viewSubscription(own)).toMatchObject({ subscribed: false })
  })

  test('only a link of ours takes anybody off it', async () => {
    const { id, email } = await aSubscriber()
    const { shop, services } = testShop
    const token = services.mail.tokens.sign(id, email)
    const other = await aSubscriber()
    for (const forged of [
      id,
      `${id}.`,
      services.mail.tokens.sign(id).slice(0, -1),
      `${services.mail.tokens.sign(id)}x`,
      `${token}x`,
      `${token}.${token.slice(-11)}`,
      token.replace(id, other.id),
      `${id}.${'A'.repeat(22)}`,
      "' or 1=1",
    ]) {
      expect(await shop.unsubscribe(forged)).toBe(false)
      expect(await shop.viewSubscription(forged)).toBeNull()
    }
    expect(await shop.viewSubscription(token)).toEqual({ email, subscribed: true, left: null })
  })
})
