/** What a person names on a page: a control by its role and name, a field by its label. */
export type Kind = 'button' | 'link' | 'field' | 'text'

/** Serialisable, because it crosses into the page: a string matches whole, a pattern anywhere. */
export type Name = { text: string } | { pattern: string; flags: string }

export const nameOf = (name: string | RegExp): Name =>
  typeof name === 'string' ? { text: name } : { pattern: name.source, flags: name.flags }

/**
 * Runs in the page: the first visible, enabled element of that kind and name, or null. The topmost
 * open dialog is searched alone, as people can reach nothing else. It must not use anything from
 * outside itself.
 */
export function locate(kind: Kind, name: Name): Element | null {
  const folded = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim()
  const matches = (text: string) =>
    'text' in name ? text === name.text : new RegExp(name.pattern, name.flags).test(text)
  const isShown = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    // One pixel is what is there for screen readers alone.
    return width > 1 && height > 1 && getComputedStyle(element).visibility !== 'hidden'
  }
  const labelsOf = (element: Element): string[] => {
    const ids = (element.getAttribute('aria-labelledby') ?? '').split(' ').filter(Boolean)
    const labelled = ids.map((id) => folded(document.getElementById(id)?.textContent)).join(' ')
    const labels = 'labels' in element ? [...((element.labels as NodeList | null) ?? [])] : []
    const texts = labels.map((label) => folded(label.textContent))
    return [element.getAttribute('aria-label') ?? '', labelled, ...texts].filter(Boolean)
  }
  const open = [...document.querySelectorAll('dialog[open], [role="dialog"]')].filter(isShown)
  const scope: ParentNode = open.at(-1) ?? document.body
  const selectors = {
    button: 'button, [role="button"], summary, input[type="submit"]',
    link: 'a[href]',
    field: 'input, select, textarea',
    text: '*',
  }
  const found = [...scope.querySelectorAll(selectors[kind])].find((element) => {
    if (kind === 'field') return element.checkVisibility() && labelsOf(element).some(matches)
    if (!isShown(element)) return false
    if (kind === 'text') {
      const own = [...element.childNodes].some((node) => node.nodeType === 3)
      return own && matches(folded(element.textContent))
    }
    if (element.matches(':disabled')) return false
    const labels = labelsOf(element)
    return (labels.length > 0 ? labels : [folded(element.textContent)]).some(matches)
  })
  return found ?? null
}
