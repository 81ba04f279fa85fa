import type { Placeholders } from './placeholders.ts'

/** A rendered page; called with the placeholders of a response, it gives the HTML to send. */
export type PageTemplate = (response: Pick<Placeholders, 'texts'>) => string

/** React puts a nonce on links to our own style sheets and scripts too, which need none. */
export const linkNonce = /(<link\b[^>]*?) nonce="[^"]*"/g

/**
 * A page is readable and its forms work before its scripts are there: they wait for the style sheet,
 * without which nothing is painted.
 */
const moduleLink = /<link rel="modulepreload"/g
const waitingLink = '<link rel="modulepreload" fetchpriority="low"'

/**
 * Where React Router's data begins: a JavaScript string literal that holds JSON. What stands before
 * it is HTML. `react-router-internals.test.ts` pins this.
 */
export const dataScript = 'window.__reactRouterContext.streamController.enqueue('

/**
 * Makes a template of a page rendered with these placeholders. What looks like a placeholder and is
 * none of them stays as text.
 */
export function pageTemplate(
  html: string,
  { mark, texts }: Pick<Placeholders, 'mark' | 'texts'>,
): PageTemplate {
  const page = html.replace(linkNonce, '$1').replace(moduleLink, waitingLink)
  const script = page.indexOf(dataScript)
  const pieces: string[] = []
  const slots: { number: number; escape: (text: string) => string }[] = []
  let end = 0
  for (const found of page.matchAll(new RegExp(`${mark}-(\\d+)-`, 'g'))) {
    const number = Number(found[1])
    if (number >= texts.length) continue
    pieces.push(page.slice(end, found.index))
    slots.push({ number, escape: script >= 0 && found.index > script ? inScript : inHtml })
    end = found.index + found[0].length
  }
  const rest = page.slice(end)
  return (response) => {
    let filled = ''
    slots.forEach(({ number, escape }, index) => {
      filled += pieces[index]! + escape(response.texts[number] ?? '')
    })
    return filled + rest
  }
}

const entities: Record<string, string> = {
  '"': '&quot;',
  '&': '&amp;',
  "'": '&#x27;',
  '<': '&lt;',
  '>': '&gt;',
}

/** Escapes as React does, for text and attributes. */
const inHtml = (text: string): string => text.replace(/["&'<>]/g, (sign) => entities[sign]!)

/** Escapes as React Router does: JSON inside a string literal of JSON that can't end the script. */
function inScript(text: string): string {
  const json = JSON.stringify(text).slice(1, -1)
  return JSON.stringify(json)
    .slice(1, -1)
    .replace(
      /[&<>\u2028\u2029]/g,
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
}
