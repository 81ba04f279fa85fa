import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'

import { acceptedEncodings } from './accept-encoding.ts'

const compressible = /^(?:text\/|application\/json|image\/svg)/

/** Quick rather than small: these pages are made for one request. What is streamed stays so. */
const encoders = {
  br: () =>
    createBrotliCompress({
      flush: constants.BROTLI_OPERATION_FLUSH,
      params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
    }),
  gzip: () => createGzip({ flush: constants.Z_SYNC_FLUSH, level: 5 }),
} as const

/** The same answer in the best encoding the client takes; as it was when none is worth it. */
export function compressed(response: Response, acceptEncoding: string | undefined): Response {
  const type = response.headers.get('content-type') ?? ''
  if (!response.body || !compressible.test(type) || response.headers.has('content-encoding')) {
    return response
  }
  const headers = new Headers(response.headers)
  headers.append('vary', 'accept-encoding')
  const { status } = response
  const [encoding] = acceptedEncodings(acceptEncoding)
  if (!encoding || encoding === 'identity') return new Response(response.body, { status, headers })

  headers.set('content-encoding', encoding)
  headers.delete('content-length')
  const encoder = encoders[encoding]()
  const source = Readable.fromWeb(response.body as ReadableStream)
  // A visitor who leaves, or a page that breaks off, ends both.
  source.on('error', (error) => encoder.destroy(error))
  encoder.on('close', () => source.destroy())
  return new Response(Readable.toWeb(source.pipe(encoder)) as BodyInit, { status, headers })
}
