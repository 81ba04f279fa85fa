import type { FastifyPluginAsync } from 'fastify'

import { paths } from '#platform/http/paths.rules.ts'

/** Paths that search engines may not read: pages of customers and staff, and API calls. */
const closedPaths = [
  paths.members(),
  paths.dashboard(),
  paths.currentRelease(),
  paths.shipping(),
  paths.card(),
  paths.editAccount(),
  paths.admin(),
  paths.subscriberList(),
  paths.usersList(),
  paths.logout(),
  paths.ageGate(),
  `${paths.api()}/`,
]

/** Serves `robots.txt`, and `sitemap.xml` with these paths. */
export const robotsAndSitemap: FastifyPluginAsync<{
  publicUrl: string
  sitemapPaths: readonly string[]
}> = async (server, { publicUrl, sitemapPaths }) => {
  const robots = [
    'User-agent: *',
    ...closedPaths.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n')
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...sitemapPaths.map((path) => `<url><loc>${publicUrl}${path}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')

  const files = [
    ['/robots.txt', 'text/plain; charset=utf-8', robots],
    ['/sitemap.xml', 'application/xml; charset=utf-8', sitemap],
  ] as const
  for (const [path, type, text] of files) {
    server.get(path, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').type(type).send(text),
    )
  }
}
