import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { auditLog } from '#platform/audit/tables.ts'
import type { StaffMember } from '#tests/harness/shipping.ts'
import { shippingStaff } from '#tests/harness/shipping.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

import { saveProfile } from './profiles.actions.server.ts'
import { usualProfile, writtenColumns } from './shipper-profile.rules.ts'
import { allProfiles } from './shipper-profiles.store.server.ts'

let testShop: TestShop
let staff: StaffMember

beforeAll(async () => {
  testShop = await openTestShop()
  staff = await shippingStaff(testShop)
})
afterAll(() => testShop.close())

const columns = writtenColumns(usualProfile.columns)
const typed = { id: '', version: '', name: 'By case', columns, dateFormat: 'us', rowPer: 'case' }
const save = (change: object = {}) => saveProfile(testShop.services, staff, { ...typed, ...change })

test('a profile is added once, changed, and not over what another person saved', async () => {
  expect(await save()).toMatchObject({ ok: true, said: { sentence: 'Saved.' } })
  const added = (await allProfiles(testShop.db)).find(({ name }) => name === 'By case')!
  expect(added).toMatchObject({ rowPer: 'case', orderBy: 'number', columns: usualProfile.columns })
  const taken = { status: 400, errors: { name: 'There is already one with this name.' } }
  expect(await save()).toMatchObject(taken)
  const change = { id: added.id, version: '1', orderBy: 'zip' }
  expect(await save({ ...change, name: 'Usual file' })).toMatchObject(taken)
  expect(await save(change)).toMatchObject({ ok: true, done: { orderBy: 'zip', version: 2 } })
  expect(await save(change)).toMatchObject({ ok: false, status: 409 })
  const [entry] = await testShop.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subjectId, added.id))
    .orderBy(desc(auditLog.id))
  expect(entry).toMatchObject({
    action: 'shipper-profile-saved',
    before: { orderBy: 'number' },
    after: { orderBy: 'zip' },
  })
})

test.each([
  [{ name: ' ' }, { name: 'A name of at most 60 characters.' }],
  [{ name: 'x'.repeat(61) }, { name: 'A name of at most 60 characters.' }],
  [{ columns: 'Moon = moon' }, { columns: '“moon” is not a field.' }],
  [
    { columns: '= order' },
    { columns: 'The field “order” needs a heading of at most 60 characters.' },
  ],
  [{ columns: '' }, { columns: 'The field “shipment” is needed in every file.' }],
])('what is wrong is said: %o', async (change, errors) => {
  expect(await save(change)).toMatchObject({ ok: false, status: 400, errors })
})
