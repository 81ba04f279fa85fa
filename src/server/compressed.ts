import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import {
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  gzipSync,
} from 'node:zlib'

import type { WholePage } from '#web/whole-page.ts'
import { wholePageOf } from '#web/whole-page.ts'

import type { Encoding } from './accept-encoding.ts'
import { acceptedEncodings } from './accept-encoding.ts'

type Compression = Exclude<Encoding, 'identity'>

const compressible = /^(?:text\/|application\/json|image\/svg)/

/**
 * Quick rather than small, since it is made for one request: 4 takes 70 % more time and saves 6 %.
 * The window of 256 KiB holds any page. Brotli's own choice, of 4 MiB, is memory outside the heap
 * that Node cleans up after: with it every twelfth page cost a mark of the whole heap.
 */
const brotli = {
  [constants.BROTLI_PARAM_QUALITY]: 3,
  [constants.BROTLI_PARAM_LGWIN]: 18,
}
const level = { level: 3 }

/** At once: half a millisecond, and another thread would take twice as long for it. */
const whole = {
  br: (body: Buffer) => {
    const params = { ...brotli, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
    return brotliCompressSync(body, { params })
  },
  gzip: (body: Buffer) => gzipSync(body, level),
} as const

/** What is streamed stays so. */
const streamed = {
  br: () => createBrotliCompress({ flush: constants.BROTLI_OPERATION_FLUSH, params: brotli }),
  gzip: () => createGzip({ flush: constants.Z_SYNC_FLUSH, ...level }),
} as const

export type Answer = { status: number; headers: Headers; body: Buffer | Readable | null }

/**
 * An answer of the router in the best encoding the client takes; as it was when none is worth it.
 * A page that was rendered before is compressed already, for those who take gzip. One that says its
 * length is sent whole, any other as it comes.
 */
export async function compressed(
  response: Response,
  acceptEncoding: string | undefined,
): Promise<Answer> {
  const { status, headers } = response
  const page = wholePageOf(response)
  const encoding = encodingFor(response, acceptEncoding, page ? 'gzip' : 'br')
  if (!response.body) return { status, headers, body: null }
  if (page || headers.has('content-length')) {
    const body =
      page && encoding === 'gzip' ? page.gzip() : encoded(await plainOf(response, page), encoding)
    headers.set('content-length', String(body.length))
    return { status, headers, body }
  }
  const source = Readable.fromWeb(response.body as ReadableStream)
  if (!encoding) return { status, headers, body: source }
  const encoder = streamed[encoding]()
  // A visitor who leaves, or a page that breaks off, ends both.
  source.on('error', (error) => encoder.destroy(error))
  encoder.on('close', () => source.destroy())
  return { status, headers, body: source.pipe(encoder) }
}

const plainOf = async (response: Response, page: WholePage | null): Promise<Buffer> =>
  page ? Buffer.from(page.text()) : Buffer.from(await response.arrayBuffer())

const encoded = (body: Buffer, encoding: Compression | null): Buffer =>
  encoding ? whole[encoding](body) : body

/** Null is as it is. Says in the headers what was decided, and by what. */
function encodingFor(
  { headers, body }: Response,
  acceptEncoding: string | undefined,
  best: Compression,
): Compression | null {
  const type = headers.get('content-type') ?? ''
  if (!body || !compressible.test(type) || headers.has('content-encoding')) return null
  headers.append('vary', 'accept-encoding')
  const accepted = acceptedEncodings(acceptEncoding)
  const encoding = accepted.includes(best) ? best : accepted[0]
  if (!encoding || encoding === 'identity') return null
  headers.set('content-encoding', encoding)
  return encoding
}
