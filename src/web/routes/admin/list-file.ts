import type { RouterContextProvider } from 'react-router'

import { csvLine, csvStart } from '#domain/csv.ts'
import { logContext } from '#web/context.ts'

type Cells = readonly (string | number | null)[]

type ListFile<Row> = {
  /** The file's name without day and ending. */
  name: string
  heads: readonly string[]
  cellsOf(row: Row): Cells
  /** Hands over all rows, waiting for each batch to be taken. */
  rows(take: (rows: Row[]) => Promise<void>): Promise<unknown>
}

/** A list as a CSV file, sent while it is read. */
export function listFile<Row>(
  { name, heads, cellsOf, rows }: ListFile<Row>,
  context: Readonly<RouterContextProvider>,
): Response {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const encoder = new TextEncoder()
  const write = (text: string) => writer.write(encoder.encode(text))

  const send = async () => {
    await write(csvStart + csvLine(heads))
    await rows((batch) => write(batch.map((row) => csvLine(cellsOf(row))).join('')))
    await writer.close()
  }
  // What has been sent can't be called back: a file that breaks off is cut, not wrong. Whoever
  // gives up taking it may give no reason.
  send().catch((error: unknown) => {
    void writer.abort(error).catch(() => {})
    context.get(logContext).warn({ err: error }, 'a list was not sent to its end')
  })

  const day = new Date().toISOString().slice(0, 10)
  return new Response(readable, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="kohue-${name}-${day}.csv"`,
    },
  })
}
