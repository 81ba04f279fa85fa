import { IntegrationError } from './integration-error.js'
import { providerOrigin } from './provider-origin.js'

/* The Payment Element: its fields live in a frame of the provider, the shop's page never sees a card. */

let frames = 0

/** What belongs to a group of elements and is no business of the page. */
const inner = new WeakMap()

/** Makes a confirmation token of what was typed: `{ confirmationToken }` or `{ error }`. */
export const tokenFrom = (elements, params) => inner.get(elements).createConfirmationToken(params)

export const clientSecretOf = (elements) => inner.get(elements).options.clientSecret

export function makeElements(publishableKey, options) {
  if (
    !options.clientSecret &&
    options.mode !== undefined &&
    (!options.amount || !options.currency)
  ) {
    throw new IntegrationError(
      `When mode is "${options.mode}", you must specify an amount and a currency.`,
    )
  }
  let made = null
  const ask = (what, params) => {
    if (!made) throw new IntegrationError('There is no mounted Element to take a card from.')
    return made.ask(what, params)
  }
  const elements = {
    create(type, elementOptions = {}) {
      if (type !== 'payment') throw new IntegrationError(`The fake server has no ${type} element.`)
      if (made) throw new IntegrationError('Can only create one Element of type payment.')
      made = makePaymentElement(publishableKey, options, elementOptions, () => (made = null))
      return made.element
    },
    getElement: (type) => (type === 'payment' ? (made?.element ?? null) : null),
    update(changes) {
      Object.assign(options, changes)
    },
    fetchUpdates: async () => ({}),
    async submit() {
      const response = await ask('submit')
      return response.error ? { error: response.error } : { selectedPaymentMethod: 'card' }
    },
  }
  inner.set(elements, {
    options,
    createConfirmationToken: (params) =>
      ask('confirmation-token', { setup_future_usage: options.setupFutureUsage, ...params }),
  })
  return elements
}

function makePaymentElement(publishableKey, groupOptions, elementOptions, onDestroy) {
  const listeners = new Map()
  const waiting = new Map()
  const name = `__privateStripeFrame${++frames}`
  let frame = null
  let asked = 0
  let isReady = false
  const whenReady = []

  const emit = (type, event = {}) => {
    for (const listener of listeners.get(type) ?? []) listener({ elementType: 'payment', ...event })
  }
  const send = (message) => frame?.contentWindow?.postMessage(message, providerOrigin)

  function receive({ data, source, origin: from }) {
    if (data?.type === 'fake:fill' && source === window) {
      if (isReady) send(data)
      else whenReady.push(() => send(data))
      return
    }
    if (!frame || source !== frame.contentWindow || from !== providerOrigin) return
    switch (data?.type) {
      case 'fake:ready':
        isReady = true
        emit('ready')
        for (const then of whenReady.splice(0)) then()
        return
      case 'fake:loaderror':
        return emit('loaderror', { error: data.error })
      case 'fake:height':
        // Of another width it is the height before the frame was laid out in its place: it tells again.
        if (Math.abs(data.width - frame.clientWidth) <= 2) frame.style.height = `${data.height}px`
        return
      case 'fake:change':
        return emit('change', {
          complete: data.complete,
          empty: data.empty,
          collapsed: false,
          value: { type: 'card' },
        })
      case 'fake:focus':
      case 'fake:blur':
      case 'fake:escape':
        return emit(data.type.slice('fake:'.length))
      case 'fake:response':
        waiting.get(data.asked)?.(data.response)
        waiting.delete(data.asked)
    }
  }

  const element = {
    mount(target) {
      const holder = typeof target === 'string' ? document.querySelector(target) : target
      if (!holder)
        throw new IntegrationError(
          `The selector you specified (${target}) applies to no DOM elements that are currently on the page.`,
        )
      const setup = {
        appearance: groupOptions.appearance,
        fonts: groupOptions.fonts,
        fields: elementOptions.fields,
        defaultValues: elementOptions.defaultValues,
      }
      frame = document.createElement('iframe')
      frame.name = name
      frame.title = 'Secure payment input frame'
      frame.allow = 'payment *'
      frame.style.cssText = 'border:0;width:100%;height:1px;display:block;color-scheme:light'
      frame.src = `${providerOrigin}/v3/card-frame?key=${encodeURIComponent(publishableKey)}#${encodeURIComponent(JSON.stringify(setup))}`
      window.addEventListener('message', receive)
      emit('loaderstart')
      holder.replaceChildren(frame)
    },
    unmount() {
      window.removeEventListener('message', receive)
      frame?.remove()
      frame = null
      isReady = false
    },
    destroy() {
      element.unmount()
      onDestroy()
    },
    on(type, listener) {
      if (!listeners.has(type)) listeners.set(type, new Set())
      listeners.get(type).add(listener)
      return element
    },
    once(type, listener) {
      const both = (event) => {
        element.off(type, both)
        listener(event)
      }
      return element.on(type, both)
    },
    off(type, listener) {
      if (listener) listeners.get(type)?.delete(listener)
      else listeners.delete(type)
      return element
    },
    update: () => element,
    collapse: () => element,
    focus: () => send({ type: 'fake:do', what: 'focus' }),
    blur: () => send({ type: 'fake:do', what: 'blur' }),
    clear: () => send({ type: 'fake:do', what: 'clear' }),
  }

  /** Asks the frame and waits for its response. */
  async function ask(what, params) {
    if (!frame) throw new IntegrationError('The Element has to be mounted first.')
    if (!isReady) await new Promise((resolve) => whenReady.push(resolve))
    asked += 1
    const response = new Promise((resolve) => waiting.set(asked, resolve))
    send({ type: 'fake:ask', asked, what, params: JSON.parse(JSON.stringify(params ?? {})) })
    return response
  }
  return { element, ask }
}
