import { resolve } from 'node:path'

import fastifyStatic from '@fastify/static'
import type { FastifyPluginAsync } from 'fastify'

/** Files of the build: what carries a hash in its name never changes; the rest is asked for daily. */
export const staticFiles: FastifyPluginAsync = async (app) => {
  app.addHook('onRequest', async (request) => {
    request.template = 'file'
  })
  await app.register(fastifyStatic, {
    root: resolve('build/client'),
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.includes('/build/client/assets/')
      reply.header(
        'cache-control',
        isHashed
          ? 'public, max-age=31536000, immutable'
          : 'public, max-age=86400, stale-while-revalidate=604800',
      )
      // Shown inside our own pages: the browser's viewer needs no more, and no less.
      if (!path.endsWith('.pdf')) return
      reply.header('content-security-policy', "frame-ancestors 'self'")
      reply.header('x-frame-options', 'SAMEORIGIN')
    },
  })
}
