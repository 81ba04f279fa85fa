import { setTimeout as pause } from 'node:timers/promises'

import { expect } from 'vitest'

import { inconsistencies } from '#tests/harness/consistency.ts'

import type { Surroundings } from './world.ts'

type Payment = { id: string; status: string; amount_received: number }

/** All pages of a list at the provider. */
async function listed<Row extends { id: string }>(
  world: Surroundings,
  path: string,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let after = ''; ; after = `&starting_after=${rows.at(-1)!.id}`) {
    const response = await fetch(`${world.fakes.url}/v1/${path}?limit=100${after}`, {
      headers: { authorization: `Bearer ${world.fakes.secretKey}` },
    })
    const page = (await response.json()) as { data: Row[]; has_more: boolean }
    rows.push(...page.data)
    if (!page.has_more) return rows
  }
}

/** Compares the provider's payments with the shop's orders: each payment has its order or its refund. */
async function paymentMismatches(world: Surroundings): Promise<string[]> {
  const payments = await listed<Payment>(world, 'payment_intents')
  const refunds = await listed<{ id: string; payment_intent: string }>(world, 'refunds')
  const orders = await world.queryDatabase<{ payment: string; total: number; state: string }>(
    `select payment_intent_id as payment, total_cents as total, state from orders
     where payment_intent_id is not null`,
  )
  const forShipping = await world.queryDatabase<{ payment: string }>(
    `select payment_intent_id as payment from checkouts
     where channel in ('reshipment', 'difference') and state = 'paid'`,
  )
  const isForShipping = (id: string) => forShipping.some(({ payment }) => payment === id)
  const paid = payments.filter(({ id, status }) => status === 'succeeded' && !isForShipping(id))
  const mismatches: string[] = []
  for (const { id, amount_received } of paid) {
    const own = orders.filter(({ payment }) => payment === id)
    const isRefunded = refunds.some((refund) => refund.payment_intent === id)
    if (own.length > 1) mismatches.push(`${own.length} orders for ${id}`)
    if (own.length === 0 && !isRefunded) mismatches.push(`${id} is paid and is no order`)
    if (own[0] && own[0].total !== amount_received) mismatches.push(`${id} was paid otherwise`)
    if (own[0] && (own[0].state === 'refunded') !== isRefunded) {
      mismatches.push(
        `${id} is ${own[0].state}, at the provider ${isRefunded ? '' : 'not '}refunded`,
      )
    }
  }
  const paidIds = new Set(paid.map(({ id }) => id))
  for (const { payment } of orders)
    if (!paidIds.has(payment)) mismatches.push(`an order of the unpaid ${payment}`)
  return mismatches
}

/** Emails of the outbox that were never delivered, or delivered twice without being marked as a repeat. */
async function emailMismatches(world: Surroundings): Promise<string[]> {
  const sent = await world.queryDatabase<{ number: string }>(
    `select props->>'number' as number from mails where kind = 'order-confirmation'
     and state = 'sent'`,
  )
  const response = await fetch(
    `${world.fakes.url}/mail/messages?subject=Your+Kohue+order&limit=500`,
  )
  const { messages } = (await response.json()) as {
    messages: { subject: string; headers: Record<string, string> }[]
  }
  const mismatches: string[] = []
  for (const { number } of sent) {
    const own = messages.filter(({ subject }) => subject.endsWith(`K-${number}`))
    const first = own.filter(({ headers }) => !('X-Kohue-Repeat' in headers))
    if (own.length === 0) mismatches.push(`the confirmation of K-${number} was not delivered`)
    if (first.length > 1) mismatches.push(`K-${number} was confirmed ${first.length} times`)
  }
  return mismatches
}

/** Expires leases and delays, and runs the jobs that clean up. */
async function settle(world: Surroundings): Promise<void> {
  // The leases of a killed process would expire only after minutes.
  await world.queryDatabase(`update graphile_worker._private_jobs
    set locked_at = locked_at - interval '1 hour' where locked_at < now() - interval '3 seconds'`)
  await world.queryDatabase(`update mails set claimed_at = claimed_at - interval '1 hour'
    where state = 'sending' and claimed_at < now() - interval '3 seconds'`)
  await world.queryDatabase(`update mails set next_try_at = now() where state = 'queued'`)
  await world.queryDatabase(`update graphile_worker._private_jobs set run_at = now()
    where run_at > now() and attempts > 0 and locked_at is null`)
  await world.queryDatabase(`select graphile_worker.add_job('free-stuck-jobs', '{}'::json,
    job_key := 'settle-1'), graphile_worker.add_job('settle-pending-payments', '{}'::json,
    job_key := 'settle-2')`)
}

type AtRest = { jobs: number; emails: number }

/** Waits until the queue and the outbox are empty. */
async function untilAtRest(world: Surroundings): Promise<void> {
  for (let tries = 0; tries < 240; tries++) {
    const [left] = await world.queryDatabase<AtRest>(
      `select (select count(*)::int from graphile_worker.jobs where attempts < max_attempts
         and (locked_at is not null or attempts > 0 or run_at <= now())) as jobs,
       (select count(*)::int from mails where state in ('queued', 'sending')) as emails`,
    )
    if (left!.jobs === 0 && left!.emails === 0) return
    if (tries % 20 === 19) await settle(world)
    await pause(250)
  }
  throw new Error('The queue did not become empty')
}

/** After injected faults: expects nothing lost or duplicated once the queue is empty, and a request id for each failure. */
export async function expectConsistent(world: Surroundings): Promise<{ orders: number }> {
  await settle(world)
  await untilAtRest(world)
  const mismatches = [
    ...(await inconsistencies(world.databaseUrl)),
    ...(await paymentMismatches(world)),
    ...(await emailMismatches(world)),
    ...world.nameless.map((what) => `no request id: ${what}`),
  ]
  expect(mismatches).toEqual([])
  const [counts] = await world.queryDatabase<{ orders: number }>(
    'select count(*)::int as orders from orders where payment_intent_id is not null',
  )
  return counts!
}
