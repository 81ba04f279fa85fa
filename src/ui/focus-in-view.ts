/** Only as far as it takes to see it. */
export const nearest = { block: 'nearest', behavior: 'instant' } as const

/**
 * Focuses an element and brings it to the middle of the window where it is near an edge or outside: WebKit
 * leaves what a script focuses where it is, and others put it behind the keyboard of a phone.
 */
export function focusInView(element: HTMLElement): void {
  element.focus({ preventScroll: true })
  const { top, bottom } = element.getBoundingClientRect()
  const edge = 96
  if (top >= edge && bottom <= window.innerHeight - edge) return
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
}
