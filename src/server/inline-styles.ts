import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { usedStyles } from './used-styles.ts'

const styleLink = /<link\b[^>]*\brel="stylesheet"[^>]*>/g

export type Page = { html: string; policy: string }

/**
 * Puts what a page uses of its style sheets into it, so that it can be painted with the first
 * bytes: on a slow phone a linked sheet costs a whole round trip. The policy names each by its hash and lets no
 * other inline style in. `read` gives the text of a sheet, or null to leave its link alone.
 */
export function inlineStyles({ html, policy }: Page, read: (href: string) => string | null): Page {
  const hashes: string[] = []
  const inlined = html.replace(styleLink, (link) => {
    const href = /\bhref="([^"]+)"/.exec(link)?.[1]
    const sheet = href ? read(href) : null
    if (sheet === null || sheet.includes('</')) return link
    const styles = usedStyles(sheet, html)
    hashes.push(`'sha256-${createHash('sha256').update(styles).digest('base64')}'`)
    return `<style>${styles}</style>`
  })
  if (hashes.length === 0) return { html, policy }
  const added = policy.replace(/style-src /, `style-src ${hashes.join(' ')} `)
  // Without a place in the policy the browser would refuse them.
  return added === policy ? { html, policy } : { html: inlined, policy: added }
}

/** Reads the build's own style sheets, each once. */
export function stylesFrom(folder: string): (href: string) => string | null {
  const known = new Map<string, string>()
  return (href) => {
    if (!/^\/assets\/[\w.-]+\.css$/.test(href)) return null
    const styles = known.get(href) ?? readFileSync(join(folder, href), 'utf8')
    known.set(href, styles)
    return styles
  }
}
