import { and, eq } from 'drizzle-orm'
import { afterEach, beforeEach, test } from 'vitest'

import type { User } from '#accounts/users/users.store.server.ts'
import { userById } from '#accounts/users/users.store.server.ts'
import { allocations } from '#catalogue/on-sale/tables.ts'
import type { Duty } from '#platform/access/duties.rules.ts'
import { users } from '#platform/database/people.tables.ts'
import { turnSwitch } from '#platform/switches/switches.store.server.ts'
import { viewsOf } from '#tests/harness/list-views.ts'
import { released } from '#tests/harness/release-buyers.ts'
import { aStaffMember } from '#tests/harness/staff.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { aMember, openTestShop, setStock } from '#tests/harness/test-shop.ts'
import { openScenario } from '#tests/harness/what-changes.ts'

import {
  answerRequest,
  confirmSubscription,
  declineRequest,
  grantClub,
} from './answer-requests.actions.server.ts'
import { grantRequest } from './grants/give-grants.actions.server.ts'
import { processGrants } from './grants/process-grants.actions.server.ts'
import { summaryOfLine } from './line.store.server.ts'
import {
  askOther,
  changeOwnRequest,
  stayInLine,
  withdrawRequest,
} from './own-requests.actions.server.ts'
import { grantQueue, previewQueue } from './queues/grant-by-queue.actions.server.ts'
import {
  closeQueue,
  declineInLine,
  nameLaterVintage,
  saveQueue,
} from './queues/queue.actions.server.ts'
import { dropAnswer, keepAnswer, rewordAnswer } from './queues/settings.actions.server.ts'
import { requestList } from './request-list.store.server.ts'
import { requests, savedAnswers } from './tables.ts'

let testShop: TestShop
let scenario: ReturnType<typeof openScenario>
let staff: User & { duties: readonly Duty[] }

beforeEach(async () => {
  testShop = await openTestShop()
  staff = await aStaffMember(testShop.db)
  scenario = openScenario(testShop.db, { [staff.email]: 'staff', [staff.id]: 'Staff' })
})
afterEach(() => testShop.close())

const step = <Result>(title: string, work: () => Promise<Result>) => scenario.step(title, work)

async function person(name: string) {
  const { id, email } = await aMember(testShop.db, { firstName: name })
  Object.assign(scenario.names, { [id]: name, [email]: `${name}@` })
  return (await userById(testShop.db, id))!
}

/** A person's request as it is now, which gets a name. */
async function requestOf(user: User, kind: typeof requests.$inferSelect.kind) {
  const all = await testShop.db.select().from(requests).where(eq(requests.userId, user.id))
  const found = all.find((one) => one.kind === kind)!
  scenario.names[found.id] = `${kind}-of-${scenario.names[user.id]}`
  return found
}

test('what requests and their answers change', async () => {
  const { db, shop, services } = testShop
  const { wine } = await released(testShop, { stock: 3 })
  scenario.names[wine] = 'wine'
  const [ana, bea, cora, dora] = [
    await person('ana'),
    await person('bea'),
    await person('cora'),
    await person('dora'),
  ]
  await step('ask for a wine', () => shop.requestWine(ana, 'malbec-2021'))
  await step('again on the same day', () => shop.requestWine(ana, 'malbec-2021'))
  await step('ask for no wine', () => shop.requestWine(ana, 'none'))
  await step('ask about the club', () => shop.askAboutClub(ana))
  await step('end the subscription', () => shop.changeSubscription(ana, 'inactive'))
  await step('ask something else while nobody answers', () =>
    askOther(services, ana, { text: 'May I visit?' } as never),
  )
  await turnSwitch(db, 'answer-requests', true)
  await step('ask something else', () => askOther(services, ana, { text: 'May I visit?' } as never))
  for (const one of [bea, cora, dora]) await shop.requestWine(one, 'malbec-2021')
  for (const one of [ana, bea, cora, dora]) await requestOf(one, 'wine')
  const club = await requestOf(ana, 'club')
  const other = await requestOf(ana, 'other')
  const subscription = await requestOf(ana, 'subscription')
  await step('answer a request of another kind', () =>
    answerRequest(services, staff, { number: club.number, text: 'Yes.' }),
  )
  await step('answer', () => answerRequest(services, staff, { number: other.number, text: 'Yes.' }))
  await step('answer again', () =>
    answerRequest(services, staff, { number: other.number, text: 'Yes.' }),
  )
  await step('confirm the subscription', () =>
    confirmSubscription(services, staff, { number: subscription.number }),
  )
  await step('grant the club', () => grantClub(services, staff, { number: club.number, level: 12 }))
  const bob = await requestOf(bea, 'wine')
  await step('change another’s request', () =>
    changeOwnRequest(services, ana, { number: bob.number, version: 1, units: '2' } as never),
  )
  await step('ask for more', () =>
    changeOwnRequest(services, bea, { number: bob.number, version: 1, units: '2' } as never),
  )
  await step('from an older page', () =>
    changeOwnRequest(services, bea, { number: bob.number, version: 1, units: '3' } as never),
  )
  await step('decline', () =>
    declineRequest(services, staff, { number: bob.number, text: 'Sorry.' }),
  )
  await step('stay in line', () => stayInLine(services, bea, { number: bob.number } as never))
  const third = await requestOf(cora, 'wine')
  await step('decline with a place', () =>
    declineRequest(services, staff, { number: third.number, text: 'Later.', keepsPlace: 'yes' }),
  )
  await step('withdraw the request of another', () =>
    withdrawRequest(services, bea, { number: third.number } as never),
  )
  await step('withdraw', () => withdrawRequest(services, cora, { number: third.number } as never))
  await step('withdraw again', () =>
    withdrawRequest(services, cora, { number: third.number } as never),
  )
  // Their page is not shown, so the answer has no link to it.
  await turnSwitch(db, 'answer-requests', false)
  const finn = await person('finn')
  await shop.requestWine(finn, 'malbec-2021')
  const fourth = await requestOf(finn, 'wine')
  await step('decline where requests are not shown', () =>
    declineRequest(services, staff, { number: fourth.number, text: 'Sorry.' }),
  )
  await turnSwitch(db, 'answer-requests', true)
  const queue = { productId: 'malbec-2021', order: 'first-asked', mostPerPerson: 3 } as const
  await step('a queue', () => saveQueue(services, staff, { ...queue, version: 0, isOpen: 'yes' }))
  await step('over another version', () => saveQueue(services, staff, { ...queue, version: 0 }))
  await step('decline a line that changed', () =>
    declineInLine(services, staff, {
      ...{ productId: 'malbec-2021', mark: 'x', all: 'yes', text: 'Sorry.' },
    }),
  )
  const mark = async () => (await summaryOfLine(db, 'malbec-2021')).mark
  await step('decline the line', async () =>
    declineInLine(services, staff, {
      ...{ productId: 'malbec-2021', mark: await mark(), all: 'yes', text: 'Sorry.' },
      keepsPlace: 'yes',
    }),
  )
  const eve = await person('eve')
  await shop.requestWine(eve, 'malbec-2021')
  await requestOf(eve, 'wine')
  await step('close the queue', async () =>
    closeQueue(services, staff, { productId: 'malbec-2021', mark: await mark() }),
  )
  await step('keep an answer', () =>
    keepAnswer(services, staff, { name: 'Sorry', text: 'Sorry, none.' }),
  )
  await step('keep it again', () =>
    keepAnswer(services, staff, { name: 'Sorry', text: 'Sorry, none.' }),
  )
  await step('keep another by its name', () =>
    keepAnswer(services, staff, { name: 'Sorry', text: 'Next year.' }),
  )
  const [kept] = await db.select().from(savedAnswers)
  const reword = (words: { was: string; text: string }) => () =>
    rewordAnswer(services, staff, { id: kept!.id, ...words })
  await step('reword it', reword({ was: 'Sorry, none.', text: 'Sorry,\nnone is left.' }))
  // As browsers send it without script.
  const asSent = 'Sorry,\r\nnone is left.'
  await step('leave it as it is', reword({ was: asSent, text: asSent }))
  await step('reword it again', reword({ was: asSent, text: 'Sorry,\r\nnone.' }))
  await step('reword what it was', reword({ was: 'Sorry, none.', text: 'Next year.' }))
  await step('drop it', () => dropAnswer(services, staff, { id: kept!.id }))

  for (const [index, one] of [ana, bea].entries()) {
    await db.insert(requests).values({
      ...{ kind: 'wine', userId: one.id, productId: wine, units: 2 },
      queuedAt: new Date(Date.now() - (2 - index) * 60_000),
    })
  }
  const rows = await db.select().from(requests).where(eq(requests.productId, wine))
  const granted = (user: User) => rows.find(({ userId }) => userId === user.id)!
  for (const one of rows) scenario.names[one.id] = `granted-${scenario.names[one.userId]}`
  const grant = (user: User, units: number) => () =>
    grantRequest(services, staff, { number: granted(user).number, units, hours: 72 })
  await step('grant more than was asked', grant(ana, 3))
  await step('grant', grant(ana, 2))
  await step('grant again', grant(ana, 2))
  await step('grant more than is free', grant(bea, 2))
  await step('grant the last', grant(bea, 1))
  /** The database's own clock says when grants end. */
  const endsIn = (minutes: number) =>
    db.update(allocations).set({
      promiseUntil: new Date(Date.now() + minutes * 60_000),
      isPromised: minutes > 0,
    })
  await endsIn(24 * 60 + 10)
  await step('ten minutes before the reminder', () => processGrants(services))
  await endsIn(24 * 60 - 10)
  await step('the reminder', () => processGrants(services))
  await step('once', () => processGrants(services))
  await endsIn(-10)
  await step('the grants end', () => processGrants(services))
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const waiting = (user: User) => and(eq(requests.userId, user.id), eq(requests.state, 'waiting'))
  await db.update(requests).set({ units: 3 }).where(waiting(ana))
  for (const [one, ago] of [
    [bea, 20],
    [dora, 30],
  ] as const)
    await db
      .update(requests)
      .set({ queuedAt: minutesAgo(ago) })
      .where(waiting(one))
  // One after the other, as those of one statement would be in any order in the list.
  for (const [one, units, ago] of [
    [ana, 1, 2],
    [eve, 2, 1],
  ] as const) {
    await db.insert(requests).values({
      ...{ kind: 'wine', userId: one.id, productId: wine, units },
      queuedAt: minutesAgo(ago),
    })
  }
  const inLine = await db
    .select()
    .from(requests)
    .where(and(eq(requests.productId, wine), eq(requests.state, 'open')))
  for (const one of inLine) scenario.names[one.id] = `later-${scenario.names[one.userId]}`
  const name = (productId: string, to: string) => () =>
    nameLaterVintage(services, staff, { productId, to })
  await step('name a wine as its own later vintage', name(wine, wine))
  await step('name a wine that is gone', name('malbec-2021', 'gone'))
  await step('name one for a wine that is gone', name('gone', wine))
  await step('name a later vintage', name('malbec-2021', wine))
  await step('name it again', name('malbec-2021', wine))
  await db.update(users).set({ state: 'UT' }).where(eq(users.id, dora.id))
  const rule = { productId: wine, cases: '4', most: '2', skipsNotServed: 'yes' }
  const previewed = async () => {
    const preview = await previewQueue(services, staff, rule)
    if (!preview.ok) throw new Error(preview.sentence)
    const { mark: seen, people, ...sums } = preview.done
    return { seen, sums, people: people.map(({ userId, units }) => [userId, units]) }
  }
  const { seen } = await previewed()
  await scenario.read('a preview', async () => ({ ...(await previewed()), seen: '' }))
  const byRule = (more: object) => () =>
    grantQueue(services, staff, { ...rule, mark: seen, hours: 72, text: 'Enjoy.', ...more })
  await step('grant a line that changed', async () => {
    const refused = await byRule({ mark: 'x' })()
    return refused.ok || [refused.status, refused.sentence]
  })
  await step('grant the line, of which not all is free', async () => {
    const refused = await byRule({})()
    return refused.ok || [refused.status, refused.sentence]
  })
  await setStock(db, wine, 4)
  await step('grant the line', byRule({}))
  await step('grant it to nobody', byRule({ skipsGranted: 'yes', cases: '1' }))
  const views = ['q=ana', 'wine=malbec-2021', 'again=yes']
  await scenario.read('the list', () => viewsOf(db, requestList, { named: 'Number', views }))
  scenario.expectWritten('requests')
})
