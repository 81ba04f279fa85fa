import { randomBytes } from 'node:crypto'

/** Another one with each start: nobody can write it into a field. */
const mark = randomBytes(8).toString('hex')
const holes = new RegExp(`${mark}-(\\d+)-`, 'g')

/** From here on a page holds its data as words of a script in words of JSON; before it stands HTML. */
const handOver = 'window.__reactRouterContext.streamController.enqueue('

export type OwnWords = {
  /**
   * Makes each text in it a hole, filled when the page is sent: so that what differs by nothing but
   * somebody's own words is rendered once (see `Handle.shared`). Only for texts that a page shows as
   * they stand: whoever looks into one sees the hole. Blank texts stay what they are.
   */
  of<T>(texts: T): T
  /** The rendered page with the words where their holes are. */
  fill(html: string): string
}

/** The words of one request. What is no document is not rendered, and has them from the start. */
export function ownWords(isDocument: boolean): OwnWords {
  const words: string[] = []
  const hole = (text: string) => (text.trim() ? `${mark}-${words.push(text) - 1}-` : text)
  const of = <T>(texts: T): T => within(texts, hole) as T
  return {
    of: isDocument ? of : (texts) => texts,
    fill(html) {
      if (words.length === 0) return html
      const fillWith = (part: string, written: (text: string) => string) =>
        part.replace(holes, (_, index) => written(words[Number(index)]!))
      const cut = html.indexOf(handOver)
      const end = cut < 0 ? html.length : cut
      return fillWith(html.slice(0, end), inHtml) + fillWith(html.slice(end), inScript)
    },
  }
}

function within(value: unknown, hole: (text: string) => string): unknown {
  if (typeof value === 'string') return hole(value)
  if (Array.isArray(value)) return value.map((each) => within(each, hole))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, within(each, hole)]))
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
