import { ask } from './http.ts'
import { drive, percentile } from './figures.ts'

const card = {
  card: '4242424242424242',
  expiry: '12/34',
  cvc: '123',
  name: 'Ana Ruiz',
  email: 'ana@example.com',
}

/** One purchase as a member makes it: wine in the cart, shipping, checkout, card, back to the shop. */
export async function buyOnce(shop: string, cookie: string): Promise<void> {
  const expect = (step: string, status: number, wanted: number) => {
    if (status !== wanted) throw new Error(`${step} answered ${status}`)
  }
  const cart = (form: Record<string, string>) =>
    ask(`${shop}/cart`, { cookie, form, accept: 'application/json' })
  expect('add', (await cart({ kind: 'add', productId: 'malbec-2022' })).status, 200)
  expect('shipping', (await cart({ kind: 'choose-shipping', method: 'ground' })).status, 200)
  const session = await ask(`${shop}/api/create-checkout-session`, {
    cookie,
    json: { quantity: 1 },
  })
  expect('checkout', session.status, 200)
  const page = (JSON.parse(session.body) as { url: string }).url
  const paid = await ask(page, { form: card })
  expect('paying', paid.status, 303)
  const back = new URL(paid.headers.location!)
  expect('return', (await ask(`${shop}${back.pathname}${back.search}`, { cookie })).status, 200)
}

export type BuyFigures = {
  atOnce: number
  perSecond: number
  p50: number
  p95: number
  p99: number
}

/** Purchases per second with some buyers at once; each buyer buys once. */
export async function buyFlow(
  shop: string,
  cookies: string[],
  atOnce: number,
  seconds: number,
): Promise<BuyFigures> {
  const { perSecond, millis } = await drive(atOnce, { seconds, times: cookies.length }, (index) =>
    buyOnce(shop, cookies[index]!),
  )
  const [p50, p95, p99] = [50, 95, 99].map((percent) => percentile(millis, percent)) as [
    number,
    number,
    number,
  ]
  return { atOnce, perSecond, p50, p95, p99 }
}
