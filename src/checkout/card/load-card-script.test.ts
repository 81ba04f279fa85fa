import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { loadCardScript } from './load-card-script.ts'

/** A script element; it is on the page from when it is added until it is removed. */
class Script extends EventTarget {
  src = ''
  async = false
  remove() {
    onPage = onPage.filter((one) => one !== this)
  }
}

let onPage: Script[]
let added: number
let page: { Stripe?: (key: string) => object }

beforeEach(() => {
  vi.useFakeTimers()
  onPage = []
  added = 0
  page = {}
  vi.stubGlobal('window', page)
  vi.stubGlobal('CSS', { escape: (text: string) => text })
  vi.stubGlobal('document', {
    createElement: () => new Script(),
    querySelector: (selector: string) =>
      onPage.find(({ src }) => selector === `script[src="${src}"]`) ?? null,
    head: {
      append: (script: Script) => {
        onPage.push(script)
        added += 1
      },
    },
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const load = () => loadCardScript({ scriptUrl: 'https://cards.example/v1', publicKey: 'pk_1' })

/** The script arrives and defines what the page needs. */
function arrives() {
  page.Stripe = (key) => ({ key })
  onPage[0]!.dispatchEvent(new Event('load'))
}
const fails = () => onPage[0]!.dispatchEvent(new Event('error'))

test('the script is loaded once for all who need it, and opened with our key', async () => {
  const [one, other] = [load(), load()]
  expect(onPage).toMatchObject([{ src: 'https://cards.example/v1', async: true }])
  arrives()
  const opened = { key: 'pk_1' }
  expect(await Promise.all([one, other, load()])).toEqual([opened, opened, opened])
  expect(added).toBe(1)
  expect(vi.getTimerCount()).toBe(0)
})

test('a script that could not be loaded is asked for anew by the next who needs it', async () => {
  const first = load()
  fails()
  await expect(first).rejects.toThrow('could not be loaded')
  const second = load()
  expect([onPage.length, added]).toEqual([1, 2])
  arrives()
  expect(await second).toEqual({ key: 'pk_1' })
})

test('a script that does not come within fifteen seconds is given up, and taken when it comes later', async () => {
  const first = load()
  const given = first.catch((error: Error) => error.message)
  await vi.advanceTimersByTimeAsync(14_999)
  const second = load()
  await vi.advanceTimersByTimeAsync(1)
  expect(await given).toBe('The card script timed out')
  arrives()
  expect(await second).toEqual({ key: 'pk_1' })
  expect(added).toBe(1)
})

test('a script that is not the provider’s is a failure', async () => {
  const loading = load()
  onPage[0]!.dispatchEvent(new Event('load'))
  await expect(loading).rejects.toThrow('defined no Stripe')
})
