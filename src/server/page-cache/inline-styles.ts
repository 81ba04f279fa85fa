import { allowByHash } from './allow-by-hash.ts'
import type { Page, ReadPart } from './inline-parts.ts'
import { usedStyles } from './used-styles.ts'

const styleLink = /<link\b[^>]*\brel="stylesheet"[^>]*>/g

/** Puts what a page uses of its style sheets into it. */
export function inlineStyles(page: Page, read: ReadPart): Page {
  const texts: string[] = []
  const html = page.html.replace(styleLink, (link) => {
    const href = /\bhref="([^"]+)"/.exec(link)?.[1]
    const sheet = href ? read(href) : null
    if (sheet === null || sheet.includes('</')) return link
    const styles = usedStyles(sheet, page.html)
    texts.push(styles)
    return `<style>${styles}</style>`
  })
  const policy = texts.length > 0 && allowByHash(page.policy, 'style-src', texts)
  return policy ? { html, policy } : page
}
