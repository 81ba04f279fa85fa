import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'

import { users } from '#platform/database/people.tables.ts'
import type { Person } from '#tests/harness/merging.ts'
import { openMergingShop } from '#tests/harness/merging.ts'

import { duplicateList } from './duplicate-list.store.server.ts'
import { dismissDuplicate } from './duplicates.actions.server.ts'
import { duplicates } from './tables.ts'

const merging = await openMergingShop()
const { testShop } = merging

describe('the list of duplicates', () => {
  const pairsOf = ({ viewer }: Person) =>
    testShop.db
      .select()
      .from(duplicates)
      .where(sql`${viewer.id} in (${duplicates.one}, ${duplicates.other})`)

  test('has who shares birthdate, last name and ZIP, or a phone, as long as they do', async () => {
    const { db, shop } = testShop
    const birthdate = '1971-07-07'
    const one = await merging.aPerson({ birthdate, lastName: 'Luján', zipCode: '94110', phone: '' })
    const other = await merging.aPerson({
      birthdate,
      lastName: ' luján',
      zipCode: '94110-1234',
      phone: '',
    })
    expect(await pairsOf(one)).toMatchObject([{ byBirthdate: true, byPhone: false }])
    const caller = await merging.aPerson({ phone: '+1 (707) 555-8899' })
    await db.update(users).set({ phone: '7075558899' }).where(eq(users.id, other.viewer.id))
    expect(await pairsOf(other)).toHaveLength(2)
    const listed = async () => {
      const search = new URLSearchParams({ q: caller.email })
      const seen = await shop.viewList(merging.staff, duplicateList, search)
      return seen.ok ? seen.view.page.rows.length : null
    }
    expect(await listed()).toBe(1)
    await db.update(users).set({ birthdate: null }).where(eq(users.id, one.viewer.id))
    expect(await pairsOf(one)).toEqual([])
    expect(
      await dismissDuplicate(testShop.services, merging.staff, {
        id: caller.viewer.id,
        from: other.viewer.id,
      }),
    ).toMatchObject({
      ok: true,
    })
    expect(await pairsOf(caller)).toMatchObject([{ dismissedAt: expect.any(Date) }])
    await shop.findDuplicates()
    expect(await pairsOf(caller)).toHaveLength(1)
    expect(await listed()).toBe(0)
  })

  test('has no pair once it is merged, and the pair again after an undo', async () => {
    const phone = '5035550142'
    const [into, other] = [await merging.aPerson({ phone }), await merging.aPerson({ phone })]
    expect(await pairsOf(into)).toHaveLength(1)
    expect(await merging.merge(into, other)).toMatchObject({ ok: true })
    expect(await pairsOf(into)).toEqual([])
    expect(await merging.undo(into)).toMatchObject({ ok: true })
    expect(await pairsOf(into)).toHaveLength(1)
  })
})
