import { afterEach, expect, test, vi } from 'vitest'

import type { CartChange } from './cart-change.rules.ts'
import { openCartQueue } from './cart-queue.ts'

afterEach(() => vi.unstubAllGlobals())

/** A queue whose changes are answered one by one, and what it tells of them. */
function aQueue() {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  })
  const sent: string[] = []
  const answers: ((response: Response | Error) => void)[] = []
  vi.stubGlobal('fetch', (_path: string, { body }: { body?: URLSearchParams } = {}) => {
    sent.push(String(body ?? 'read'))
    return new Promise((resolve, reject) =>
      answers.push((response) =>
        response instanceof Error ? reject(response) : resolve(response),
      ),
    )
  })
  const told: unknown[] = []
  const queue = openCartQueue({
    onServer: (view) => told.push(view),
    onWaiting: (steps) => told.push(steps.length),
    onRefused: (why) => told.push(why),
  })
  const answer = async (response: Response | Error, place = 0) => {
    answers.splice(place, 1)[0]!(response)
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
  return { queue, sent, told, answer }
}

const of = (quantity: number, productId = 'a'): CartChange => ({
  kind: 'set-quantity',
  productId,
  quantity,
})
const is = (view: string, whyNot: string | null = null) => Response.json({ view, whyNot })

test('changes are sent one by one, of one wine only the newest that is not sent yet', async () => {
  const { queue, sent, told, answer } = aQueue()
  queue.change(of(1))
  queue.change(of(2))
  queue.change(of(3, 'b'))
  queue.change(of(4))
  expect(sent).toEqual(['kind=set-quantity&productId=a&quantity=1'])
  await queue.refresh()
  await answer(is('one'))
  await answer(is('two', 'few-left'))
  const underWay = queue.underWay()
  await answer(is('three'))
  // One of them was refused.
  expect(await underWay).toBe(false)
  expect(sent.map((each) => each.slice(-1))).toEqual(['1', '3', '4'])
  expect(told).toEqual([1, 2, 3, 3, 'one', 2, 'two', 'few-left', 1, 'three', 0])
  expect(queue.underWay()).toBeNull()
})

test('without an answer nothing waits any more, and the next page knows that it was left', async () => {
  const { queue, sent, told, answer } = aQueue()
  expect(queue.wasLeftUnderWay()).toBe(false)
  queue.change(of(1))
  expect(queue.wasLeftUnderWay()).toBe(true)
  expect(queue.wasLeftUnderWay()).toBe(false)
  queue.change(of(2))
  const underWay = queue.underWay()
  await answer(new Error('offline'))
  expect(told.slice(-2)).toEqual(['offline', 0])
  expect(await underWay).toBe(false)
  // It may have been made: the cart is read again.
  expect(sent.at(-1)).toBe('read')
  await answer(is('as it is'))
  expect(told.at(-1)).toBe('as it is')
  // It ended after this page was asked for; one that ended before is in its cart.
  expect(queue.wasLeftUnderWay()).toBe(true)
  sessionStorage.setItem('cart-under-way', String(performance.timeOrigin - 1))
  expect(queue.wasLeftUnderWay()).toBe(false)
})

test('changes that were all made are followed by what waits for them', async () => {
  const { queue, answer } = aQueue()
  queue.change(of(1))
  const underWay = queue.underWay()
  await answer(is('one'))
  expect(await underWay).toBe(true)
})

test('the cart is read while nothing is under way, and no late answer is taken', async () => {
  const { queue, told, answer } = aQueue()
  const read = queue.refresh()
  queue.change(of(1))
  await answer(is('late'))
  await read
  expect(told).toEqual([1])
  await answer(is('changed'))
  const again = queue.refresh()
  await answer(is('read'))
  await again
  expect(told.slice(1)).toEqual(['changed', 0, 'read'])
  // Also one that was read before a change and arrives after its answer.
  const before = queue.refresh()
  queue.change(of(2))
  await answer(is('changed again'), 1)
  await answer(is('late'))
  await before
  expect(told.slice(4)).toEqual([1, 'changed again', 0])
})
