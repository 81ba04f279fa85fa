import { afterAll, beforeAll, expect, test } from 'vitest'

import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import { aStaffMember } from '#tests/harness/staff.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

import { viewOwnStaffData } from './view-own-staff-data.actions.server.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

test('a staff member sees their own entries, without the people they are about, and no others', async () => {
  const staff = await aStaffMember(testShop.db)
  const other = await aStaffMember(testShop.db)
  const subject = { kind: 'user', id: 'u', label: 'Nadia Needle' } as const
  for (const actor of [staff, other, staff]) {
    await writeAuditEntry(testShop.db, actor, 'user-updated', subject)
  }
  const own = await viewOwnStaffData(testShop.services, staff, new Headers())
  expect(own.entries).toHaveLength(2)
  expect(JSON.stringify(own)).not.toContain('Needle')
})
