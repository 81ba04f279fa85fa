import { randomUUID } from 'node:crypto'

/** The texts of one response that differ from person to person, and the placeholders for them. */
export type Placeholders = {
  /**
   * Replaces each text in a value by a placeholder, so that pages which differ by nothing else are
   * rendered once (see `Handle.shared`). Only for texts that a page shows as they stand: code that
   * inspects one sees the placeholder. Blank texts stay what they are.
   */
  of<T>(value: T): T
  /** The placeholder for the nonce of this response's content security policy. */
  readonly nonce: string
  readonly requestId: string
  /** False for data requests and refused forms, which are not rendered from a template: `of` changes nothing. */
  readonly isDocument: boolean
  /** Begins each placeholder. Random per render, replaced before the response leaves the process. */
  readonly mark: string
  /** The replaced texts, by the number in their placeholder. */
  readonly texts: readonly string[]
}

export function createPlaceholders(
  isDocument: boolean,
  { nonce, requestId }: { nonce: string; requestId: string },
): Placeholders {
  const mark = randomUUID().replaceAll('-', '')
  const texts: string[] = []
  const replace = (text: string) => (text.trim() ? `${mark}-${texts.push(text) - 1}-` : text)
  const of = <T>(value: T): T => (isDocument ? (replaceTexts(value, replace) as T) : value)
  return { of, nonce: of(nonce), requestId: of(requestId), isDocument, mark, texts }
}

function replaceTexts(value: unknown, replace: (text: string) => string): unknown {
  if (typeof value === 'string') return replace(value)
  if (Array.isArray(value)) return value.map((each) => replaceTexts(each, replace))
  if (!isPlain(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, replaceTexts(each, replace)]),
  )
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
