import { allowByHash } from './allow-by-hash.ts'
import type { Page, ReadPart } from './inline-parts.ts'

const moduleScript = /<script\b([^>]*\btype="module"[^>]*?) src="([^"]+)"([^>]*)><\/script>/g
const headEnd = '</head>'

/** Puts the small scripts of a page into it, and what it may fetch ahead (`rules`, as JSON). */
export function inlineScripts(page: Page, read: ReadPart, rules?: string): Page {
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
  const policy = texts.length > 0 && allowByHash(page.policy, 'script-src', texts)
  return policy ? { html, policy } : page
}
