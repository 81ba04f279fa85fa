import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { routeFiles } from '#tests/harness/site-map.ts'

/** Their forms show what others saved by themselves, make something new, or are answered on another page. */
const answerThemselves = [
  'admin/today/today.page.tsx',
  'campaigns/campaign/new-campaign.page.tsx',
  'campaigns/mailing-list/add-subscriber.page.tsx',
  'catalogue/wines/new-wine.page.tsx',
  'catalogue/wines/wine-file.page.tsx',
  'compliance/carrier-list/carrier-list.page.tsx',
  'compliance/licences/new-licence.page.tsx',
  'privacy/deletion/delete-subscriber.page.tsx',
  'privacy/deletion/delete-user.page.tsx',
  'privacy/personal-data/data-requests.page.tsx',
  'releases/allocations/release-allocations.page.tsx',
  'releases/release/new-release.page.tsx',
  'releases/release/release-texts.page.tsx',
  'shipping/shipments/shipment.page.tsx',
]

test('a page of staff whose form meets what others saved loads it', () => {
  const stale = routeFiles()
    .map(({ file }) => file)
    .filter((file) => {
      const source = readFileSync(join('src', file), 'utf8')
      const hasForms =
        /staffPage\(|requireFreshCode/.test(source) &&
        /export (const|async function) action/.test(source)
      return hasForms && !source.includes('shouldRevalidate')
    })
  expect(stale.toSorted()).toEqual(answerThemselves)
})
