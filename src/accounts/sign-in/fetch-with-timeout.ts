import { scriptHeader } from '#platform/http/script-redirects.ts'

import { sessionResponseTimeout } from '../sessions/session-lifetime.rules.ts'

/** Where to go on to, or else the page of the response. */
type PageResponse = { next: string | null; page: string; status: number }

const isMobile = () => /Mobi|Android|iPhone|iPad/.test(navigator.userAgent)

/**
 * Sends a form as the browser would, and stops waiting after 30 seconds, 60 on a mobile
 * (specification, section 9). Null when there is no network or no response in time.
 */
export async function fetchWithTimeout(
  form: HTMLFormElement,
  submitter: HTMLElement | null,
): Promise<PageResponse | null> {
  const controller = new AbortController()
  const limit = sessionResponseTimeout[isMobile() ? 'mobile' : 'desktop']
  const timer = setTimeout(() => controller.abort(), limit)
  try {
    // An input named `action` would hide the form's property.
    const response = await fetch(form.getAttribute('action') ?? location.href, {
      method: 'POST',
      body: fieldsOf(form, submitter),
      headers: { [scriptHeader]: '1' },
      signal: controller.signal,
    })
    const next = response.headers.get('location')
    return { next, page: await response.text(), status: response.status }
  } catch {
    return null
  } finally {
    clearTimeout(timer)
  }
}

function fieldsOf(form: HTMLFormElement, submitter: HTMLElement | null): URLSearchParams {
  const fields = new URLSearchParams()
  for (const [name, value] of new FormData(form)) fields.append(name, String(value))
  if (submitter instanceof HTMLButtonElement && submitter.name) {
    fields.append(submitter.name, submitter.value)
  }
  return fields
}
