/**
 * Puts the main part of a page of the house in the place of ours, and the focus on the first field
 * that is marked as wrong, or else back on the control where it was. False, and nothing done, when
 * there is no main part in it, or not what has to be in that (a selector).
 */
export async function showPage(html: string, needed = '*'): Promise<boolean> {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const next = page.getElementById('content')
  const now = document.getElementById('content')
  if (!next?.querySelector(needed) || !now) return false
  await Promise.all([...page.querySelectorAll('link[rel="stylesheet"]')].map(bringStyles))
  const at = controlsOf(now).findIndex((control) => control === document.activeElement)
  now.replaceWith(next)
  const wrong = next.querySelector<HTMLElement>('[aria-invalid="true"]')
  const focused = wrong ?? controlsOf(next)[at] ?? next
  focused.focus()
  return true
}

const controlsOf = (main: HTMLElement) => [
  ...main.querySelectorAll<HTMLElement>('input:not([type="hidden"]), button'),
]

/** A kept page carries only the styles that it uses itself; the answer may need others. */
function bringStyles(link: Element): Promise<void> | void {
  const href = link.getAttribute('href')
  if (!href || document.querySelector(`link[href="${href}"]`)) return
  const ours = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
  return new Promise((done) => {
    for (const end of ['load', 'error']) ours.addEventListener(end, () => done())
    document.head.append(ours)
  })
}
