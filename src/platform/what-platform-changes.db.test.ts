import { randomUUID } from 'node:crypto'

import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, test } from 'vitest'

import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'
import { openScenario } from '#tests/harness/what-changes.ts'

import {
  approvalById,
  approvalByRequest,
  approvalRulesNow,
  approvalsWith,
  closeApproval,
  forgetApprover,
  insertApproval,
  isLapsed,
  lapseApprovals,
  newestApproval,
  openApprovalIds,
  openApprovals,
  saveApprovalRules,
} from './approvals/approvals.store.server.ts'
import {
  entriesAbout,
  exportedToday,
  subjectsInLog,
  writeAuditEntry,
} from './audit/audit-log.store.server.ts'
import { auditLog } from './audit/tables.ts'
import { approvals } from './database/approvals.tables.ts'
import { queueJob } from './jobs/queue.server.ts'
import { readReports, removeReport, writeReport } from './processes/process-reports.store.server.ts'
import { isSwitchedOn, turnSwitch } from './switches/switches.store.server.ts'

let testShop: TestShop
let scenario: ReturnType<typeof openScenario>
beforeEach(async () => {
  testShop = await openTestShop()
  scenario = openScenario(testShop.db)
})
afterEach(() => testShop.close())
const step = <Result>(title: string, work: () => Promise<Result>) => scenario.step(title, work)

test('what second persons, the log, switches, reports and jobs change', async () => {
  const { db } = testShop
  const id = (name: string) => {
    const made = randomUUID()
    scenario.names[made] = name
    return made
  }
  const who = (name: string) => ({ id: id(name), email: `${name}@kohue.example` })
  const [ana, bea, cleo] = [who('ana'), who('bea'), who('cleo')]
  const inTx = <Result>(
    work: (tx: Parameters<Parameters<typeof db.transaction>[0]>[0]) => Promise<Result>,
  ) => db.transaction(work)

  await step('the rules before any', () => approvalRulesNow(db))
  const rules = (version: number, refundOverCents: number | null) => () =>
    inTx((tx) => saveApprovalRules(tx, { version, refundOverCents, endsRelease: true }))
  await step('save the first', rules(0, 10_000))
  await step('save the first again', rules(0, 20_000))
  await step('save the second', rules(1, null))
  await step('save over an older version', rules(1, 5))
  await step('the rules then', () => approvalRulesNow(db))

  const [order, other] = [id('order'), id('other-order')]
  const ask =
    (subject: string, by = ana, more: object = {}) =>
    async () => {
      const asked = await inTx((tx) =>
        insertApproval(
          tx,
          {
            ...{ kind: 'refund', subject, number: 7, detail: '', amountCents: 500 },
            ...{ wish: { reason: 'Broken' }, requestKey: null, ...more },
          },
          by,
        ),
      )
      if (asked)
        scenario.names[asked.id] = `${scenario.names[subject]} asked by ${scenario.names[by.id]}`
      return asked && asked.id
    }
  await step('ask', ask(order, ana, { requestKey: 'form' }))
  await step('ask again', ask(order, bea))
  await step('ask about another', ask(other, bea))
  await step(
    'ask for a release of the same id',
    ask(order, bea, { kind: 'end-release', amountCents: null, detail: 'Spring' }),
  )
  const of = async (kind: 'refund' | 'end-release', subject: string) =>
    (await newestApproval(db, kind, subject))!
  const refund = await of('refund', order)
  await step('what is open', async () => [
    [...(await openApprovalIds(db, [order]))].length,
    [...(await openApprovalIds(db, [other, 'none']))],
    (await approvalByRequest(db, 'form'))?.id,
    await approvalByRequest(db, 'none'),
    (await approvalById(db, refund.id))?.askedByEmail,
    (await db.execute(openApprovals('refund'))).rows.length,
    (await db.execute(openApprovals('end-release'))).rows,
  ])
  const close =
    (one: string, state: 'approved' | 'declined' | 'withdrawn', by = cleo) =>
    () =>
      inTx((tx) => closeApproval(tx, one, state, by))
  await step('approve', close(refund.id, 'approved'))
  await step('decline what is approved', close(refund.id, 'declined'))
  await step('it is still known by its form', async () => [
    (await approvalByRequest(db, 'form'))?.id,
  ])
  const late = await of('refund', other)
  const ends = (minutes: number) =>
    db
      .update(approvals)
      .set({ lapsesAt: new Date(Date.now() + minutes * 60_000) })
      .where(eq(approvals.id, late.id))
  await ends(1)
  await step('a minute before it lapses', async () => [
    await isLapsed(db, late.id),
    (await inTx(lapseApprovals)).length,
  ])
  await ends(-1)
  await step('approve a minute too late', close(late.id, 'approved'))
  await step('has it lapsed', async () => [await isLapsed(db, late.id)])
  await step('it lapses', async () => (await inTx(lapseApprovals)).map(({ id: one }) => one))
  await step('ask once more', ask(other, ana))
  await step('withdraw', async () => close((await of('refund', other)).id, 'withdrawn', ana)())
  await step('of whom', async () => [
    (await approvalsWith(db, ana.id)).map(({ asked, state }) => `${asked} ${state}`),
    (await approvalsWith(db, bea.id)).map(({ kind, asked, state }) => `${kind} ${asked} ${state}`),
    (await approvalsWith(db, cleo.id)).map(({ asked, state }) => `${asked} ${state}`),
  ])
  await step('an account is erased', () => forgetApprover(db, ana.id))
  await step('that of who decided', () => forgetApprover(db, cleo.id))

  const log = (by: { id: string | null; email: string }, list: string, rows: number) =>
    writeAuditEntry(
      db,
      by,
      'list-exported',
      { kind: 'list', id: list, label: list },
      { after: { rows } },
    )
  await step('an entry of the log', () => log(ana, 'users', 3))
  await log(ana, 'users', 4)
  await log(ana, 'orders', 50)
  await log(bea, 'users', 60)
  await writeAuditEntry(
    db,
    ana,
    'user-updated',
    { kind: 'user', id: 'users', label: '' },
    { after: { rows: 9 } },
  )
  await db.insert(auditLog).values([
    ...[23, 25].map((hours) => ({
      ...{ actorId: ana.id, actorEmail: ana.email, action: 'list-exported', subjectKind: 'list' },
      ...{ subjectId: 'users', after: { rows: 100 }, at: new Date(Date.now() - hours * 3_600_000) },
    })),
  ])
  await step('rows exported within a day', async () => [
    await exportedToday(db, ana, 'users'),
    await exportedToday(db, bea, 'orders'),
  ])
  await step('entries about records', async () =>
    (
      await entriesAbout(
        db,
        [
          { kind: 'list', id: 'users' },
          { kind: 'user', id: 'orders' },
        ],
        4,
      )
    ).map(({ actorEmail, action, at }) => [actorEmail, action, at]),
  )
  await step('which of them are in the log', async () => [
    ...(await subjectsInLog(db, 'list', ['orders', 'claims'])),
    ...(await subjectsInLog(db, 'user', ['users', 'orders'])),
  ])

  const turn = (isOn: boolean) => () => turnSwitch(db, 'operations-alerts', isOn)
  await step('turn a switch off that is off', turn(false))
  await step('turn it on', turn(true))
  await step('turn it on again', turn(true))
  await step('switches', async () => [
    await isSwitchedOn(db, 'operations-alerts'),
    await isSwitchedOn(db, 'answer-requests'),
  ])

  const report =
    (name: string, more: object = {}) =>
    () =>
      writeReport(db, {
        ...{ id: Object.entries(scenario.names).find(([, one]) => one === name)?.[0] ?? id(name) },
        ...{ startedAt: new Date(), notReady: null, slowestRoute: '/', slowestP95: 9 },
        ...{ loopDelay: 1, connectionsWaitedFor: 2, providerFailures: 3, serverErrors: 4, ...more },
      })
  const passes = (name: string, seconds: number) =>
    db.execute(sql`update process_reports set at = at - make_interval(secs => ${seconds})
      where id = ${Object.entries(scenario.names).find(([, one]) => one === name)![0]}::uuid`)
  await step('a process reports', report('first'))
  await step('another does', report('second'))
  await step('the first again', report('first', { notReady: 'database', serverErrors: 9 }))
  await passes('second', 21)
  await step('the first after 21 seconds without the other', report('first'))
  await step('the reports', async () =>
    (await readReports(db))
      .map(({ seconds, startedSeconds, ...rest }) => ({
        ...rest,
        at: Math.round(seconds / 10),
        from: Math.round(startedSeconds / 60),
      }))
      .toSorted((a, b) => b.at - a.at),
  )
  await passes('second', 3_600)
  await step('the reports an hour later', async () => (await readReports(db)).length)
  await step('the first then', report('first'))
  await step('it shuts down', () =>
    removeReport(db, Object.entries(scenario.names).find(([, one]) => one === 'first')![0]),
  )

  const at = new Date(Date.now() + 3_600_000)
  await step('a job', () => queueJob(db, 'create-price', { productId: 'a' }, 'price:a'))
  await step('one of the same key, later', () =>
    queueJob(db, 'create-price', { productId: 'b' }, 'price:a', at),
  )
  await step('one of another key', () =>
    queueJob(db, 'create-price', { productId: 'c' }, 'price:c'),
  )
  await step('two without a key', async () => {
    await queueJob(db, 'find-duplicates', {})
    await queueJob(db, 'find-duplicates', {})
  })
  scenario.expectWritten('platform')
})
