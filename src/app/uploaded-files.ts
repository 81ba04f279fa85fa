import type { FastifyPluginAsync, FastifyReply } from 'fastify'

import { viewFile } from '#catalogue/wines/wine-files.actions.server.ts'
import type { Services } from '#platform/services/services.ts'

/** Names with a hash of the content; others are not looked up in the database. */
const pictureName = '^[0-9a-f]{64}(?:-scene)?-\\d{3,4}\\.(?:avif|webp)$'
const sheetName = '^[0-9a-f]{64}\\.pdf$'

/**
 * Serves pictures and technical sheets from the database. The URL has a hash of the content, so that it
 * is cached for a year. The content type is stored and not sniffed; an uploaded PDF is a download.
 */
export const uploadedFiles: FastifyPluginAsync<{ services: Services }> = async (
  server,
  { services },
) => {
  server.addHook('onRequest', async (request) => {
    request.template = 'file'
  })
  const send =
    (kind: 'picture' | 'sheet') =>
    async ({ params }: { params: { name: string } }, reply: FastifyReply) => {
      const file = await viewFile(services, kind, params.name)
      if (!file) return reply.callNotFound()
      void reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('x-content-type-options', 'nosniff')
        .header('content-length', file.bytes.length)
        .type(file.contentType)
      if (kind === 'sheet' && file.isTypeset) {
        void reply
          .header('content-security-policy', "frame-ancestors 'self'")
          .header('x-frame-options', 'SAMEORIGIN')
      } else {
        void reply.header('content-security-policy', "default-src 'none'; sandbox")
      }
      if (kind === 'sheet' && !file.isTypeset) {
        void reply.header('content-disposition', 'attachment; filename="technical-sheet.pdf"')
      }
      return reply.send(file.bytes)
    }
  server.get<{ Params: { name: string } }>(`/pictures/:name(${pictureName})`, send('picture'))
  server.get<{ Params: { name: string } }>(`/pdf/:name(${sheetName})`, send('sheet'))
}
