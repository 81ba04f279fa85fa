import { randomBytes } from 'node:crypto'

/** Another one with each start: nobody can write it into a field. */
const mark = randomBytes(8).toString('hex')

/** What a hole looks like, and the number of its word. */
export const wordHole = `${mark}-(\\d+)-`

export type OwnWords = {
  /**
   * Makes each text in it a hole, filled when the page is sent: so that what differs by nothing but
   * somebody's own words is rendered once (see `Handle.shared`). Only for texts that a page shows as
   * they stand: whoever looks into one sees the hole. Blank texts stay what they are.
   */
  of<T>(texts: T): T
  /** The texts behind the holes so far, in the order of their numbers. */
  readonly words: readonly string[]
  /** Whether a document is rendered, and texts become holes. */
  readonly isDocument: boolean
}

/** The words of one request. What is no document is not rendered, and has them from the start. */
export function ownWords(isDocument: boolean): OwnWords {
  const words: string[] = []
  const hole = (text: string) => (text.trim() ? `${mark}-${words.push(text) - 1}-` : text)
  const of = <T>(texts: T): T => within(texts, hole) as T
  return { of: isDocument ? of : (texts) => texts, words, isDocument }
}

function within(value: unknown, hole: (text: string) => string): unknown {
  if (typeof value === 'string') return hole(value)
  if (Array.isArray(value)) return value.map((each) => within(each, hole))
  if (!isPlain(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, within(each, hole)]))
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
