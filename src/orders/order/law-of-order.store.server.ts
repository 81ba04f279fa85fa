import { sql } from 'drizzle-orm'

import type { StateProblem } from '#catalogue/destinations/state-rules/state-rules.rules.ts'
import type { StateSale } from '#catalogue/destinations/state-rules/state-verdict.store.server.ts'
import { stateVerdict } from '#catalogue/destinations/state-rules/state-verdict.store.server.ts'
import type { Address } from '#platform/address/address.rules.ts'
import type { Transaction } from '#platform/database/connection.server.ts'
import { users } from '#platform/database/people.tables.ts'

import { orderLines, orders } from './tables.ts'

/**
 * Why the law of a state forbids that the wine of an order, or so many units of it, goes to an address there; or null.
 * The order itself does not count beside it. To be called before any row is locked: sales that count together wait for
 * each other from here on until the transaction ends. One statement where the law need not be asked.
 */
export async function whyLawForbids(
  tx: Transaction,
  orderId: string,
  { to, at, units }: { to: Address; at: Date; units?: Readonly<Record<string, number>> },
): Promise<StateProblem | null> {
  const { rows } = await tx.execute<
    Pick<StateSale, 'userId' | 'email' | 'units'> & Pick<StateSale['shipTo'], 'name' | 'birthdate'>
  >(sql`
    select o.user_id as "userId", o.email, coalesce(nullif(o.ship_to ->> 'name', ''), o.name) as name,
      coalesce(nullif(o.ship_to ->> 'birthdate', ''), buyer.birthdate::text) as birthdate,
      (select coalesce(jsonb_object_agg(line.product_id, line.quantity - line.returned), '{}')
        from ${orderLines} as line where line.order_id = o.id) as units
    from ${orders} as o left join ${users} as buyer on buyer.id = o.user_id
    where o.id = ${orderId}::uuid and has_state_rules(${to.state}, ${to.zipCode})`)
  const [found] = rows
  if (!found) return null
  const { name, birthdate, ...sale } = found
  const asked = { ...sale, ...(units && { units }), shipTo: { ...to, name, birthdate }, orderId }
  return (await stateVerdict(tx, asked, at, { locks: true })).problem
}

/**
 * The same once it is paid. A state that was suspended meanwhile takes nothing from the buyer: the wine waits until it
 * is resumed.
 */
export async function whyLawForbidsPaid(
  ...asked: Parameters<typeof whyLawForbids>
): Promise<StateProblem | null> {
  const problem = await whyLawForbids(...asked)
  return problem === 'state-suspended' ? null : problem
}
