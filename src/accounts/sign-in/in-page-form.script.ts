import { renewCaptcha } from '../captcha/renew-captcha.ts'
import { fetchWithTimeout } from './fetch-with-timeout.ts'
import { sendOnce } from './send-once.ts'
import { showPage } from './show-page.ts'
import { showRefusal } from './show-refusal.ts'

const inPage = 'form[data-in-page]'

document.addEventListener('input', forgetError)

sendOnce((form) => form.matches(inPage), send)

/**
 * A form with its errors is no page of its own in the history: Back from the payment page leads to
 * the form as it was filled in, and never asks to send it once more. True when the page is left.
 */
async function send(form: HTMLFormElement, submitter: HTMLElement | null): Promise<boolean> {
  const response = await fetchWithTimeout(form, submitter)
  if (response?.next) {
    location.assign(response.next)
    return true
  }
  if (!response) showRefusal(form, 'network-request-failed')
  // A response without the form would take what was typed with it.
  else if (!(await showPage(response.page, inPage))) {
    showRefusal(form, 'internal-error', sentenceOf(response))
  } else beginAsBefore(document.querySelector<HTMLFormElement>(inPage)!, form)
  renewCaptcha()
  return false
}

/** What the page of a refusal says; nothing of one that says that the shop failed. */
export function sentenceOf({ status, page }: { status: number; page: string }): string | undefined {
  if (status < 400 || status >= 500) return undefined
  const said = new DOMParser().parseFromString(page, 'text/html').getElementById('content')
  const words = ['h1', 'p'].map((name) => said?.querySelector(name)?.textContent.trim())
  return words.filter(Boolean).join('. ') || undefined
}

/**
 * Browsers bring back only what was typed over what a field began with. The fields of a response
 * begin with what was sent: they are made to begin as those of the page in the history did.
 */
function beginAsBefore(form: HTMLFormElement, before: HTMLFormElement): void {
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement) || field.type === 'hidden') continue
    const first = before.elements.namedItem(field.name)
    if (!(first instanceof HTMLInputElement)) continue
    const { value, checked } = field
    Object.assign(field, { defaultValue: first.defaultValue, defaultChecked: first.defaultChecked })
    Object.assign(field, field.type === 'checkbox' ? { checked } : { value })
  }
}

/** What is typed anew is no longer called wrong; the server checks it once more. */
function forgetError({ target }: Event): void {
  if (!(target instanceof HTMLElement) || !target.closest(inPage)) return
  if (target.getAttribute('aria-invalid') !== 'true') return
  target.removeAttribute('aria-invalid')
  document.getElementById(`${target.id}-error`)?.remove()
}
