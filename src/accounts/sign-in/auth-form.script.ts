import { renewCaptcha } from '../captcha/renew-captcha.ts'
import { fetchWithTimeout } from './fetch-with-timeout.ts'
import type { IdentityPlace } from './identity-codes.rules.ts'
import { report } from './report.ts'
import { sendOnce } from './send-once.ts'
import { showPage } from './show-page.ts'
import { showRefusal } from './show-refusal.ts'

sendOnce((form) => Boolean(form.dataset['place']), send)

/** An error page does not replace the form: what was typed would be lost. */
const neededOf = (status: number) => (status >= 500 ? 'form[data-place]' : '*')

/** True when the page is about to be left. */
async function send(form: HTMLFormElement, submitter: HTMLElement | null): Promise<boolean> {
  const typed = newPassword(form)?.value ?? ''
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
  } else {
    putBack(typed)
  }
  renewCaptcha()
  return false
}

const newPassword = (within: ParentNode) =>
  within.querySelector<HTMLInputElement>('input[autocomplete="new-password"]')

/** The server never sends a password back: one that was not refused stays in its field. */
function putBack(typed: string): void {
  const field = newPassword(document)
  if (!field || field.value || field.getAttribute('aria-invalid') === 'true') return
  field.value = typed
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
