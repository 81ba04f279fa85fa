import { randomUUID } from 'node:crypto'

import { beforeAll, expect, test } from 'vitest'

import { orderLinkTokens } from '#orders/guests/order-link-tokens.server.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { aMember, ask, purchase } from '#tests/harness/callers.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { expectQuietLog } from '#tests/harness/quiet-log.ts'
import { authSecretOf } from '#tests/harness/server-secrets.ts'

type Order = { id: string; number: number; email: string; token: string }

let ours: Order
let other: Order

/** A guest's order with a box under way; nothing but its link leads there. */
async function aGuestOrder(): Promise<Order> {
  const session = await purchase(await aMember())
  const [order] = await queryDatabase<Omit<Order, 'token'>>(
    `update orders set user_id = null where session_id = $1
     returning id, number, email`,
    [session],
  )
  const [shipment] = await queryDatabase<{ id: string }>(
    `insert into shipments (order_id, kind, state, method, shipped_at)
     values ($1, 'first', 'shipped', 'ground', now()) returning id`,
    [order!.id],
  )
  await queryDatabase(
    `insert into shipment_events (shipment_id, at, source, kind, place)
     values ($1, now(), 'carrier', 'shipped', 'Napa, CA 94558')`,
    [shipment!.id],
  )
  return { ...order!, token: orderLinkTokens(authSecretOf()).sign(order!.id) }
}

beforeAll(async () => {
  ours = await aGuestOrder()
  other = await aGuestOrder()
})

/** What the order would say of itself. */
const facts = ({ number, email }: Order) => [
  `K-${number}`,
  email,
  'Valencia',
  '94110',
  '4155550123',
  '(415) 555-0123',
]

test('shared, it shows the order with city and state, and nothing else of its buyer', async () => {
  const response = await ask(paths.guestOrder(ours.token), { caller: null })
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toContain('no-store')
  const page = await response.text()
  expect(page).toContain(`K-${ours.number}`)
  expect(page).toContain('San Francisco, California')
  const [, ...personal] = facts(ours)
  for (const fact of [...personal, 'Ruiz', 'Napa']) expect(page).not.toContain(fact)
  expect(page).not.toContain(`K-${other.number}`)
})

test('guessed, truncated, altered, of another order or none: 404, and nothing of any order', async () => {
  const [id, signature] = ours.token.split('.') as [string, string]
  const tokens = {
    truncated: ours.token.slice(0, -1),
    longer: `${ours.token}A`,
    'without a signature': id,
    'with an empty signature': `${id}.`,
    'in capitals': `${id.toUpperCase()}.${signature}`,
    'of another order, with our signature': `${other.id}.${signature}`,
    'with a guessed signature': `${other.id}.${'A'.repeat(22)}`,
    'signed with another secret': orderLinkTokens('a secret that someone guessed').sign(other.id),
    'of an order that is none': orderLinkTokens(authSecretOf()).sign(randomUUID()),
    'an order number': `K-${other.number}`,
    'a bare number': String(other.number),
  }
  for (const [name, token] of Object.entries(tokens)) {
    for (const path of [paths.guestOrder(token), `${paths.guestOrder(token)}.data`]) {
      const response = await ask(path, { caller: null })
      expect(response.status, `${name}: ${path}`).toBe(404)
      const page = await response.text()
      // An address that was typed comes back in its own page.
      const secret = [...facts(ours), ...facts(other)].filter((fact) => !token.includes(fact))
      for (const fact of secret) expect(page, name).not.toContain(fact)
    }
  }
})

test('its form acts on no other order’s box', async () => {
  const [theirs] = await queryDatabase<{ id: string; state: string }>(
    'select id, state from shipments where order_id = $1',
    [other.id],
  )
  for (const intent of ['collect', 'refund', 'send-again', 'send-at-risk', 'choose-slot']) {
    const form = { intent, shipment: theirs!.id, accept: 'yes' }
    const response = await ask(paths.guestOrder(ours.token), { caller: null, form })
    expect([400, 404], intent).toContain(response.status)
  }
  const [after] = await queryDatabase<{ state: string; events: number }>(
    `select state, return_choice, (select count(*)::int from shipment_events
       where shipment_id = shipments.id) as events from shipments where id = $1`,
    [theirs!.id],
  )
  expect(after).toEqual({ state: theirs!.state, return_choice: null, events: 1 })
})

test('after 120 days it is 404, as one that never was', async () => {
  await queryDatabase(
    `update orders set created_at = now() - interval '120 days 1 minute' where id = $1`,
    [other.id],
  )
  const response = await ask(paths.guestOrder(other.token), { caller: null })
  expect(response.status).toBe(404)
  const page = await response.text()
  for (const fact of facts(other)) expect(page).not.toContain(fact)
  await expectQuietLog()
})
