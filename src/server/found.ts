import type { FastifyPluginAsync } from 'fastify'

import { paths } from '#web/paths.ts'

import { cachedPages } from './cached-pages.ts'

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

/** Where browsers learn which links are worth fetching when a pointer rests on them. */
export const speculationRulesPath = '/speculation-rules.json'

/** Only pages sent from memory: a guess that was wrong costs nobody anything. */
const speculationRules = {
  prefetch: [{ where: { href_matches: Object.keys(cachedPages) }, eagerness: 'moderate' }],
}

/** What machines read of the house: `robots.txt`, `sitemap.xml` and the speculation rules. */
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
    [speculationRulesPath, 'application/speculationrules+json', JSON.stringify(speculationRules)],
  ] as const
  for (const [path, type, text] of answers) {
    app.get(path, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=3600').type(type).send(text),
    )
  }
}
