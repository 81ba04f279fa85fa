import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'

import { approvals } from '../database/approvals.tables.ts'
import type { NewApproval } from './approvals.store.server.ts'
import {
  approvalByRequest,
  approvalsWith,
  closeApproval,
  forgetApprover,
  insertApproval,
  lapseApprovals,
  newestApproval,
  openApprovals,
} from './approvals.store.server.ts'

let testShop: TestShop
beforeAll(async () => {
  testShop = await openTestShop()
})
afterAll(() => testShop.close())

const person = (name: string) => ({ id: randomUUID(), email: `${name}@kohue.example` })
const [ana, ben, cruz] = [person('ana'), person('ben'), person('cruz')]

const ask = (of: Partial<NewApproval> & { subject: string }, by = ana) =>
  testShop.db.transaction((tx) =>
    insertApproval(
      tx,
      {
        kind: 'refund',
        number: 7,
        detail: '',
        amountCents: 1_000,
        wish: {},
        requestKey: null,
        ...of,
      },
      by,
    ),
  )

const close = (id: string, state: 'approved' | 'declined', by = ben) =>
  testShop.db.transaction((tx) => closeApproval(tx, id, state, by))

test('one request of a kind and subject is open, and the newest counts', async () => {
  const subject = randomUUID()
  const requestKey = randomUUID()
  const first = (await ask({ subject, requestKey }))!
  expect(await ask({ subject })).toBeNull()
  expect(await approvalByRequest(testShop.db, requestKey)).toMatchObject({ id: first.id })
  expect(await close(first.id, 'declined')).toBe(true)
  expect(await close(first.id, 'approved')).toBe(false)
  expect(await approvalByRequest(testShop.db, requestKey)).toBeNull()
  const later = (await ask({ subject, requestKey }))!
  expect(await ask({ subject, kind: 'end-release' })).not.toBeNull()
  expect(await newestApproval(testShop.db, 'refund', subject)).toMatchObject({ id: later.id })
  expect(await close(later.id, 'approved')).toBe(true)
  expect(await approvalByRequest(testShop.db, requestKey)).toMatchObject({ id: later.id })
})

test('a request is for a day, and none is decided after', async () => {
  const { id, askedAt, lapsesAt } = (await ask({ subject: randomUUID() }))!
  expect(lapsesAt.getTime() - askedAt.getTime()).toBe(24 * 3_600_000)
  const { db } = testShop
  expect(await db.transaction(lapseApprovals)).toEqual([])
  await db
    .update(approvals)
    .set({ lapsesAt: sql`now()` })
    .where(eq(approvals.id, id))
  expect(await close(id, 'approved')).toBe(false)
  expect((await db.transaction(lapseApprovals)).map((lapsed) => lapsed.id)).toEqual([id])
  expect(await db.transaction(lapseApprovals)).toEqual([])
})

test('the tasks have open requests of their kind', async () => {
  const [open, ended] = [randomUUID(), randomUUID()]
  await ask({ subject: open })
  await ask({ subject: open, kind: 'end-release', amountCents: null, detail: 'Spring' })
  await close((await ask({ subject: ended }))!.id, 'declined')
  const tasks = async (kind: 'refund' | 'end-release') =>
    (await testShop.db.execute(openApprovals(kind))).rows
      .filter(({ subject }) => subject === open || subject === ended)
      .map(({ subject, number, detail }) => ({ subject, number, detail }))
  expect(await tasks('refund')).toEqual([{ subject: open, number: 7, detail: '1000' }])
  expect(await tasks('end-release')).toEqual([{ subject: open, number: 7, detail: 'Spring' }])
})

test('somebody’s requests and decisions are theirs to have, and name nobody once they are erased', async () => {
  const [asked, decided, others] = [randomUUID(), randomUUID(), randomUUID()]
  await close((await ask({ subject: asked }, cruz))!.id, 'declined', ben)
  await close((await ask({ subject: decided }, ana))!.id, 'declined', cruz)
  await close((await ask({ subject: others }, ana))!.id, 'declined', ben)
  const exported = await approvalsWith(testShop.db, cruz.id)
  expect(exported.map((row) => [row.asked, row.state])).toEqual([
    [true, 'declined'],
    [false, 'declined'],
  ])
  await forgetApprover(testShop.db, cruz.id)
  const named = async (subject: string) => {
    const [row] = await testShop.db.select().from(approvals).where(eq(approvals.subject, subject))
    return [row!.askedBy, row!.askedByEmail, row!.decidedBy, row!.decidedByEmail]
  }
  expect(await named(asked)).toEqual([null, null, ben.id, ben.email])
  expect(await named(decided)).toEqual([ana.id, ana.email, null, null])
  expect(await named(others)).toEqual([ana.id, ana.email, ben.id, ben.email])
})
