import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import { negotiate } from '@fastify/accept-negotiator'

import { linkNonce } from '#platform/http/page-template.ts'

import type { ReadPart } from './inline-parts.ts'
import { inlineParts } from './inline-parts.ts'

type Encoding = 'br' | 'gzip' | 'identity'

/** A response of the router. */
export type RenderedPage = {
  status: number
  headers: Readonly<Record<string, number | string | string[] | undefined>>
  body: Buffer
}

/** A page in memory, in the encodings that are ready. */
export type CachedPage = {
  etag: string
  headers: readonly string[]
  encoded: Partial<Record<Encoding, Encoded>> & { identity: Encoded }
}

type Encoded = { headers: string[]; body: Buffer }

/** Headers of one response, which are not cached. */
const ownHeaders = new Set([
  'cache-control',
  'connection',
  'content-length',
  'date',
  'keep-alive',
  'transfer-encoding',
  'vary',
  'x-request-id',
])

const policyHeader = 'content-security-policy'
const nonceSource = / ?'nonce-[^']+'/g
const scriptWithNonce = /<script\b[^>]*\bnonce=/

/**
 * Prepares a response for the cache; null when it must not be cached: another status than 200, a cookie,
 * or a script with the nonce of its request. Returns `before` when the page has not changed, so that it
 * is not compressed again. `readPart` reads style sheets and scripts to inline.
 */
export async function buildCachedPage(
  { status, headers, body: rendered }: RenderedPage,
  before: CachedPage | null,
  readPart: ReadPart = () => null,
  speculationRules: string,
): Promise<CachedPage | null> {
  if (status !== 200 || headers['set-cookie']) return null
  if (scriptWithNonce.test(rendered.toString())) return null
  const { html, policy } = inlineParts(
    {
      html: rendered.toString().replace(linkNonce, '$1'),
      policy: String(headers[policyHeader] ?? '').replace(nonceSource, ''),
    },
    readPart,
    speculationRules,
  )
  const body = Buffer.from(html)

  const cached: string[] = [
    ...['cache-control', 'private, no-cache'],
    ...['vary', 'accept-encoding, cookie'],
  ]
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || ownHeaders.has(name)) continue
    cached.push(name, name === policyHeader ? policy : String(value))
  }
  const hash = createHash('sha256').update(cached.join('\n')).update(body).digest('base64url')
  const etag = `W/"${hash.slice(0, 22)}"`
  if (before?.etag === etag) return before

  const as = (encoding: Encoding, bytes: Buffer): Encoded => {
    const own = encoding === 'identity' ? [] : ['content-encoding', encoding]
    const length = ['content-length', String(bytes.length)]
    return { headers: [...cached, 'etag', etag, ...own, ...length], body: bytes }
  }
  const page: CachedPage = {
    etag,
    headers: [...cached, 'etag', etag],
    encoded: {
      identity: as('identity', body),
      gzip: as('gzip', await promisify(gzip)(body, { level: 9 })),
    },
  }
  addBrotli(page, as).catch(() => {})
  return page
}

/** Brotli at its best quality takes some 20 ms of another thread; until then, and if it fails, gzip is sent. */
async function addBrotli(page: CachedPage, as: (encoding: Encoding, bytes: Buffer) => Encoded) {
  const { body } = page.encoded.identity
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  }
  page.encoded.br = as('br', await promisify(brotliCompress)(body, { params }))
}

/** Sends a cached page in the best encoding that is ready, or 304 to a client that has it. */
export function sendPage(
  page: CachedPage,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (response.destroyed) return
  if (isKnown(page.etag, request.headers['if-none-match'])) {
    response.writeHead(304, page.headers as string[]).end()
    return
  }
  const ready = page.encoded.br ? ['br', 'gzip', 'identity'] : ['gzip', 'identity']
  const encoding = negotiate(request.headers['accept-encoding'] ?? '', ready) ?? 'identity'
  const chosen = page.encoded[encoding as Encoding] ?? page.encoded.identity
  response.writeHead(200, chosen.headers)
  response.end(request.method === 'HEAD' ? undefined : chosen.body)
}

/** Weak comparison of RFC 9110, section 13.1.2. */
function isKnown(etag: string, ifNoneMatch: string | undefined): boolean {
  if (!ifNoneMatch) return false
  if (ifNoneMatch.trim() === '*') return true
  const bare = etag.replace(/^W\//, '')
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === bare)
}
