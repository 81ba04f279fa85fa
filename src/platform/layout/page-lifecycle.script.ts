// For pages that belong to a person, or that the age gate covers.
import { paths } from '../http/paths.rules.ts'
import { showCurrentTab } from './current-tab.ts'

// Shown again from the back/forward cache, it may be another user's page, or the gate may be answered.
// WebKit reloads to the top: the page itself goes back to where it was left.
const leftAt = 'left-at'
let left = 0
addEventListener('pagehide', () => {
  left = scrollY
})
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return
  sessionStorage.setItem(leftAt, String(left))
  location.reload()
})
const reloadedFrom = sessionStorage.getItem(leftAt)
if (reloadedFrom !== null) {
  sessionStorage.removeItem(leftAt)
  scrollTo(0, Number(reloadedFrom))
}

// On a page without the framework, in browsers that know no `scroll-initial-target`.
for (const menu of document.querySelectorAll('[data-scrolls]')) showCurrentTab(menu)

// After a log-out in another tab this one follows once it is looked at.
document.addEventListener('visibilitychange', async () => {
  if (document.visibilityState !== 'visible' || !document.querySelector('[data-signed-in]')) return
  const response = await fetch(paths.loginSession(), { method: 'HEAD' }).catch(() => null)
  if (response?.status === 404) location.reload()
})

// The server never sees what follows `#`: the form's address hands it on to where it redirects.
const gate = document.querySelector<HTMLFormElement>(`form[action="${paths.ageGate()}"]`)
gate?.addEventListener('submit', () => {
  gate.action = paths.ageGate() + location.hash
})
