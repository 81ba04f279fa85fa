import { afterEach, expect, test, vi } from 'vitest'

import { fetchCart, sendCartChange } from './send-cart-change.ts'

const json = (body: object, status = 200) => Response.json(body, { status })
const added = { kind: 'add', productId: 'malbec-2022', upTo: 2 } as const

/** The cart's page, which responds like this. */
function responding(response: Response) {
  const location = { assign: vi.fn<(to: string) => void>(), reload: vi.fn<() => void>() }
  vi.stubGlobal('window', { location })
  const asked = vi.fn<typeof fetch>().mockResolvedValue(response)
  vi.stubGlobal('fetch', asked)
  return { location, asked }
}
afterEach(() => vi.unstubAllGlobals())

/** Whether it is over, and does not wait for the next page. */
const isOver = (work: Promise<unknown>) =>
  Promise.race([
    work.then(
      () => true,
      () => true,
    ),
    new Promise((resolve) => setTimeout(resolve, 250, false)),
  ])

test('a change is sent as a form is, and the answer is the cart', async () => {
  const { asked } = responding(json({ view: 1, whyNot: null }))
  expect(await sendCartChange(added)).toEqual({ view: 1, whyNot: null })
  const [path, sent] = asked.mock.calls[0]!
  expect(path).toBe('/cart')
  expect(sent).toMatchObject({
    ...{ method: 'POST', keepalive: true, headers: { accept: 'application/json' } },
    body: new URLSearchParams({ kind: 'add', productId: 'malbec-2022', upTo: '2' }),
  })
})

test.each([500, 503, 429])('an error of %i is no cart', async (status) => {
  responding(json({ error: { code: 'other' } }, status))
  await expect(sendCartChange(added)).rejects.toThrow(`responded with ${status}`)
  responding(json({ view: 1 }, status))
  await expect(fetchCart()).rejects.toThrow(`responded with ${status}`)
})

test('the line leads to the cart’s page, and a lost login session reloads this one', async () => {
  const line = responding(json({ error: { code: 'waiting' } }, 429))
  expect(await isOver(sendCartChange(added))).toBe(false)
  expect(line.location.assign).toHaveBeenCalledExactlyOnceWith('/cart')
  const redirected = new Response('<html>')
  Object.defineProperty(redirected, 'redirected', { value: true })
  const out = responding(redirected)
  expect(await isOver(fetchCart())).toBe(false)
  expect(out.location.reload).toHaveBeenCalledOnce()
})
