import { markBusy } from './mark-busy.ts'

/** Sends a form; true when the page is about to be left. */
type Send = (form: HTMLFormElement, submitter: HTMLElement | null) => Promise<boolean>

/** Sends the forms that it is for by a function of ours, each press once while one is under way. */
export function sendOnce(isFor: (form: HTMLFormElement) => boolean, send: Send): void {
  let isSending = false

  // On the document, so that it holds for the forms of an answer too.
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
