import fastify from 'fastify'
import { expect, test } from 'vitest'

import { pageDescriptions } from '#platform/http/page-descriptions.copy.ts'

import { robotsAndSitemap } from './robots-and-sitemap.ts'

async function ask(url: string) {
  const server = fastify()
  await server.register(robotsAndSitemap, {
    publicUrl: 'https://kohue.example',
    sitemapPaths: ['/', '/ourwines'],
  })
  return server.inject(url)
}

test('robots.txt names the sitemap and leaves customers’ pages out', async () => {
  const response = await ask('/robots.txt')
  expect(response.headers['content-type']).toContain('text/plain')
  expect(response.body).toContain('Disallow: /members\n')
  expect(response.body).toContain('Sitemap: https://kohue.example/sitemap.xml\n')
})

test('the sitemap has full addresses', async () => {
  const { body } = await ask('/sitemap.xml')
  expect(body).toContain('<loc>https://kohue.example/ourwines</loc>')
})

test('every description fits a search result', () => {
  for (const row of Object.values(pageDescriptions)) {
    if (typeof row !== 'string') expect(row.description.length).toBeLessThanOrEqual(160)
  }
})
