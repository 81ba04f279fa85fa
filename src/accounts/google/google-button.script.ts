import type { GoogleMessage } from '#platform/http/google-channel.ts'
import { googleChannel } from '#platform/http/google-channel.ts'

import { report } from '../sign-in/report.ts'
import { clearRefusals, showRefusal } from '../sign-in/show-refusal.ts'

const closed = 'popup-closed-by-user'
const windowName = 'kohue-google'
const windowLook = 'popup,width=480,height=680'

/** How often the popup is checked, and how long its last message may take, in milliseconds. */
const pollInterval = 300
const messageDelay = 1_000

let stopWatching = () => {}

// Opens the popup before the form is sent into it, unless the browser blocks it.
document.addEventListener('submit', ({ target: form }) => {
  if (!(form instanceof HTMLFormElement) || !form.dataset['google']) return
  stopWatching()
  clearRefusals()
  const popup = window.open('', windowName, windowLook)
  form.target = popup ? windowName : ''
  form.action = popup ? form.dataset['google'] : form.action.replace(/\?.*/, '')
  if (popup) stopWatching = watch(popup, form)
})

/** Waits for the popup's message, or for it to be closed without one. */
function watch(popup: Window, form: HTMLFormElement): () => void {
  const channel = new BroadcastChannel(googleChannel)
  let closedAt: number | null = null
  const timer = setInterval(() => {
    if (!popup.closed) return
    closedAt ??= Date.now()
    if (Date.now() - closedAt < messageDelay) return
    stop()
    showRefusal(form, closed)
    report(form.dataset['reportsTo']!, closed, 'google')
  }, pollInterval)
  const stop = () => {
    clearInterval(timer)
    channel.close()
  }
  channel.addEventListener('message', ({ data }: MessageEvent<GoogleMessage>) => {
    stop()
    if ('to' in data) location.assign(data.to)
    else showRefusal(form, closed, data.sentence)
  })
  return stop
}
