import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll } from 'vitest'

import { mailingListCopy } from '#accounts/consent/mailing-list.copy.ts'
import { honeypotFields } from '#campaigns/mailing-list/mailing-list-form.rules.ts'
import { rejoinCopy, unsubscribeCopy } from '#campaigns/mailing-list/unsubscribe.copy.ts'
import { mailingListTokens } from '#mail/mailing-list-tokens.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { plainBrowser } from '#tests/harness/plain-browser.ts'

import type { Case } from './world/kill-forms.ts'
import { formsOf, killAtEach, openWithStaff } from './world/kill-forms.ts'
import { authSecret } from './world/world.ts'
import type { World } from './world/world.ts'

let world: World
let staff: string
const { post, one } = formsOf(() => ({ world, staff }))

beforeAll(async () => {
  const opened = await openWithStaff()
  world = opened.world
  staff = opened.staff[0]!
})
afterAll(() => world.close())

const visitor = () => plainBrowser('', world.shop.url)

/** Fills in the page of the mailing list. */
async function join(email: string): Promise<void> {
  const page = await visitor().visit(paths.join())
  await visitor().press(page, mailingListCopy.subscribe, {
    ...{ fullname: 'Ana Luz', email },
    [honeypotFields.shownAt]: String(Date.now() - 10_000),
  })
}

/** A new subscriber, with the address that their emails have for leaving. */
async function subscriber(): Promise<{ email: string; link: string }> {
  const email = `${randomUUID()}@list.example`
  await join(email)
  const { id } = await one<{ id: string }>(
    `select id from mailing_list_clients where email = $1 and unsubscribed_at is null`,
    [email],
  )
  return { email, link: paths.unsubscribe(mailingListTokens(authSecret).sign(id)) }
}

/** What there is of an address: its record, the ledger, and emails by kind. */
const leftOf = (email: string) =>
  one(
    `select (select count(*)::int from mailing_list_clients
          where email = $1 and unsubscribed_at is null) as listed,
       (select array_agg(verdict || ' ' || source order by id) from consents where email = $1) as ledger,
       (select count(*)::int from consent_networks n join consents c on c.id = n.consent_id
          where c.email = $1) as networks,
       (select coalesce(json_object_agg(kind, count), '{}') from (
          select kind, count(*)::int from mails where recipient = $1 group by kind) as sent) as mails,
       (select count(*)::int from audit_log where subject_label like '%' || $1 || '%') as entries`,
    [email],
  )

const left: Case['write'] = {
  table: 'mailing_list_clients',
  on: 'update',
  when: 'new.unsubscribed_at is not null',
}

const cases: Case[] = [
  {
    name: 'somebody leaves the list by its page',
    write: left,
    prepare: async () => {
      const { email, link } = await subscriber()
      const page = await visitor().visit(link)
      return {
        send: () =>
          visitor()
            .press(page, unsubscribeCopy.leave)
            .catch(() => null),
        left: () => leftOf(email),
      }
    },
    once: {
      listed: 0,
      ledger: ['yes form', 'no link'],
      networks: 2,
      mails: { join: 1 },
      entries: 0,
    },
  },
  {
    name: 'somebody leaves the list with one click',
    write: { table: 'suppressions', on: 'insert' },
    prepare: async () => {
      const { email, link } = await subscriber()
      return {
        send: () => post(link, { 'List-Unsubscribe': 'One-Click' }),
        left: () => leftOf(email),
      }
    },
    once: { listed: 0, ledger: ['yes form', 'no one-click'], networks: 2, mails: { join: 1 } },
  },
  {
    name: 'somebody who has left asks to come back',
    write: { table: 'pending_consents', on: 'insert' },
    prepare: async () => {
      const { email, link } = await subscriber()
      await post(link, { 'List-Unsubscribe': 'One-Click' })
      return {
        send: () => join(email).catch(() => null),
        left: () => leftOf(email),
      }
    },
    // Two such emails a day, one for each time that it was asked; what was rolled back does not count.
    once: { listed: 0, ledger: ['yes form', 'no one-click'], mails: { 'confirm-subscription': 2 } },
  },
  {
    name: 'somebody confirms that they are back',
    write: { table: 'mailing_list_clients', on: 'update', when: 'new.unsubscribed_at is null' },
    prepare: async () => {
      const { email, link } = await subscriber()
      await post(link, { 'List-Unsubscribe': 'One-Click' })
      await join(email)
      const { url } = await one<{ url: string }>(
        `select props->>'link' as url from mails
         where kind = 'confirm-subscription' and recipient = $1`,
        [email],
      )
      const page = await visitor().visit(new URL(url).pathname)
      return {
        send: () =>
          visitor()
            .press(page, rejoinCopy.confirm)
            .catch(() => null),
        left: () => leftOf(email),
      }
    },
    once: {
      ...{ listed: 1, ledger: ['yes form', 'no one-click', 'yes form'] },
      mails: { join: 2, 'confirm-subscription': 1 },
    },
  },
]

killAtEach(() => world, cases)
