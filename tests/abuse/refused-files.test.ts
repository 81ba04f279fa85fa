import { beforeAll, expect, test } from 'vitest'

import type { Caller } from '#tests/harness/callers.ts'
import { aMember, aStaffMember, ask } from '#tests/harness/callers.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { expectQuietLog } from '#tests/harness/quiet-log.ts'

const callers: Record<string, Caller> = {}

beforeAll(async () => {
  callers['a member'] = await aMember()
  callers['an owner'] = await aStaffMember()
  callers['staff with another duty'] = await aStaffMember()
  const { id } = callers['staff with another duty']
  await queryDatabase(`delete from staff_duties where user_id = $1`, [id])
  await queryDatabase(`insert into staff_duties (user_id, duty) values ($1, 'emails')`, [id])
})

const none = '00000000-0000-4000-8000-000000000000'
const notForYou = ['This page is for staff', 'Your account doesn’t have access to this page.']
const missing = ['Something&#x27;s missing']
const unread = ['This could not be done', 'This page may be out of date.']

test.each<[path: string, by: string, status: number, says: string[]]>([
  ['/usersadmin.csv', 'a member', 403, notForYou],
  ['/admin/orders.csv', 'a member', 403, notForYou],
  ['/admin/orders.csv', 'staff with another duty', 403, notForYou],
  ['/admin/overview.csv?table=paid', 'staff with another duty', 403, notForYou],
  ['/admin/shipping/pickups.pdf', 'staff with another duty', 403, notForYou],
  [`/admin/releases/${none}/allocations.csv`, 'a member', 403, notForYou],
  ['/usersadmin.csv?membership=7', 'an owner', 400, unread],
  ['/admin/overview.csv?table=unknown', 'an owner', 404, missing],
  ['/admin/accounting/2026-10/files/unknown', 'an owner', 404, missing],
  ['/admin/accounting/2026-10/files/lines', 'staff with another duty', 403, notForYou],
  [`/admin/shipping/handovers/${none}`, 'an owner', 404, missing],
  [`/admin/shipping/handovers/${none}/slips.pdf`, 'an owner', 404, missing],
  ['/admin/orders/1/disputes/dp_1/evidence.pdf', 'an owner', 404, missing],
  [`/admin/campaigns/${none}/preview`, 'an owner', 404, missing],
  ['/your-data/file', 'a member', 404, missing],
])('%s says to %s in a page why there is no file', async (path, by, status, says) => {
  const refused = await ask(path, { caller: callers[by] })
  expect([refused.status, refused.headers.get('content-type')]).toEqual([
    status,
    'text/html; charset=utf-8',
  ])
  expect(refused.headers.get('content-disposition')).toBeNull()
  const html = await refused.text()
  for (const text of ['<h1', 'Back to the home page', ...says]) expect(html).toContain(text)
})

test('nothing of all this is in the log', expectQuietLog)
