import { afterAll, beforeAll, expect, test } from 'vitest'

import { writeAuditEntry } from '#platform/audit/audit-log.store.server.ts'
import { aStaffMember } from '#tests/harness/staff.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop } from '#tests/harness/test-shop.ts'

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
  const own = await testShop.shop.viewOwnStaffData(staff, new Headers())
  expect(own!.entries).toHaveLength(2)
  expect(JSON.stringify(own)).not.toContain('Needle')
  const member = { ...(await aMember(testShop.db)), role: 'member' as const }
  expect(await testShop.shop.viewOwnStaffData(member, new Headers())).toBeNull()
})
