import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { sendOnce } from './send-once.ts'

/** The part of an element that shows that a form is being sent. */
class Control {
  textContent = 'Log In'
  readonly dataset: Record<string, string> = { busy: 'Logging in…' }
  readonly attributes = new Map<string, string>()
  setAttribute(name: string, value: string) {
    this.attributes.set(name, value)
  }
  removeAttribute(name: string) {
    this.attributes.delete(name)
  }
}
class Form extends Control {
  readonly button = new Control()
  querySelectorAll() {
    return [this.button]
  }
}

let press: (form: Form) => boolean
let leave: () => void
let sent: PromiseWithResolvers<boolean>[]

const lookOf = ({ attributes, button }: Form) => [
  ...[attributes.get('aria-busy'), button.attributes.get('aria-disabled'), button.textContent],
]
const busy = ['true', 'true', 'Logging in…']
const idle = [undefined, undefined, 'Log In']

beforeEach(() => {
  const window = new EventTarget()
  leave = () => window.dispatchEvent(new Event('pagehide'))
  sent = []
  vi.stubGlobal('HTMLFormElement', Form)
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  vi.stubGlobal('document', {
    addEventListener: (_type: string, listener: (event: object) => void) => {
      press = (target) => {
        const preventDefault = vi.fn<() => void>()
        listener({ target, submitter: target.button, preventDefault })
        return preventDefault.mock.calls.length > 0
      }
    },
  })
  sendOnce(
    (form) => form.dataset['place'] === 'login',
    () => {
      const sending = Promise.withResolvers<boolean>()
      sent.push(sending)
      return sending.promise
    },
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const aForm = (place = 'login') => Object.assign(new Form(), { dataset: { place } })

/** What came of the press that was sent last. */
async function ends(isLeaving: boolean): Promise<void> {
  sent.at(-1)!.resolve(isLeaving)
  await sent.at(-1)!.promise
}

test('a form is sent once however often it is pressed, and again after its response', async () => {
  const form = aForm()
  expect(press(form)).toBe(true)
  expect(lookOf(form)).toEqual(busy)
  expect(press(form)).toBe(true)
  expect(sent).toHaveLength(1)
  await ends(false)
  expect(lookOf(form)).toEqual(idle)
  press(form)
  expect(sent).toHaveLength(2)
})

test('a form that leads on stays busy until its page is left, and can be sent by who comes back', async () => {
  const form = aForm()
  press(form)
  await ends(true)
  expect(lookOf(form)).toEqual(busy)
  press(form)
  expect(sent).toHaveLength(1)
  leave()
  expect(lookOf(form)).toEqual(idle)
  press(form)
  expect(sent).toHaveLength(2)
})

test('who leaves while a form is being sent comes back to one that can be sent', () => {
  const form = aForm()
  press(form)
  leave()
  expect(lookOf(form)).toEqual(idle)
  press(form)
  expect(sent).toHaveLength(2)
})

test('another form is left to the browser', () => {
  expect(press(aForm('search'))).toBe(false)
  expect(sent).toEqual([])
})
