import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { readListQuery } from '#platform/list/list-query.rules.ts'
import { aRelease } from '#tests/harness/a-release.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

import { adminReleasesCopy as copy } from './admin-releases.copy.ts'
import { releaseList } from './release-list.store.server.ts'

const minutes = (count: number) => new Date(Date.now() + count * 60_000)

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
  await aRelease(testShop.db, { name: 'A draft', state: 'draft' })
  await aRelease(testShop.db, { name: 'To open', opensAt: minutes(30) })
  await aRelease(testShop.db, { name: 'Open' })
  await aRelease(testShop.db, { name: 'Paused', state: 'paused' })
  await aRelease(testShop.db, { name: 'Over', closesAt: minutes(-1) })
  await aRelease(testShop.db, { name: 'Paused, over', state: 'paused', closesAt: minutes(-1) })
  await aRelease(testShop.db, { name: 'Ended', state: 'ended' })
})
afterAll(() => testShop.close())

describe('the state filter of the releases list', () => {
  const expected: Record<keyof typeof copy.states, readonly string[]> = {
    draft: ['A draft'],
    scheduled: ['To open'],
    open: ['Open'],
    paused: ['Paused'],
    ended: ['Ended', 'Over', 'Paused, over'],
  }

  test.each(Object.entries(expected))('%s lists what the column calls so', async (state, names) => {
    const query = readListQuery(releaseList.shape, new URLSearchParams({ state }))
    const rows = await releaseList.rows(testShop.db, query)
    expect(rows.map(({ name }) => name).sort()).toEqual(names)
    const shown = copy.states[state as keyof typeof copy.states]
    expect(rows.map(({ phase }) => copy.phases[phase])).toEqual(names.map(() => shown))
  })
})
