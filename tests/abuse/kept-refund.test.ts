import { afterAll, beforeAll, expect, test } from 'vitest'

import { paths } from '#platform/http/paths.rules.ts'
import type { Caller } from '#tests/harness/callers.ts'
import { aMember, ask, aStaffMember, purchase } from '#tests/harness/callers.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { expectQuietLog } from '#tests/harness/quiet-log.ts'

// The code is asked for only where a second person approves.
beforeAll(async () => {
  await queryDatabase('insert into approval_rules (refund_over_cents) values (1000)')
})
afterAll(async () => {
  await queryDatabase('delete from approval_rules')
})

async function anOrder(): Promise<number> {
  const member = await aMember()
  await purchase(member)
  const [row] = await queryDatabase<{ number: number }>(
    'select number from orders where user_id = $1',
    [member.id],
  )
  return row!.number
}

async function withSecondFactor(staff: Caller): Promise<Caller> {
  await queryDatabase(
    `insert into second_factors (user_id, secret, confirmed_at) values ($1, 'unread', now())`,
    [staff.id],
  )
  return staff
}

const enteredCode = (staff: Caller, minutesAgo: number) =>
  queryDatabase(
    `update sessions set code_entered_at = now() - make_interval(mins => $2) where user_id = $1`,
    [staff.id, minutesAgo],
  )

const typed = { amount: '12.50', reason: 'A capsule with a dent.' }

test.each(['review-refund', 'refund'])(
  'a refund (%s) outlives the question for a code, for who typed it and once',
  async (intent) => {
    const path = paths.staffOrder(await anOrder())
    const staff = await withSecondFactor(await aStaffMember())
    const asked = async () => {
      await enteredCode(staff, 20)
      const response = await ask(path, { caller: staff, form: { intent, ...typed, token: 'once' } })
      expect(response.status).toBe(303)
      expect(response.headers.get('location')).toBe(paths.loginCode(path))
      await enteredCode(staff, 0)
      const kept = response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0])
      expect(kept).toHaveLength(1)
      return kept[0]!
    }
    const seenBy = async (caller: Caller, kept: string) =>
      (await ask(path, { caller: { cookie: `${caller.cookie}; ${kept}` } })).text()

    const kept = await asked()
    const page = await seenBy(staff, kept)
    expect(page).toContain(`value="${typed.amount}"`)
    expect(page).toContain(typed.reason)
    expect(await seenBy(staff, kept)).not.toContain(typed.reason)

    const other = await aStaffMember()
    expect(await seenBy(other, await asked())).not.toContain(typed.reason)
  },
)

test('nothing of all this is in the log', expectQuietLog)
