import type { Bench } from './bench.ts'
import type { Row } from './figures.ts'
import { row } from './figures.ts'
import { send } from './http.ts'

/** The requests of a release day, in the order a buyer makes them. */
const requests: { what: string; path: string; form?: Record<string, string>; json?: unknown }[] = [
  { what: 'GET /', path: '/' },
  { what: 'GET /login', path: '/login' },
  { what: 'GET /members', path: '/members' },
  { what: 'GET /mono', path: '/mono' },
  { what: 'GET /edit', path: '/edit' },
  { what: 'POST /cart (add)', path: '/cart', form: { kind: 'add', productId: 'malbec-2022' } },
  {
    what: 'POST /cart (shipping)',
    path: '/cart',
    form: { kind: 'choose-shipping', method: 'ground' },
  },
  { what: 'POST /api/create-checkout-session', path: '/api/create-checkout-session', json: {} },
  { what: '… the same again', path: '/api/create-checkout-session', json: {} },
  {
    what: 'POST /cart (other shipping)',
    path: '/cart',
    form: { kind: 'choose-shipping', method: 'overnight' },
  },
  {
    what: 'POST /api/create-checkout-session (replaces)',
    path: '/api/create-checkout-session',
    json: {},
  },
  { what: 'GET /members?view=orders', path: '/members?view=orders' },
]

/** Statements each request sends to PostgreSQL, without begin and commit; the target is 6. */
export async function queryCounts({ shop, newMembers }: Bench): Promise<Row[]> {
  const [cookie] = (await newMembers(1)) as [string]
  const rows: Row[] = []
  for (const { what, path, form, json } of requests) {
    const response = await send(`${shop}${path}`, { cookie, form, json })
    const count = response.headers['x-queries'] ?? '0 (from memory)'
    rows.push(row(what, String(count), String(response.status)))
  }
  return rows
}
