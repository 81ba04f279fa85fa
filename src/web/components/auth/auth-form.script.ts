import type { IdentityPlace } from '#domain/identity-codes.ts'

import { askInTime } from './ask-in-time.ts'
import { renewRiddle } from './renew-riddle.ts'
import { report } from './report.ts'
import { sayRefusal } from './say-refusal.ts'
import { sendOnce } from './send-once.ts'
import { showPage } from './show-page.ts'

sendOnce((form) => Boolean(form.dataset['place']), send)

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
