import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import { negotiate } from '@fastify/accept-negotiator'

import { linkNonce } from '#web/page-template.ts'

import type { ReadPart } from './inline-parts.ts'
import { inlineParts } from './inline-parts.ts'

type Encoding = 'br' | 'gzip' | 'identity'

/** A response of the router. */
export type RenderedPage = {
  status: number
  headers: Readonly<Record<string, number | string | string[] | undefined>>
  body: Buffer
}

/** A page in memory, in every encoding that is made so far. */
export type CachedPage = {
  etag: string
  headers: readonly string[]
  encoded: Partial<Record<Encoding, Encoded>> & { identity: Encoded }
}

type Encoded = { headers: string[]; body: Buffer }

/** Said anew for each response, or of this one request only. */
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
 * Makes a response ready to be kept, or says null when it must not be: another status, a cookie, or
 * a script that runs by this one request's nonce. The same words as before keep their page, so that
 * only what changed is compressed again. `readPart` gives the text of a style sheet or script to put into it.
 */
export async function buildCachedPage(
  { status, headers, body: rendered }: RenderedPage,
  before: CachedPage | null,
  readPart: ReadPart = () => null,
  speculationRules?: string,
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

  const kept: string[] = [
    ...['cache-control', 'private, no-cache'],
    ...['vary', 'accept-encoding, cookie'],
  ]
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || ownHeaders.has(name)) continue
    kept.push(name, name === policyHeader ? policy : String(value))
  }
  const hash = createHash('sha256').update(kept.join('\n')).update(body).digest('base64url')
  const etag = `W/"${hash.slice(0, 22)}"`
  if (before?.etag === etag) return before

  const as = (encoding: Encoding, bytes: Buffer): Encoded => {
    const own = encoding === 'identity' ? [] : ['content-encoding', encoding]
    const length = ['content-length', String(bytes.length)]
    return { headers: [...kept, 'etag', etag, ...own, ...length], body: bytes }
  }
  const page: CachedPage = {
    etag,
    headers: [...kept, 'etag', etag],
    encoded: {
      identity: as('identity', body),
      gzip: as('gzip', await promisify(gzip)(body, { level: 9 })),
    },
  }
  void addBrotli(page, as)
  return page
}

/** Brotli's best takes some 20 ms of another thread: until it is there, gzip serves. */
async function addBrotli(page: CachedPage, as: (encoding: Encoding, bytes: Buffer) => Encoded) {
  const { body } = page.encoded.identity
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  }
  page.encoded.br = as('br', await promisify(brotliCompress)(body, { params }))
}

/** Sends a cached page in the first encoding that is ready, or 304 to a client that has it. */
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
