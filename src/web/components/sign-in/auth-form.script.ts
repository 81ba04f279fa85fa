import type { IdentityPlace } from '#domain/sign-in/identity-codes.ts'

import { fetchWithTimeout } from './fetch-with-timeout.ts'
import { renewCaptcha } from './renew-captcha.ts'
import { report } from './report.ts'
import { showRefusal } from './show-refusal.ts'
import { sendOnce } from './send-once.ts'
import { showPage } from './show-page.ts'

sendOnce((form) => Boolean(form.dataset['place']), send)

/** An error page does not replace the form: what was typed would be lost. */
const neededOf = (status: number) => (status >= 500 ? 'form[data-place]' : '*')

/** True when the page is about to be left. */
async function send(form: HTMLFormElement, submitter: HTMLElement | null): Promise<boolean> {
  const response = await fetchWithTimeout(form, submitter)
  if (response?.next) {
    location.assign(response.next)
    return true
  }
  if (!response) {
    showRefusal(form, 'network-request-failed')
    const { reportsTo, place } = form.dataset
    report(reportsTo!, 'network-request-failed', place as IdentityPlace)
  } else if (!(await showPage(response.page, neededOf(response.status)))) {
    showRefusal(form, 'internal-error')
  }
  renewCaptcha()
  return false
}
