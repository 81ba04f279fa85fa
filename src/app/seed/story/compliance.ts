import { licences } from '#catalogue/destinations/state-rules/tables.ts'
import { products } from '#catalogue/wines/tables.ts'
import { wineFacts } from '#compliance/tables.ts'
import type { Database } from '#platform/database/connection.server.ts'

const day = 24 * 60 * 60 * 1_000

/** Made-up licenses: `endsIn` is in days. One of them ends soon. */
const held = [
  {
    state: 'CA',
    holder: 'business',
    number: 'DEMO-CA-1',
    endsIn: 240,
    every: 'quarter',
    dueDay: 30,
  },
  {
    state: 'NY',
    holder: 'business',
    number: 'DEMO-NY-1',
    endsIn: 130,
    every: 'half-year',
    dueDay: 20,
  },
  { state: 'TX', holder: 'business', number: 'DEMO-TX-1', endsIn: 12, every: 'month', dueDay: 15 },
  { state: 'TX', holder: 'shipper', number: 'DEMO-TX-2', endsIn: 310, every: null, dueDay: null },
] as const

/** Licenses of three states, and what reports say of the wines. */
export async function tellOfCompliance(db: Database, now: Date): Promise<string> {
  const on = (days: number) => new Date(now.getTime() + days * day).toISOString().slice(0, 10)
  const made = await db
    .insert(licences)
    .values(
      held.map(({ state, holder, number, endsIn, every, dueDay }) => ({
        ...{ state, holder, number, kind: 'Direct shipper', from: on(endsIn - 365) },
        ...{ until: on(endsIn), reportsEvery: every, reportsDueDay: dueDay },
        addedBy: 'staff@kohue.example',
      })),
    )
    .onConflictDoNothing()
    .returning({ id: licences.id })
  if (made.length === 0) return 'compliance: it is there already'
  const facts = { brand: 'Kohue', class: 'Table wine', alcohol: 14.2, country: 'Argentina' }
  const wines = await db.select({ productId: products.id }).from(products)
  await db
    .insert(wineFacts)
    .values(wines.map((wine) => ({ ...wine, ...facts })))
    .onConflictDoNothing()
  return `compliance: ${made.length} licenses`
}
