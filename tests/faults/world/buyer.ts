import { setTimeout as pause } from 'node:timers/promises'

import { notices } from '#checkout/notices.copy.ts'
import { flashOf } from '#tests/harness/flash-of.ts'

import { payWithCard } from '../../../bench/buy-flow.ts'
import type { Surroundings } from './world.ts'

type Sent = { form?: Record<string, string>; json?: unknown }
type Reply = {
  status: number
  body: string
  setCookies: string[]
  retryAfter: string | null
}

/** How long a buyer retries, in milliseconds. */
const patience = 60_000

/** A member who buys one case and retries each failed request. */
export class Buyer {
  /** Each response of 500 and above, and each broken connection. */
  readonly failures: string[] = []
  readonly #world: Surroundings
  readonly #cookie: string
  readonly #shop: string

  constructor(world: Surroundings, cookie: string, shop: string = world.shop.url) {
    this.#world = world
    this.#cookie = cookie
    this.#shop = shop
  }

  /** One request, as a browser sends it. Throws when the connection breaks. */
  async ask(path: string, { form, json }: Sent = {}): Promise<Reply> {
    const body = form ? new URLSearchParams(form) : json ? JSON.stringify(json) : null
    const response = await fetch(this.#shop + path, {
      redirect: 'manual',
      method: body ? 'POST' : 'GET',
      ...(body ? { body } : {}),
      headers: {
        cookie: this.#cookie,
        accept: 'application/json',
        ...(body ? { origin: this.#shop } : {}),
        ...(json ? { 'content-type': 'application/json' } : {}),
      },
    })
    const { status, headers } = response
    if (status >= 500) {
      this.failures.push(`${body ? 'POST' : 'GET'} ${path.split('?', 1)[0]} ${status}`)
      if (!headers.has('x-request-id')) this.#world.nameless.push(`${path} ${status}`)
    }
    return {
      status,
      body: await response.text(),
      setCookies: headers.getSetCookie(),
      retryAfter: headers.get('retry-after'),
    }
  }

  /** Repeats a request until the response is as wanted, with a short pause between attempts. */
  async #until(
    path: string,
    what: Sent | (() => Promise<Sent>),
    wanted: (reply: Reply) => boolean,
  ): Promise<Reply> {
    const began = performance.now()
    let last = ''
    while (performance.now() - began < patience) {
      const sent = typeof what === 'function' ? await what() : what
      const reply = await this.ask(path, sent).catch((error: Error) => {
        last = String(error.cause ?? error)
        const method = sent.form || sent.json ? 'POST' : 'GET'
        this.failures.push(`${method} ${path.split('?', 1)[0]} broke off`)
        return null
      })
      if (reply && wanted(reply)) return reply
      if (reply) last = `${reply.status} ${reply.body.slice(0, 200)}`
      await pause(100)
    }
    throw new Error(`${path} never responded as expected: ${last}`)
  }

  /** Sets the cart to so many cases, shipped by ground. */
  async fillCart(quantity = 1): Promise<void> {
    const isDone = ({ status }: Reply) => status === 200
    const form = { kind: 'set-quantity', productId: 'malbec-2022', quantity: String(quantity) }
    await this.#until('/cart', { form }, isDone)
    await this.#until('/cart', { form: { kind: 'choose-shipping', method: 'ground' } }, isDone)
  }

  /** The payment page of the cart, or `sold-out`. */
  async checkout(): Promise<string> {
    const isSettled = ({ status, body }: Reply) =>
      status === 200 || (status === 409 && /sold-out|already-paid/.test(body))
    const { status, body } = await this.#until(
      '/api/create-checkout-session',
      { json: {} },
      isSettled,
    )
    if (status === 200) return (JSON.parse(body) as { url: string }).url
    return (JSON.parse(body) as { error: { code: string } }).error.code
  }

  async pay(page: string, fields: Record<string, string> = {}): Promise<string> {
    const back = new URL(await payWithCard(page, fields))
    return back.pathname + back.search
  }

  /** Opens the return URL until it thanks, or says that the order is paid when the thanks were lost on their way. */
  async comeBack(path: string): Promise<void> {
    const isThanked = ({ status, setCookies }: Reply) =>
      status === 200 || flashOf(setCookies)?.sentence === notices['paid-before'].sentence
    await this.#until(path, {}, isThanked)
  }

  /** From an empty cart to the thank-you page; returns `paid` or why not. */
  async buy(): Promise<string> {
    await this.fillCart()
    const page = await this.checkout()
    if (!page.startsWith('http')) return page
    await this.comeBack(await this.pay(page))
    return 'paid'
  }

  /** Opens a checkout for two cases, then buys one: the first checkout is closed. */
  async changeMind(): Promise<string> {
    await this.fillCart(2)
    await this.checkout()
    return this.buy()
  }

  /** Pays for a wine that sold out meanwhile: the payment is refunded, and the page says so. */
  async payTooLate(): Promise<string> {
    await this.fillCart()
    const page = await this.checkout()
    await this.#world.queryDatabase(
      `with ended as (update checkouts set state = 'expired' where session_id = $1 returning 1)
       update products set held = held - 1, stock = sold + held - 1
       where id = 'malbec-2022' and exists (select 1 from ended)`,
      [/cs_[^/?#]+/.exec(page)![0]],
    )
    const isRefunded = ({ setCookies }: Reply) =>
      flashOf(setCookies)?.sentence === notices['given-back'].sentence
    await this.#until(await this.pay(page), {}, isRefunded)
    await this.#world.queryDatabase(`update products set stock = 1000 where id = 'malbec-2022'`)
    return 'paid'
  }

  /** Pays for one case by card on the shop's own page. */
  async buyByCard(): Promise<string> {
    await this.fillCart()
    await this.#until('/api/cardTokenCharge', async () => this.#cardCharge(), isPaidByCard)
    return 'paid'
  }

  async #cardCharge(): Promise<Sent> {
    const { url, secretKey } = this.#world.fakes
    const response = await fetch(`${url}/v1/test_helpers/confirmation_tokens`, {
      method: 'POST',
      body: new URLSearchParams({ payment_method: 'pm_card_visa' }),
      headers: { authorization: `Bearer ${secretKey}` },
    })
    const { id } = (await response.json()) as { id: string }
    return { json: { token: id, amount: oneCase } }
  }

  /** Buys a bottle as a guest: the payment page collects the address, which is checked before capture. */
  async buyOffer(): Promise<string> {
    const wish = { product: 'malbec-2021-bottle', quantity: 1 }
    const isSettled = ({ status }: Reply) => status === 200
    const path = '/api/directlink-create-checkout-session'
    const { body } = await this.#until(path, { json: wish }, isSettled)
    const { url } = JSON.parse(body) as { url: string }
    await this.comeBack(await this.pay(url, toTexas))
    return 'paid'
  }
}

/** The total of one case with ground shipping to California, in cents. */
const oneCase = 51_763

const isPaidByCard = ({ status, body }: Reply) =>
  (status === 200 && (JSON.parse(body) as { status: string }).status === 'succeeded') ||
  (status === 409 && /already-paid|empty-cart/.test(body))

const toTexas = {
  email: 'eva@example.com',
  phone: '5125550123',
  shipping_name: 'Eva Marsh',
  shipping_line1: '400 Congress Ave',
  shipping_city: 'Austin',
  shipping_state: 'TX',
  shipping_postal_code: '78701',
  shipping_country: 'US',
}
