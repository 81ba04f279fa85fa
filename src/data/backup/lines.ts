const newline = 0x0a

/** The lines of a stream as bytes, each with its line feed, which is how PostgreSQL ends rows. */
export async function* linesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let begun: Buffer[] = []
  for await (const chunk of bytes) {
    let from = 0
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      const line = chunk.subarray(from, at + 1)
      yield begun.length > 0 ? Buffer.concat([...begun, line]) : line
      begun = []
      from = at + 1
    }
    if (from < chunk.length) begun.push(chunk.subarray(from))
  }
  if (begun.length > 0) yield Buffer.concat(begun)
}
