/** The imported collections of the earlier document database. */
const importedCollections = ['clientsjoinedlist', 'users'] as const
export type ImportedCollection = (typeof importedCollections)[number]

/** One document of the file; `text` is null when it is longer than `longestDocument`. */
export type ExportRow = {
  collection: ImportedCollection
  /** Its key, where the collection is an object of documents; else its place in the list. */
  key: string | null
  place: number
  text: string | null
  /** Its name in the report, where that is neither its id nor its place. */
  label?: string
}

/** Thrown where the file is not the JSON of such a database. The message is for people. */
export class UnreadableExport extends Error {}

/** Decodes a file as UTF-8. Throws UnreadableExport for another encoding, which would garble names. */
export async function* utf8Text(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (chunk?: Uint8Array) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      throw new UnreadableExport('The file is not UTF-8 text.')
    }
  }
  for await (const chunk of chunks) yield decode(chunk)
  yield decode()
}

/** How many collections are named where none is imported. */
const mostNamed = 10

/** Longest document, in characters. */
const longestDocument = 1_000_000

/**
 * Streams the documents of an export of any size. Collections may be lists or objects by id;
 * everything else is skipped. Throws UnreadableExport.
 */
export async function* exportRows(
  chunks: AsyncIterable<string>,
): AsyncGenerator<ExportRow, void, void> {
  const text = textReader(chunks)
  if ((await text.peek()) !== '{') {
    throw new UnreadableExport(
      'The file does not begin with an object of collections: { "clientsjoinedlist": …, "users": … }.',
    )
  }
  const names = new Set<string>()
  yield* collections(text, names)
  if ((await text.peek()) !== '') throw text.unreadable('something stands after its end')
  if (names.size > 0 && !importedCollections.some((name) => names.has(name))) {
    const found = [...names].map((name) => `"${name}"`).join(', ')
    throw new UnreadableExport(
      `The file has neither "clientsjoinedlist" nor "users". Its collections are ${found}.`,
    )
  }
}

async function* collections(
  text: TextReader,
  names: Set<string>,
): AsyncGenerator<ExportRow, void, void> {
  for await (const key of membersOf(text)) {
    const kind = await text.peek()
    const collection = importedCollections.find((name) => name === key)
    // Some exporters wrap what they write once more.
    const isWrapper = key === '__collections__' && kind === '{'
    const isNamed = collection !== undefined || names.size < mostNamed
    if (!isWrapper && isNamed) names.add(key.slice(0, 40))
    if (isWrapper) yield* collections(text, names)
    else if (!collection) await text.value(0)
    else if (kind === '{') yield* documentsById(text, collection)
    else if (kind === '[') yield* documentsInList(text, collection)
    else throw text.unreadable(`"${collection}" is neither a list nor an object`)
  }
}

async function* documentsById(text: TextReader, collection: ImportedCollection) {
  let place = 0
  for await (const key of membersOf(text)) {
    yield { collection, key, place: place++, text: await text.value(longestDocument) }
  }
}

async function* documentsInList(text: TextReader, collection: ImportedCollection) {
  await text.take('[')
  if (await text.takes(']')) return
  for (let place = 0; ; place++) {
    yield { collection, key: null, place, text: await text.value(longestDocument) }
    if (await text.takes(']')) return
    await text.take(',')
  }
}

/** The keys of an object; the caller reads each value before the next key. */
async function* membersOf(text: TextReader): AsyncGenerator<string, void, void> {
  await text.take('{')
  if (await text.takes('}')) return
  for (;;) {
    if ((await text.peek()) !== '"') throw text.unreadable('a name in quotes is missing')
    const key = await text.value(longestDocument)
    await text.take(':')
    yield text.nameIn(key)
    if (await text.takes('}')) return
    await text.take(',')
  }
}

type TextReader = ReturnType<typeof textReader>

/** A streaming scanner of JSON that finds where values begin and end without parsing them. */
function textReader(chunks: AsyncIterable<string>) {
  const source = chunks[Symbol.asyncIterator]()
  let chunk = ''
  let at = 0
  let passed = 0

  async function more(): Promise<boolean> {
    passed += chunk.length
    const next = await source.next()
    chunk = next.done ? '' : next.value
    at = 0
    return !next.done
  }

  const unreadable = (what: string) =>
    new UnreadableExport(`The file is not whole JSON: ${what}, at character ${passed + at + 1}.`)

  /** The next character that is no space, without taking it; empty at the end. */
  async function peek(): Promise<string> {
    for (;;) {
      while (at < chunk.length && ' \n\r\t\uFEFF'.includes(chunk[at]!)) at++
      if (at < chunk.length) return chunk[at]!
      if (!(await more())) return ''
    }
  }

  async function take(wanted: string): Promise<void> {
    const found = await peek()
    if (found === '') throw unreadable('it ends too early')
    if (found !== wanted) throw unreadable(`there is ${found} where ${wanted} should be`)
    at++
  }

  async function takes(wanted: string): Promise<boolean> {
    if ((await peek()) !== wanted) return false
    at++
    return true
  }

  /** The text of one whole value; null when it is longer than `most`, which skips it. */
  async function value(most: number): Promise<string | null> {
    const first = await peek()
    if (first === '') throw unreadable('it ends too early')
    if (',:]}'.includes(first)) throw unreadable(`there is ${first} where a value should be`)
    const isPlain = !'{["'.includes(first)
    let kept = ''
    let isTooLong = most === 0
    let depth = 0
    let inText = false
    let isEscaped = false
    for (;;) {
      const from = at
      let isOver = false
      for (; at < chunk.length && !isOver; at++) {
        const letter = chunk[at]!
        if (inText) {
          if (isEscaped) isEscaped = false
          else if (letter === '\\') isEscaped = true
          else if (letter === '"') {
            inText = false
            isOver = depth === 0
          }
        } else if (letter === '"') inText = true
        else if (letter === '{' || letter === '[') depth++
        else if (letter === '}' || letter === ']') {
          if (isPlain) break
          depth--
          isOver = depth === 0
        } else if (isPlain && ', \n\r\t'.includes(letter)) break
      }
      if (!isTooLong) kept += chunk.slice(from, at)
      if (kept.length > most) [kept, isTooLong] = ['', true]
      if (isOver || (isPlain && at < chunk.length)) return isTooLong ? null : kept
      if (!(await more())) throw unreadable('it ends too early')
    }
  }

  /** Parses a quoted name. */
  function nameIn(quoted: string | null): string {
    try {
      return quoted === null ? '' : (JSON.parse(quoted) as string)
    } catch {
      throw unreadable('a name is not written as JSON')
    }
  }

  return { peek, take, takes, value, nameIn, unreadable }
}
