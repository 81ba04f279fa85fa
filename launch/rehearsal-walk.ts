import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

import { paths } from '#platform/http/paths.rules.ts'
import { rehearsalNotice } from '#platform/layout/rehearsal.copy.ts'

import { CannotStart } from './cannot-start.mjs'

type Shop = { url: string; certificate: string; fakesUrl: string }

const person = { firstname: 'Ana', lastname: 'Ruiz', email: 'ana@example.com' }
const home = { address: '1200 Valencia Street', city: 'San Francisco', state: 'CA' }
const card = { card: '4242424242424242', expiry: '12/34', cvc: '123', name: 'Ana Ruiz' }

type Mail = { subject: string; text: string }

/**
 * A new customer registers, buys a case and gets a receipt, by the requests of a browser without scripts.
 * Returns the order's number and sum; throws `CannotStart` with the step that went wrong.
 */
export async function buyACase(shop: Shop): Promise<{ number: string; sum: string }> {
  setDefaultCACertificates([...getCACertificates(), readFileSync(shop.certificate, 'utf8')])
  const cookies = new Map<string, string>()

  async function ask(step: string, path: string, wanted: number, form?: Record<string, string>) {
    const response = await fetch(shop.url + path, {
      redirect: 'manual',
      headers: {
        cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
        ...(form && { origin: shop.url }),
        ...(path === '/cart' && { accept: 'application/json' }),
      },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!
      cookies.set(name!, value!)
    }
    const body = await response.text()
    if (response.status !== wanted) {
      const id = response.headers.get('x-request-id')
      throw new CannotStart(
        `${step}: ${path} answered ${response.status} instead of ${wanted} (request ${id}).`,
      )
    }
    const isPage = response.headers.get('content-type')?.includes('text/html')
    if (isPage && body && !body.includes(rehearsalNotice)) {
      throw new CannotStart(`${step}: ${path} does not say “${rehearsalNotice}”.`)
    }
    return { body, location: response.headers.get('location') ?? '' }
  }

  for (const path of ['/', '/ourwines', '/login', '/terms']) await ask('Looking', path, 200)
  await ask('Looking', '/no-such-page', 404)
  await ask('Saying that one is 21', '/age-gate', 303, { age: 'over', to: '/' })
  await ask('Registering', '/signin', 302, { ...person, password: 'altamira 2022' })
  const { body: account } = await ask('The address', '/edit', 200)
  const [, version = ''] = /name="version" value="(\d+)"/.exec(account) ?? []
  const address = { intent: 'shipping', version, ...home, addressExtra: '', zipCode: '94110' }
  await ask('The address', '/edit', 303, address)
  const wine = { kind: 'set-quantity', productId: 'malbec-2022', quantity: '1' }
  await ask('The cart', '/cart', 200, wine)
  await ask('The cart', '/cart', 200, { kind: 'choose-shipping', method: 'ground' })
  const { location: url } = await ask('The checkout', paths.createCheckoutSession(), 303, {})
  const paid = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ ...card, email: person.email }),
  })
  const back = URL.parse(paid.headers.get('location') ?? '')
  if (!back) throw new CannotStart(`Paying: the payment page answered ${paid.status}.`)
  await ask('Coming back', back.pathname + back.search, 200)

  const receipt = await mailAbout(shop.fakesUrl, /K-\d+/)
  const [number] = /K-\d+/.exec(receipt.subject + receipt.text)!
  const [, sum = 'a case'] = /Total\s+(\$[\d,]+\.\d\d)/.exec(receipt.text) ?? []
  await ask('The order', '/members?view=orders', 200)
  return { number, sum }
}

/** The email to the customer that matches; every email of the shop has to say that nothing is sold. */
async function mailAbout(fakesUrl: string, pattern: RegExp): Promise<Mail> {
  for (let tries = 0; tries < 120; tries++) {
    const response = await fetch(`${fakesUrl}/mail/messages`)
    const { messages } = (await response.json()) as { messages: (Mail & { to: unknown })[] }
    const unmarked = messages.find(({ subject }) => !subject.startsWith(rehearsalNotice))
    if (unmarked) {
      throw new CannotStart(`The email “${unmarked.subject}” does not say “${rehearsalNotice}”.`)
    }
    const found = messages.find(
      ({ to, subject, text }) =>
        JSON.stringify(to).includes(person.email) && pattern.test(subject + text),
    )
    if (found) return found
    await pause(500)
  }
  throw new CannotStart('The receipt: no email about the order came within a minute.')
}
