import { markBusy } from './mark-busy.ts'

/** Sends a form; true when the page is about to be left. */
type Send = (form: HTMLFormElement, submitter: HTMLElement | null) => Promise<boolean>

/** Sends matching forms by `send`; further presses are ignored while one is being sent. */
export function sendOnce(isFor: (form: HTMLFormElement) => boolean, send: Send): void {
  let isSending = false

  // On the document, so that it also handles forms that `showPage` puts in later.
  document.addEventListener('submit', (event) => {
    const { target: form, submitter } = event
    if (!(form instanceof HTMLFormElement) || !isFor(form)) return
    event.preventDefault()
    if (isSending) return
    isSending = true
    const markIdle = markBusy(form, submitter)
    const end = () => {
      isSending = false
      markIdle()
    }
    addEventListener('pagehide', end, { once: true })
    void send(form, submitter).then((isLeaving) => isLeaving || end())
  })
}
