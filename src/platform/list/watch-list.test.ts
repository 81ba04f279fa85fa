import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { watchList } from './watch-list.ts'

const second = 1_000

/** The stream of the page, as the browser has it. */
class Stream extends EventTarget {
  static open: Stream[] = []
  static opened = 0
  readonly address: string
  constructor(address: string) {
    super()
    this.address = address
    Stream.open.push(this)
    Stream.opened += 1
  }
  close() {
    Stream.open = Stream.open.filter((one) => one !== this)
  }
}

let page: EventTarget & { visibilityState: 'visible' | 'hidden' }
let changes: number
let stop: () => void

/** What the server sends, or how the connection breaks. */
const comes = (event: string) => Stream.open[0]!.dispatchEvent(new Event(event))

const turn = (visibilityState: 'visible' | 'hidden') => {
  page.visibilityState = visibilityState
  page.dispatchEvent(new Event('visibilitychange'))
}

const wait = (seconds: number) => vi.advanceTimersByTime(seconds * second)

/** What was called back and opened since the last look, and how many streams are open now. */
const seen = () => {
  const since = { changes, opened: Stream.opened, open: Stream.open.length }
  changes = 0
  Stream.opened = 0
  return since
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' as const })
  vi.stubGlobal('document', page)
  vi.stubGlobal('EventSource', Stream)
  Stream.open = []
  Stream.opened = 0
  changes = 0
  stop = watchList('/admin/orders/events', () => (changes += 1))
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('a stream is open while the page is visible; each of its changes is told', () => {
  expect(Stream.open[0]!.address).toBe('/admin/orders/events')
  expect(seen()).toEqual({ changes: 0, opened: 1, open: 1 })
  comes('ready')
  expect(seen()).toEqual({ changes: 1, opened: 0, open: 1 })
  comes('change')
  comes('change')
  expect(seen()).toEqual({ changes: 2, opened: 0, open: 1 })
  turn('hidden')
  expect(seen()).toEqual({ changes: 0, opened: 0, open: 0 })
  wait(600)
  expect(seen()).toEqual({ changes: 0, opened: 0, open: 0 })
  turn('visible')
  expect(seen()).toEqual({ changes: 0, opened: 1, open: 1 })
})

test('a broken stream is opened again later and later; meanwhile the list is read every ten seconds', () => {
  seen()
  for (const delay of [1, 2, 4, 8]) {
    comes('error')
    wait(delay - 0.01)
    expect(Stream.open, `before ${delay} s`).toHaveLength(0)
    wait(0.01)
    expect(Stream.open, `after ${delay} s`).toHaveLength(1)
  }
  // Fifteen seconds have passed since the first break.
  expect(seen()).toEqual({ changes: 1, opened: 4, open: 1 })
  for (const _ of [1, 2, 3]) {
    comes('error')
    wait(30)
  }
  expect(seen()).toEqual({ changes: 9, opened: 3, open: 1 })
})

test('once it is there again, nothing is read between changes, and the next break is the first one', () => {
  for (const delay of [1, 2, 4]) {
    comes('error')
    wait(delay)
  }
  comes('ready')
  seen()
  wait(39)
  expect(seen()).toEqual({ changes: 0, opened: 0, open: 1 })
  comes('error')
  wait(1)
  expect(seen()).toEqual({ changes: 0, opened: 1, open: 1 })
})

test('a page that is hidden while its stream is broken reads nothing, and opens it once it is shown', () => {
  comes('error')
  turn('hidden')
  seen()
  wait(600)
  expect(seen()).toEqual({ changes: 0, opened: 0, open: 0 })
  turn('visible')
  expect(seen()).toEqual({ changes: 0, opened: 1, open: 1 })
  wait(30)
  expect(seen()).toEqual({ changes: 0, opened: 0, open: 1 })
})

test('a stream that is silent for forty seconds is broken; a heartbeat shows that it is not', () => {
  comes('ready')
  for (const event of ['heartbeat', 'change', 'heartbeat']) {
    wait(39)
    comes(event)
  }
  expect(seen()).toEqual({ changes: 2, opened: 1, open: 1 })
  wait(39.9)
  expect(seen().open).toBe(1)
  wait(0.1)
  expect(seen().open).toBe(0)
  wait(1)
  expect(seen()).toEqual({ changes: 0, opened: 1, open: 1 })
})

test.each([
  ['its reader may not see it anymore', () => comes('over'), 1],
  ['the page is left', () => stop(), 0],
])('nothing is opened or read once %s', (_, end, told) => {
  comes('ready')
  seen()
  end()
  turn('visible')
  wait(600)
  expect(seen()).toEqual({ changes: told, opened: 0, open: 0 })
})
