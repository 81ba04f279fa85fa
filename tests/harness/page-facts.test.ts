import { expect, test } from 'vitest'

import { pageFacts } from './site-map.ts'

test('the pages for visitors, as their routes describe them', () => {
  const rows = pageFacts().map(({ path, cached = '-', inSitemap, redirected }) =>
    [path, cached, inSitemap ? 'sitemap' : '-', redirected ? 'redirected' : '-'].join(' '),
  )
  expect(rows.toSorted()).toMatchInlineSnapshot(`
    [
      "/ catalogue sitemap redirected",
      "/about text sitemap redirected",
      "/acquire text sitemap redirected",
      "/clubmember catalogue - redirected",
      "/ex-join form sitemap redirected",
      "/ex-joinedmaillist text - redirected",
      "/join form sitemap redirected",
      "/login switched - -",
      "/offer1 catalogue - redirected",
      "/offer1/ship-to - - redirected",
      "/offering catalogue - redirected",
      "/offering/ship-to - - redirected",
      "/ourwines catalogue sitemap redirected",
      "/privacy text sitemap -",
      "/signin text - -",
      "/stay catalogue - redirected",
      "/terms text sitemap -",
      "/test text - redirected",
      "/thanks catalogue - redirected",
    ]
  `)
})
