import type { FastifyPluginAsync } from 'fastify'

import { paths } from '#web/paths.ts'

/** Pages that search engines are told of. The offers are for those who got their address. */
export const sitemapPaths = [
  paths.home(),
  paths.about(),
  paths.ourWines(),
  paths.join(),
  paths.mailingList(),
  paths.acquire(),
  paths.terms(),
  paths.privacy(),
]

/** Where there is nothing for search engines: what is a member's or staff's, and the machinery. */
const closedPaths = [
  paths.members(),
  paths.dashboard(),
  paths.currentRelease(),
  paths.shipping(),
  paths.card(),
  paths.editAccount(),
  paths.admin(),
  paths.joinedClients(),
  paths.usersList(),
  paths.logout(),
  paths.ageGate(),
  '/api/',
]

/** What machines read of the house: `robots.txt` and `sitemap.xml`. */
export const found: FastifyPluginAsync<{ publicUrl: string }> = async (app, { publicUrl }) => {
  const origin = publicUrl.replace(/\/$/, '')
  const robots = [
    'User-agent: *',
    ...closedPaths.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
  const sitemap = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...sitemapPaths.map((path) => `<url><loc>${origin}${path}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')

  const answers = [
    ['/robots.txt', 'text/plain; charset=utf-8', robots],
    ['/sitemap.xml', 'application/xml; charset=utf-8', sitemap],
  ] as const
  for (const [path, type, text] of answers) {
    app.get(path, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').type(type).send(text),
    )
  }
}
