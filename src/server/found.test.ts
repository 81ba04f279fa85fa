import fastify from 'fastify'
import { expect, test } from 'vitest'

import { foundCopy } from '#domain/copy/found.ts'

import { found, sitemapPaths } from './found.ts'

async function ask(url: string) {
  const app = fastify()
  await app.register(found, { publicUrl: 'https://kohue.example/' })
  return app.inject(url)
}

test('robots are told the sitemap and kept out of what is a member’s', async () => {
  const answer = await ask('/robots.txt')
  expect(answer.headers['content-type']).toContain('text/plain')
  expect(answer.body).toContain('Disallow: /members\n')
  expect(answer.body).toContain('Sitemap: https://kohue.example/sitemap.xml\n')
})

test('the sitemap has whole addresses, and only of pages that robots may read', async () => {
  const { body } = await ask('/sitemap.xml')
  expect(body).toContain('<loc>https://kohue.example/ourwines</loc>')
  const closed = (await ask('/robots.txt')).body.matchAll(/Disallow: (.*)/g)
  for (const [, prefix] of closed) {
    expect(sitemapPaths.filter((path) => path.startsWith(prefix!))).toEqual([])
  }
})

test('every description fits a search result', () => {
  for (const row of Object.values(foundCopy)) {
    if (typeof row !== 'string') expect(row.description.length).toBeLessThanOrEqual(160)
  }
})
