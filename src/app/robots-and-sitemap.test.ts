import fastify from 'fastify'
import { expect, test } from 'vitest'

import { robotsAndSitemap } from './robots-and-sitemap.ts'

async function ask(url: string) {
  const server = fastify()
  await server.register(robotsAndSitemap, {
    publicUrl: 'https://kohue.example',
    sitemapPaths: ['/', '/ourwines'],
  })
  return server.inject(url)
}

test('robots.txt names the sitemap and leaves the pages of customers and staff out', async () => {
  const response = await ask('/robots.txt')
  expect(response.headers['content-type']).toContain('text/plain')
  expect(response.body.split('\n')).toEqual([
    'User-agent: *',
    'Disallow: /members',
    'Disallow: /dashboard',
    'Disallow: /mono',
    'Disallow: /ship',
    'Disallow: /card',
    'Disallow: /edit',
    'Disallow: /admin',
    'Disallow: /joinedadmin',
    'Disallow: /usersadmin',
    'Disallow: /logout',
    'Disallow: /age-gate',
    'Disallow: /api/',
    '',
    'Sitemap: https://kohue.example/sitemap.xml',
    '',
  ])
})

test('the sitemap has full addresses', async () => {
  const { body } = await ask('/sitemap.xml')
  expect(body.match(/<loc>.*?<\/loc>/g)).toEqual([
    '<loc>https://kohue.example/</loc>',
    '<loc>https://kohue.example/ourwines</loc>',
  ])
})
