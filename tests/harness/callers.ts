import { randomUUID } from 'node:crypto'

import { queryDatabase } from './database-queries.ts'
import { theShop } from './the-shop.ts'

export type Caller = { cookie: string; id: string; email: string; password: string }

type RequestOptions = Omit<RequestInit, 'headers' | 'body'> & {
  headers?: Record<string, string>
  caller?: Pick<Caller, 'cookie'> | null | undefined
  form?: Record<string, string>
  json?: unknown
  body?: RequestInit['body']
}

/** Sends a request as the shop's own pages do, with `headers` added. Does not follow redirects. */
export function ask(path: string, { caller, form, json, headers, ...rest }: RequestOptions = {}) {
  const { url } = theShop()
  const body = form
    ? new URLSearchParams(form)
    : json === undefined
      ? rest.body
      : JSON.stringify(json)
  const writes = body !== undefined && body !== null
  return fetch(url + path, {
    redirect: 'manual',
    ...rest,
    method: rest.method ?? (writes ? 'POST' : 'GET'),
    ...(writes && { body }),
    headers: {
      ...(writes && { origin: url }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...(caller && { cookie: `ageKey=older; ${caller.cookie}` }),
      ...headers,
    },
  })
}

const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')

/** Registers a new user. */
export async function aMember(): Promise<Caller> {
  const person = { email: `${randomUUID()}@example.com`, password: 'altamira' }
  const response = await ask('/signin', {
    form: { firstname: 'Ana', lastname: 'Ruiz', ...person },
  })
  if (response.status !== 302) throw new Error(`Registering returned ${response.status}`)
  const [row] = await queryDatabase<{ id: string }>('select id from users where email = $1', [
    person.email,
  ])
  return { ...person, id: row!.id, cookie: cookiesOf(response) }
}

/** A new member of staff. */
export async function aStaffMember(): Promise<Caller> {
  const member = await aMember()
  await queryDatabase(`update users set role = 'staff' where id = $1`, [member.id])
  return member
}

/** Staff whose login session has expired. */
export async function anExpiredStaffMember(): Promise<Caller> {
  const staff = await aStaffMember()
  await queryDatabase(
    `update sessions set expires_at = now() - interval '1 hour' where user_id = $1`,
    [staff.id],
  )
  return staff
}

/** Gives the member an address that wine may be shipped to. */
export async function withAddress(member: Caller): Promise<Caller> {
  await queryDatabase(
    `update users set address = '1200 Valencia Street', city = 'San Francisco', state = 'CA',
       zip_code = '94110', phone = '4155550123' where id = $1`,
    [member.id],
  )
  return member
}

/** Puts a case in the member's cart, shipped by ground. */
export async function fillCart(member: Caller, quantity = 1): Promise<void> {
  const set = { kind: 'set-quantity', productId: 'malbec-2022', quantity: String(quantity) }
  for (const form of [set, { kind: 'choose-shipping', method: 'ground' }]) {
    const response = await ask('/cart', {
      caller: member,
      form,
      headers: { accept: 'application/json' },
    })
    if (response.status !== 200) throw new Error(`The cart returned ${response.status}`)
  }
}

/** Buys one case through the member's own requests; returns the checkout session's id. */
export async function purchase(member: Caller): Promise<string> {
  await withAddress(member)
  await fillCart(member)
  const opened = await ask('/api/create-checkout-session', { caller: member, json: {} })
  const { url } = (await opened.json()) as { url: string }
  const card = { card: '4242424242424242', expiry: '12/34', cvc: '123', name: 'Ana Ruiz' }
  const body = new URLSearchParams({ ...card, email: member.email })
  const paid = await fetch(url, { method: 'POST', body, redirect: 'manual' })
  const back = new URL(paid.headers.get('location')!)
  const thanked = await ask(back.pathname + back.search, { caller: member })
  if (thanked.status !== 200) throw new Error(`The return page returned ${thanked.status}`)
  return back.searchParams.get('session_id')!
}
