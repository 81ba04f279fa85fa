import type { RequestFacts } from './context.ts'
import { gzipWithHoles } from './gzip-with-holes.ts'
import { wordHole } from './own-words.ts'

/** What of a request stands in its page. */
export type Own = Pick<RequestFacts, 'nonce' | 'id' | 'own'>

/** A rendered page with a hole wherever something is the own of whom it is sent to. */
export type PageTemplate = {
  text(own: Own): string
  /** The same as a gzip file; what is nobody's own is compressed once. */
  gzip(own: Own): Buffer
}

/** In no page of ours. */
const marks = { nonce: '\u0000nonce\u0000', id: '\u0000id\u0000' }
const holes = new RegExp(`${marks.nonce}|${marks.id}|${wordHole}`, 'g')

/** React puts it on links to our own style sheets and scripts too, which need none. */
export const linkNonce = /(<link\b[^>]*?) nonce="[^"]*"/g

/** From here on a page holds its data as words of a script in words of JSON; before it stands HTML. */
const handOver = 'window.__reactRouterContext.streamController.enqueue('

/** Makes a template of the page rendered for one request. */
export function pageTemplate(html: string, { nonce, id }: Omit<Own, 'own'>): PageTemplate {
  const page = html.replace(linkNonce, '$1').replaceAll(nonce, marks.nonce).replaceAll(id, marks.id)
  const script = page.indexOf(handOver)
  const pieces: string[] = []
  const words: ((own: Own) => string)[] = []
  let end = 0
  for (const hole of page.matchAll(holes)) {
    pieces.push(page.slice(end, hole.index))
    words.push(wordOf(hole, script >= 0 && hole.index > script))
    end = hole.index + hole[0].length
  }
  pieces.push(page.slice(end))

  let packed: ReturnType<typeof gzipWithHoles> | undefined
  return {
    text: (own) => pieces.map((piece, index) => (words[index - 1]?.(own) ?? '') + piece).join(''),
    gzip(own) {
      packed ??= gzipWithHoles(pieces)
      return packed(words.map((word) => word(own)))
    },
  }
}

function wordOf([mark, number]: RegExpExecArray, isInScript: boolean): (own: Own) => string {
  if (mark === marks.nonce) return ({ nonce }) => nonce
  if (mark === marks.id) return ({ id }) => id
  const written = isInScript ? inScript : inHtml
  return ({ own }) => written(own.words[Number(number)]!)
}

const entities: Record<string, string> = {
  '"': '&quot;',
  '&': '&amp;',
  "'": '&#x27;',
  '<': '&lt;',
  '>': '&gt;',
}

/** As React writes a text, between tags and in their attributes. */
const inHtml = (text: string): string => text.replace(/["&'<>]/g, (sign) => entities[sign]!)

/** As the router hands data over: JSON in a text of JSON, in which nothing ends the script. */
function inScript(text: string): string {
  const json = JSON.stringify(text).slice(1, -1)
  return JSON.stringify(json)
    .slice(1, -1)
    .replace(
      /[&<>\u2028\u2029]/g,
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
}
