import type { GoogleWord } from '#web/google-channel.ts'
import { googleChannel } from '#web/google-channel.ts'

import { report } from './report.ts'
import { forgetRefusals, sayRefusal } from './say-refusal.ts'

const closed = 'popup-closed-by-user'
const windowName = 'kohue-google'
const windowLook = 'popup,width=480,height=680'

/** How often a window is looked after, and how long its last word may take, in milliseconds. */
const lookEvery = 300
const lastWordWithin = 1_000

let stopWatching = () => {}

// Before the form is sent: to the window that it opens, where the browser lets it.
document.addEventListener('submit', ({ target: form }) => {
  if (!(form instanceof HTMLFormElement) || !form.dataset['google']) return
  stopWatching()
  forgetRefusals()
  const popup = window.open('', windowName, windowLook)
  form.target = popup ? windowName : ''
  form.action = popup ? form.dataset['google'] : form.action.replace(/\?.*/, '')
  if (popup) stopWatching = watch(popup, form)
})

/** Waits for the window's word, or for it to be closed without one. */
function watch(popup: Window, form: HTMLFormElement): () => void {
  const channel = new BroadcastChannel(googleChannel)
  let closedAt: number | null = null
  const timer = setInterval(() => {
    if (!popup.closed) return
    closedAt ??= Date.now()
    if (Date.now() - closedAt < lastWordWithin) return
    stop()
    sayRefusal(form, closed)
    report(form.dataset['reportsTo']!, closed, 'google')
  }, lookEvery)
  const stop = () => {
    clearInterval(timer)
    channel.close()
  }
  channel.addEventListener('message', ({ data }: MessageEvent<GoogleWord>) => {
    stop()
    if ('to' in data) location.assign(data.to)
    else sayRefusal(form, closed, data.sentence)
  })
  return stop
}
