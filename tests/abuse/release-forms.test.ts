import { afterEach, beforeAll, expect, test } from 'vitest'

import { adminAllocationsCopy as copy } from '#releases/allocations/admin-allocations.copy.ts'
import { releaseFormCopy } from '#releases/release/admin-releases.copy.ts'
import type { Caller } from '#tests/harness/callers.ts'
import { aMember, ask, aStaffMember } from '#tests/harness/callers.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { expectQuietLog } from '#tests/harness/quiet-log.ts'
import { dropReleases, putRelease } from '#tests/harness/release-rows.ts'

let staff: Caller
let customer: Caller
beforeAll(async () => {
  staff = await aStaffMember()
  customer = await aMember()
})
afterEach(dropReleases)

const untouched = async () =>
  (await queryDatabase(`select units, version, promise_until from allocations`))[0]

/** The sentence as it stands in HTML. */
const inHtml = (sentence: string) => sentence.replaceAll("'", '&#x27;')

test.each(['100', '-1', '1.5', 'two', '1e1', '', '٣'])(
  '%j units are refused at their field',
  async (units) => {
    const release = await putRelease({ email: customer.email, state: 'draft' })
    const [row] = await queryDatabase(`select id, version from allocations`)
    const before = await untouched()
    const path = `/admin/releases/${release}/allocations`
    const form = {
      intent: 'save',
      allocation: String(row!['id']),
      version: String(row!['version']),
      units,
      wave: '',
      note: '',
    }
    const saved = await ask(path, { caller: staff, form })
    expect(saved.status).toBe(400)
    expect(await saved.text()).toContain(inHtml(copy.errors['not-units']))
    const person = { intent: 'add', email: staff.email, wine: 'malbec-2023', wave: '', units }
    const added = await ask(path, { caller: staff, form: person })
    expect(added.status).toBe(400)
    const page = await added.text()
    expect(page).toContain(inHtml(copy.errors['not-units']))
    // What was typed is still there.
    expect(page).toContain(`value="${staff.email}"`)
    expect(await untouched()).toEqual(before)
  },
)

test.each([
  ['tomorrow at nine', 'not-an-hour'],
  ['2027-02-30T09:00', 'not-an-hour'],
  ['2027-03-01T24:30', 'not-an-hour'],
  ['2027-03-14T02:30', 'skipped'],
  ['', 'required'],
  ['2097-03-01T09:00', 'too-far-ahead'],
] as const)('the hour %j is refused at its field', async (opensAt, problem) => {
  const release = await putRelease({ email: null, state: 'draft' })
  const hours = { opensAt, closesAt: '2027-04-01T09:00', promiseUntil: '' }
  const form = { ...hours, version: '1', 'waves.0.name': 'Club', 'waves.0.opensAt': opensAt }
  const response = await ask(`/admin/releases/${release}/waves`, { caller: staff, form })
  expect(response.status).toBe(400)
  expect(await response.text()).toContain(inHtml(releaseFormCopy.problems[problem]))
  const [row] = await queryDatabase(`select version from releases where id = $1`, [release])
  expect(row!['version']).toBe(1)
})

test('nothing of all this is in the log', expectQuietLog)
