import { resolve } from 'node:path'

import fastifyStatic from '@fastify/static'
import type { FastifyPluginAsync } from 'fastify'

import { legalFiles } from '#platform/http/legal-pdf.rules.ts'

import type { Env } from './env.ts'

/** Headers that only documents need. */
const documentHeaders = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

const isPart = (path: string) =>
  /\.(?:avif|webp|jpg|svg|woff2|js|css|webmanifest)(?:\.br|\.gz)?$/.test(path)

/** Serves the files of the build: those with a hash in their name are cached for a year, others for a day. */
export const staticFiles: FastifyPluginAsync<{ env: Env }> = async (server, { env }) => {
  const legal = legalFiles(env.LEGAL_APPROVED)
  server.addHook('onRequest', async (request, reply) => {
    request.template = 'file'
    const file = legal[request.url.split('?', 1)[0]!]
    return file ? reply.sendFile(`pdf/${file}`) : undefined
  })
  await server.register(fastifyStatic, {
    root: resolve('build/client'),
    wildcard: false,
    index: false,
    preCompressed: true,
    allowedPath: (path) => legal[path] !== null,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/build/client/assets/')
      reply.header(
        'cache-control',
        isHashed
          ? 'public, max-age=31536000, immutable'
          : 'public, max-age=86400, stale-while-revalidate=604800',
      )
      // They are a kilobyte for each file, which delays text on a slow phone.
      if (isPart(path)) for (const name of documentHeaders) reply.removeHeader(name)
      // The payment provider's frame loads the shop's fonts.
      if (path.endsWith('.woff2')) reply.header('access-control-allow-origin', '*')
      // The browser's PDF viewer is shown inside our own pages.
      if (!path.endsWith('.pdf')) return
      reply.header('content-security-policy', "frame-ancestors 'self'")
      reply.header('x-frame-options', 'SAMEORIGIN')
    },
  })
}
