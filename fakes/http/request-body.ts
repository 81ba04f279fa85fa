import type { IncomingMessage } from 'node:http'

const largest = 1024 * 1024

export class BodyTooLarge extends Error {}

/** The whole body as text; more than 1 MB is refused. `latin1` keeps each byte of a file. */
export function readBody(
  request: IncomingMessage,
  encoding: BufferEncoding = 'utf8',
): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > largest) {
        reject(new BodyTooLarge())
        request.destroy()
      } else chunks.push(chunk)
    })
    request.on('end', () =>
      resolve(
        chunks.length === 1
          ? chunks[0]!.toString(encoding)
          : Buffer.concat(chunks).toString(encoding),
      ),
    )
    request.on('error', reject)
  })
}
