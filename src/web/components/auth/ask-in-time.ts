import { answerTimeout } from '#domain/session-life.ts'
import { scriptHeader } from '#web/readable-redirects.ts'

/** Where to go on to, or else the page that was answered. */
type Answer = { next: string | null; page: string }

const isMobile = () => /Mobi|Android|iPhone|iPad/.test(navigator.userAgent)

/**
 * Sends a form as the browser would, and stops waiting after 30 seconds, 60 on a mobile
 * (specification, section 9). Null when there is no network or no answer in time.
 */
export async function askInTime(
  form: HTMLFormElement,
  submitter: HTMLElement | null,
): Promise<Answer | null> {
  const waiting = new AbortController()
  const limit = answerTimeout[isMobile() ? 'mobile' : 'desktop']
  const timer = setTimeout(() => waiting.abort(), limit)
  try {
    const answer = await fetch(location.href, {
      method: 'POST',
      body: fieldsOf(form, submitter),
      headers: { [scriptHeader]: '1' },
      signal: waiting.signal,
    })
    return { next: answer.headers.get('location'), page: await answer.text() }
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
