import { askInTime } from './auth/ask-in-time.ts'
import { sayRefusal } from './auth/say-refusal.ts'
import { sendOnce } from './auth/send-once.ts'
import { showPage } from './auth/show-page.ts'

const shipTo = 'form[data-ship-to]'

sendOnce((form) => form.matches(shipTo), send)

/**
 * A form with its errors is no page of its own in the history: Back from the payment page leads to
 * the form as it was filled in, and never asks to send it once more. True when the page is left.
 */
async function send(form: HTMLFormElement, submitter: HTMLElement | null): Promise<boolean> {
  const answer = await askInTime(form, submitter)
  if (answer?.next) {
    location.assign(answer.next)
    return true
  }
  if (!answer) sayRefusal(form, 'network-request-failed')
  // An answer without the form (the database is away, say) would take what was typed with it.
  else if (!(await showPage(answer.page, shipTo))) sayRefusal(form, 'internal-error')
  else beginAsBefore(document.querySelector<HTMLFormElement>(shipTo)!, form)
  return false
}

/**
 * Browsers bring back only what was typed over what a field began with. The fields of an answer
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
