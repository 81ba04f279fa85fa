import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { usedStyles } from './used-styles.ts'

type Page = { html: string; policy: string }

/** The content of a style sheet or script by its URL; null leaves the link in place. */
export type ReadPart = (href: string) => string | null

/**
 * Moves style sheets and scripts into the page, and adds speculation rules (`rules`, JSON): on a slow
 * phone each request costs a round trip. The content security policy allows each by its hash.
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

const styleLink = /<link\b[^>]*\brel="stylesheet"[^>]*>/g

/** Replaces links to style sheets by the rules that the page uses. */
function inlineStyles(page: Page, read: ReadPart): Page {
  const texts: string[] = []
  const html = page.html.replace(styleLink, (link) => {
    const href = /\bhref="([^"]+)"/.exec(link)?.[1]
    const sheet = href ? read(href) : null
    if (sheet === null || sheet.includes('</')) return link
    const styles = usedStyles(sheet, page.html)
    texts.push(styles)
    return `<style>${styles}</style>`
  })
  return allowed(page, html, 'style-src', texts)
}

const moduleScript = /<script\b([^>]*\btype="module"[^>]*?) src="([^"]+)"([^>]*)><\/script>/g
const headEnd = '</head>'

/** Replaces links to module scripts by their content, and adds the speculation rules. */
function inlineScripts(page: Page, read: ReadPart, rules?: string): Page {
  const texts: string[] = []
  let html = page.html.replace(moduleScript, (script, before, src, after) => {
    const text = read(src)
    if (text === null || text.includes('</')) return script
    texts.push(text)
    return `<script${before}${after}>${text}</script>`
  })
  if (rules && html.includes(headEnd)) {
    texts.push(rules)
    html = html.replace(headEnd, `<script type="speculationrules">${rules}</script>${headEnd}`)
  }
  return allowed(page, html, 'script-src', texts)
}

/** The new HTML with a policy that allows these texts by hash. The page as it was if its policy lacks the directive. */
function allowed(
  page: Page,
  html: string,
  directive: 'style-src' | 'script-src',
  texts: readonly string[],
): Page {
  const hashes = texts.map(
    (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}' `,
  )
  const policy = page.policy.replace(`${directive} `, `${directive} ${hashes.join('')}`)
  return policy === page.policy ? page : { html, policy }
}
