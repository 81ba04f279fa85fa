import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { inlineScripts } from './inline-scripts.ts'
import { inlineStyles } from './inline-styles.ts'

export type Page = { html: string; policy: string }

/** The text of a style sheet or script by its address, or null to leave it where it is. */
export type ReadPart = (href: string) => string | null

/**
 * Puts into a page what it would ask for next: on a slow phone each request costs a round trip of
 * its own. The policy names each part by its hash and lets no other in.
 */
export const inlineParts = (page: Page, read: ReadPart, rules?: string): Page =>
  inlineScripts(inlineStyles(page, read), read, rules)

/** Reads style sheets and scripts of the build, each once. */
export function partsFrom(folder: string): ReadPart {
  const known = new Map<string, string>()
  return (href) => {
    if (!/^\/assets\/[\w.-]+\.(?:css|js)$/.test(href)) return null
    const text = known.get(href) ?? readFileSync(join(folder, href), 'utf8')
    known.set(href, text)
    return text
  }
}
