import { send } from './http.ts'

const card = {
  card: '4242424242424242',
  expiry: '12/34',
  cvc: '123',
  name: 'Ana Ruiz',
  email: 'ana@example.com',
}

/** One purchase as a member makes it: wine in the cart, shipping, checkout, card, back to the shop. */
export async function buyOnce(shop: string, cookie: string): Promise<void> {
  const expect = (step: string, { status, body }: { status: number; body: string }) => {
    if (status !== 200) throw new Error(`${step} returned ${status}: ${body.slice(0, 300)}`)
  }
  const cart = (form: Record<string, string>) =>
    send(`${shop}/cart`, { cookie, form, accept: 'application/json' })
  expect('add', await cart({ kind: 'add', productId: 'malbec-2022' }))
  expect('shipping', await cart({ kind: 'choose-shipping', method: 'ground' }))
  const session = await send(`${shop}/api/create-checkout-session`, {
    cookie,
    json: { quantity: 1 },
  })
  expect('checkout', session)
  const page = (JSON.parse(session.body) as { url: string }).url
  const back = new URL(await payWithCard(page))
  expect('return', await send(`${shop}${back.pathname}${back.search}`, { cookie }))
}

/** Pays on the fake server's page; returns the redirect address. */
export async function payWithCard(
  page: string,
  fields: Record<string, string> = {},
): Promise<string> {
  const paid = await send(page, { form: { ...card, ...fields } })
  if (paid.status !== 303) throw new Error(`paying returned ${paid.status}`)
  return paid.headers.location!
}
