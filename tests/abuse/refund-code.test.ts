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
  'a refund (%s) that needs a code is shown again as it was typed, and nothing is refunded',
  async (intent) => {
    const path = paths.staffOrder(await anOrder())
    const staff = await withSecondFactor(await aStaffMember())
    const form = { intent, ...typed }
    await enteredCode(staff, 20)
    const refused = await ask(path, { caller: staff, form })
    expect(refused.status).toBe(409)
    expect(refused.headers.getSetCookie()).toEqual([])
    const page = await refused.text()
    expect(page).toContain(`value="${typed.amount}"`)
    expect(page).toContain(typed.reason)
    expect(page).toContain(`href="${paths.loginCode(path)}"`)

    await enteredCode(staff, 0)
    const accepted = await ask(path, { caller: staff, form })
    expect(accepted.status).toBe(intent === 'refund' ? 303 : 200)
  },
)

test('nothing of all this is in the log', expectQuietLog)
