import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, expect } from 'vitest'

import { mailingListCopy } from '#accounts/consent/mailing-list.copy.ts'
import { honeypotFields } from '#campaigns/mailing-list/mailing-list-form.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { shopDates } from '#platform/text/dates.rules.ts'
import { mergeCopy } from '#privacy/merging/merges.copy.ts'
import { plainBrowser } from '#tests/harness/plain-browser.ts'

import { Buyer } from './world/buyer.ts'
import type { Case, Prepared } from './world/kill-forms.ts'
import { formsOf, killAtEach, openWithStaff } from './world/kill-forms.ts'
import type { World } from './world/world.ts'

let world: World
let staff: string
const members: string[] = []
const { post, sent, one } = formsOf(() => ({ world, staff }))

beforeAll(async () => {
  const opened = await openWithStaff()
  world = opened.world
  staff = opened.staff[0]!
  members.push(...(await world.members(60)))
  await sent(paths.shippingOverview(), { intent: 'begin' })
})
afterAll(() => world.close())

type Shipment = { id: string; number: number; order: number }

/** A paid order's shipment, ready to be handed over. */
async function ready(): Promise<Shipment> {
  expect(await new Buyer(world, members.pop()!).buy()).toBe('paid')
  return one<Shipment>(
    `update shipments set state = 'ready', waits_for = null from orders
     where orders.id = order_id and orders.number = (select max(number) from orders)
     returning shipments.id, shipments.number, orders.number as order`,
  )
}

async function handedOver(): Promise<Shipment> {
  const shipment = await ready()
  const { id } = await one<{ id: string }>(`select id from shipper_profiles`)
  await sent(paths.handovers(), {
    ...{ intent: 'make', profile: id, key: randomUUID() },
    s: String(shipment.number),
  })
  return shipment
}

/** The day on which its orders are placed: none leaves before. */
const today = () => shopDates('America/Los_Angeles').isoDay(new Date())

async function shipped(): Promise<Shipment> {
  const shipment = await handedOver()
  await sent(paths.shipment(shipment.number), {
    ...{ intent: 'tracking', order: String(shipment.order), carrier: 'ups' },
    ...{
      trackingNumber: `1Z999STA${String(shipment.number).padStart(10, '0')}`,
      shippedOn: today(),
    },
  })
  return shipment
}

async function delivered(): Promise<Shipment> {
  const shipment = await shipped()
  await world.queryDatabase(
    `update shipments set state = 'delivered', delivered_at = now() where id = $1`,
    [shipment.id],
  )
  return shipment
}

/** A form about one shipment, with the count of rows that it may make. */
const actionOf =
  (
    from: () => Promise<Shipment>,
    form: (shipment: Shipment) => Promise<Record<string, string>> | Record<string, string>,
    left: string,
  ) =>
  async (): Promise<Prepared> => {
    const shipment = await from()
    const fields = { order: String(shipment.order), ...(await form(shipment)) }
    return {
      send: () => post(paths.shipment(shipment.number), fields),
      left: () => one(left, [shipment.id]),
    }
  }

const shipmentForms: Case[] = [
  {
    name: 'a shipment is held',
    write: { table: 'shipment_holds', on: 'insert' },
    prepare: actionOf(
      ready,
      () => ({ intent: 'hold', reason: 'Asked by phone' }),
      `select count(*)::int as holds, (select state from shipments where id = $1) as state
       from shipment_holds where shipment_id = $1 and ended_at is null`,
    ),
    once: { holds: 1, state: 'waiting' },
  },
  {
    name: 'its hold is ended',
    write: { table: 'shipment_holds', on: 'update', when: 'new.ended_at is not null' },
    prepare: actionOf(
      ready,
      async ({ id, number, order }) => {
        const hold = { intent: 'hold', reason: 'Asked by phone', order: String(order) }
        await sent(paths.shipment(number), hold)
        const { group } = await one<{ group: string }>(
          `select group_id as group from shipment_holds where shipment_id = $1`,
          [id],
        )
        return { intent: 'end-hold', group }
      },
      `select count(*)::int as ended, (select held_by from shipments where id = $1) as by
       from shipment_holds where shipment_id = $1 and ended_at is not null`,
    ),
    once: { ended: 1, by: null },
  },
  {
    name: 'a handover is undone for it',
    write: { table: 'handover_shipments', on: 'update', when: 'new.undone_at is not null' },
    prepare: actionOf(
      handedOver,
      () => ({ intent: 'undo', reason: 'The van did not come' }),
      `select count(*)::int as undone, (select count(*)::int from shipment_events
         where shipment_id = $1 and kind = 'handover-undone') as events
       from handover_shipments where shipment_id = $1 and undone_at is not null`,
    ),
    once: { undone: 1, events: 1 },
  },
  {
    name: 'it is marked damaged',
    write: { table: 'shipments', on: 'update', when: "new.state = 'damaged'" },
    prepare: actionOf(
      shipped,
      () => ({ intent: 'damaged', reason: 'Two bottles broke' }),
      `select state, (select count(*)::int from shipment_events
         where shipment_id = $1 and kind = 'damaged') as events from shipments where id = $1`,
    ),
    once: { state: 'damaged', events: 1 },
  },
  {
    name: 'it is replaced',
    write: { table: 'shipments', on: 'insert', when: "new.kind = 'replacement'" },
    prepare: actionOf(
      async () => {
        const shipment = await shipped()
        const form = { intent: 'damaged', reason: 'Broken', order: String(shipment.order) }
        await sent(paths.shipment(shipment.number), form)
        return shipment
      },
      () => ({ intent: 'replace' }),
      `select count(*)::int as replacements from shipments where replaces = $1`,
    ),
    once: { replacements: 1 },
  },
  {
    name: 'it is marked returned',
    write: { table: 'shipments', on: 'update', when: "new.state = 'returned'" },
    prepare: actionOf(
      delivered,
      () => ({ intent: 'returned', reason: 'Nobody could sign' }),
      `select state, (select count(*)::int from shipment_events
         where shipment_id = $1 and kind = 'returned') as events from shipments where id = $1`,
    ),
    once: { state: 'returned', events: 1 },
  },
]

const shippingForms: Case[] = [
  {
    name: 'a claim is recorded',
    write: { table: 'shipment_claims', on: 'insert' },
    prepare: async () => {
      const shipment = await shipped()
      const form = { intent: 'damaged', reason: 'Broken', order: String(shipment.order) }
      await sent(paths.shipment(shipment.number), form)
      const claim = { intent: 'save', claimNumber: 'C-77', amount: '120', paidOn: '' }
      return {
        send: () => post(paths.claims(), { number: String(shipment.number), ...claim }),
        left: () =>
          one(
            `select claim_number as number, version from shipment_claims where shipment_id = $1`,
            [shipment.id],
          ),
      }
    },
    once: { number: 'C-77', version: 1 },
  },
  {
    name: 'a file of tracking numbers is taken',
    write: { table: 'parcels', on: 'insert' },
    prepare: async () => {
      const shipments = [await handedOver(), await handedOver()]
      const lines = shipments.map(
        ({ number }) => `S-${number},UPS,1Z999FIL${String(number).padStart(10, '0')},${today()}`,
      )
      const csv = ['shipment,carrier,tracking number,shipped date', ...lines].join('\n')
      const kept = { kept: Buffer.from(csv).toString('base64'), keptName: 'tracking.csv' }
      return {
        send: () => post(paths.handovers(), { intent: 'tracking', good: 'yes', ...kept }),
        left: () =>
          one(
            `select count(*)::int as parcels, (select count(*)::int from shipment_events
               where shipment_id = any($1::uuid[]) and kind = 'shipped') as events
             from parcels where shipment_id = any($1::uuid[])`,
            [shipments.map(({ id }) => id)],
          ),
      }
    },
    once: { parcels: 2, events: 2 },
  },
  {
    name: 'a pickup is collected',
    write: { table: 'pickups', on: 'update' },
    prepare: async () => {
      const shipment = await ready()
      await world.queryDatabase(
        `with place as (
           insert into pickup_places (name, address, start_times)
           values ($2, '12 Main Street', '{}') returning id),
         agreed as (
           update shipments set state = 'agreed', method = 'pickup' where id = $1 returning id)
         insert into pickups (shipment_id, place_id, "from", until, state)
         select agreed.id, place.id, now() - interval '1 minute', now() + interval '29 minutes',
           'agreed' from place, agreed`,
        [shipment.id, `The cellar ${randomUUID()}`],
      )
      const form = { intent: 'collected', checked: 'yes', document: 'passport' }
      return {
        send: () => post(paths.pickups(), { number: String(shipment.number), ...form }),
        left: () =>
          one(
            `select state, (select state from pickups where shipment_id = $1) as pickup,
               (select count(*)::int from shipment_events
                  where shipment_id = $1 and kind = 'collected') as events
             from shipments where id = $1`,
            [shipment.id],
          ),
      }
    },
    once: { state: 'collected', pickup: 'collected', events: 1 },
  },
]

const requestForms: Case[] = (['answer', 'decline'] as const).map((intent) => ({
  name: intent === 'answer' ? 'a request is answered' : 'a request is declined',
  write: { table: 'request_answers', on: 'insert' },
  prepare: async () => {
    const { number } = await one<{ number: number }>(
      `insert into requests (kind, user_id, product_id)
       select $1, id, case $1 when 'wine' then 'malbec-2022' end from users where role = 'member'
         and not exists (select from requests r where r.user_id = users.id) limit 1
       returning number`,
      [intent === 'answer' ? 'other' : 'wine'],
    )
    return {
      send: () => post(paths.staffRequest(number), { intent, text: 'We will have more in fall.' }),
      left: () =>
        one(
          `select count(a.id)::int as answers, (select count(*)::int from mails
             where kind like 'request-%' and props->>'number' = ($1::int)::text) as mails
           from requests r join request_answers a on a.request_id = r.id where r.number = $1::int`,
          [number],
        ),
    }
  },
  once: { answers: 1 },
}))

/** Two customers whose addresses are confirmed. */
async function twoCustomers() {
  const rows = await world.queryDatabase<{ id: string; email: string }>(
    `update users set last_name = $1 where id in (
       select id from users where role = 'member' and erase_at is null and email_verified
         and not exists (select from orders o where o.user_id = users.id)
         and not exists (select from person_merges m where users.id in (m.from_user, m.into_user))
       order by email limit 2) returning id, email`,
    [`Ruiz ${randomUUID().slice(0, 8)}`],
  )
  return { into: rows[0]!, from: rows[1]! }
}

const peopleForms: Case[] = [
  {
    name: 'two accounts are merged',
    write: { table: 'person_merges', on: 'insert' },
    prepare: async () => {
      const { into, from } = await twoCustomers()
      const staffBrowser = plainBrowser(staff, world.shop.url)
      const asked = await staffBrowser.visit(paths.mergeUser(into.id))
      const form = await staffBrowser.press(asked, mergeCopy.find, { with: from.email })
      return {
        send: () => staffBrowser.press(form, mergeCopy.merge).catch(() => null),
        left: () => mergesOf(into.id),
      }
    },
    once: { merges: 1, undone: 0, addresses: 1 },
  },
  {
    name: 'a merge is undone',
    write: { table: 'person_merges', on: 'update', when: 'new.undone_at is not null' },
    prepare: async () => {
      const { into, from } = await twoCustomers()
      const staffBrowser = plainBrowser(staff, world.shop.url)
      const asked = await staffBrowser.visit(paths.mergeUser(into.id))
      const form = await staffBrowser.press(asked, mergeCopy.find, { with: from.email })
      const merged = await staffBrowser.press(form, mergeCopy.merge)
      return {
        send: () => staffBrowser.press(merged, mergeCopy.undoButton).catch(() => null),
        left: () => mergesOf(into.id),
      }
    },
    once: { merges: 1, undone: 1, addresses: 0 },
  },
  {
    name: 'a user is deleted',
    write: { table: 'audit_log', on: 'insert', when: `new.action = 'user-deleted'` },
    prepare: async () => {
      const { into } = await twoCustomers()
      return {
        send: () => post(paths.deleteUser(into.id), { to: paths.usersList() }),
        left: () =>
          one(
            `select (select 1 - count(*)::int from users where id = $1::uuid) as gone,
               (select count(*)::int from audit_log
                  where subject_id = $1::text and action = 'user-deleted') as entries`,
            [into.id],
          ),
      }
    },
    once: { gone: 1, entries: 1 },
  },
  {
    name: 'somebody joins the list',
    write: { table: 'mailing_list_clients', on: 'insert' },
    prepare: async () => {
      const email = `${randomUUID()}@list.example`
      const visitor = plainBrowser('', world.shop.url)
      const page = await visitor.visit(paths.join())
      const filled = {
        ...{ fullname: 'Ana Luz', email },
        [honeypotFields.shownAt]: String(Date.now() - 10_000),
      }
      return {
        send: () => visitor.press(page, mailingListCopy.subscribe, filled).catch(() => null),
        left: () =>
          one(
            `select count(*)::int as records, (select count(*)::int from consents
               where email = $1) as consents,
               (select count(*)::int from mails where kind = 'join' and recipient = $1) as mails
             from mailing_list_clients where email = $1`,
            [email],
          ),
      }
    },
    once: { records: 1, mails: 1 },
  },
]

const mergesOf = (into: string) =>
  one(
    `select count(*)::int as merges, count(undone_at)::int as undone,
       (select count(*)::int from user_emails where user_id = $1) as addresses
     from person_merges where into_user = $1`,
    [into],
  )

const releaseForms: Case[] = [
  {
    name: 'a release is paused',
    write: { table: 'releases', on: 'update', when: "new.state = 'paused'" },
    prepare: async () => {
      const { id } = await one<{ id: string }>(
        `insert into releases (name, season, year, kind, opens_at, closes_at, state)
         values ('Faults', 'spring', 2027, 'open', now() - interval '1 hour',
           now() + interval '1 day', 'scheduled') returning id`,
      )
      return {
        send: () =>
          post(paths.release(id, 'live'), { intent: 'pause', reason: 'A fault', version: '1' }),
        left: () =>
          one(
            `select state, version, (select count(*)::int from audit_log
               where subject_id = $1::text and action = 'release-paused') as entries
             from releases where id = $1::uuid`,
            [id],
          ),
      }
    },
    once: { state: 'paused', version: 2, entries: 1 },
  },
]

killAtEach(
  () => world,
  [...shipmentForms, ...shippingForms, ...requestForms, ...peopleForms, ...releaseForms],
)
