import type { IdentityPlace } from '#domain/identity-codes.ts'

import { askInTime } from './ask-in-time.ts'
import { markBusy } from './mark-busy.ts'
import { renewRiddle } from './renew-riddle.ts'
import { report } from './report.ts'
import { sayRefusal } from './say-refusal.ts'
import { showPage } from './show-page.ts'

let isSending = false

// On the document, so that it holds for the forms of an answer too.
document.addEventListener('submit', (event) => {
  const { target: form, submitter } = event
  if (!(form instanceof HTMLFormElement) || !form.dataset['place']) return
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

/** True when the page is about to be left. */
async function send(form: HTMLFormElement, submitter: HTMLElement | null): Promise<boolean> {
  const answer = await askInTime(form, submitter)
  if (answer?.next) {
    location.assign(answer.next)
    return true
  }
  if (!answer) {
    sayRefusal(form, 'network-request-failed')
    const { reportsTo, place } = form.dataset
    report(reportsTo!, 'network-request-failed', place as IdentityPlace)
  } else if (!(await showPage(answer.page))) {
    sayRefusal(form, 'internal-error')
  }
  renewRiddle()
  return false
}
