import { focusInView, nearest } from '#ui/focus-in-view.ts'

/**
 * Replaces the main part of this page by that of another of ours. Focuses the first invalid field; without one it
 * focuses the control that had the focus, and scrolls to the alert. False, and nothing replaced, when the other
 * page has no main part, or nothing in it that matches the selector `needed`.
 */
export async function showPage(html: string, needed = '*'): Promise<boolean> {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const next = page.getElementById('content')
  const now = document.getElementById('content')
  if (!next?.querySelector(needed) || !now) return false
  await Promise.all([...page.querySelectorAll('link[rel="stylesheet"]')].map(loadStyles))
  const at = controlsOf(now).findIndex((control) => control === document.activeElement)
  now.replaceWith(next)
  const wrong = next.querySelector<HTMLElement>('[aria-invalid="true"]')
  const focused = wrong ?? controlsOf(next)[at] ?? next
  focusInView(focused)
  const alert = next.querySelector('[role="alert"]')
  // A field whose sentence stands elsewhere names it.
  const isElsewhere = alert?.id && wrong?.getAttribute('aria-describedby')?.includes(alert.id)
  if (!wrong || isElsewhere) alert?.scrollIntoView(nearest)
  return true
}

const controlsOf = (main: HTMLElement) => [
  ...main.querySelectorAll<HTMLElement>('input:not([type="hidden"]), button'),
]

/** A cached page has only the styles that it uses itself; the new main part may need others. */
function loadStyles(link: Element): Promise<void> | void {
  const href = link.getAttribute('href')
  if (!href || document.querySelector(`link[href="${href}"]`)) return
  const ours = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
  return new Promise((done) => {
    for (const end of ['load', 'error']) ours.addEventListener(end, () => done())
    document.head.append(ours)
  })
}
