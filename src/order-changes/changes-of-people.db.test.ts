import { randomUUID } from 'node:crypto'

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { users } from '#platform/database/people.tables.ts'
import { deleteUser } from '#privacy/deletion/delete-user.actions.server.ts'
import { mergePeople } from '#privacy/merging/merge-people.actions.server.ts'
import { personMerges } from '#privacy/merging/tables.ts'
import { undoMerge } from '#privacy/merging/undo-merge.actions.server.ts'
import { exportPersonalData } from '#privacy/personal-data/export-personal-data.actions.server.ts'
import { openChangesShop } from '#tests/harness/changed-orders.ts'
import { aStaffMember } from '#tests/harness/staff.ts'
import { aMember } from '#tests/harness/test-shop.ts'

import { changeAddress, changeEarliest } from './change-order.actions.server.ts'
import { giveOrder } from './give-order.actions.server.ts'
import { viewChanges } from './view-changes.actions.server.ts'

const { testShop, anOrder, change, viewed, changesOf, orderNow } = await openChangesShop()
const { services, db } = testShop
const owner = await aStaffMember(db)

const austin = {
  ...{ address: '500 Congress Avenue', addressExtra: '', city: 'Austin', state: 'TX' },
  ...{ zipCode: '78701', statement: 'yes' },
}
const gift = { name: 'Lucía Ferrer', phone: '(415) 555-0142', note: '', statement: 'yes' }

/** An order that its buyer has sent elsewhere, as a gift. */
async function aChangedOrder() {
  const bought = await anOrder()
  expect(await change(changeAddress, bought, austin)).toMatchObject({ ok: true })
  expect(await change(giveOrder, bought, { seen: '1', ...gift })).toMatchObject({ ok: true })
  return bought
}

const versionOf = async (id: string) =>
  (await db.select({ version: users.version }).from(users).where(eq(users.id, id)))[0]!.version

test('a merged account brings its orders with their changes, and takes them back when it is undone', async () => {
  const bought = await aChangedOrder()
  const into = await aMember(db)
  const from = bought.buyer
  const typed = { id: into.id, from: from.id, intoVersion: await versionOf(into.id) }
  const merged = await mergePeople(
    services,
    owner,
    { ...typed, fromVersion: await versionOf(from.id) },
    { key: randomUUID() },
  )
  expect(merged).toMatchObject({ ok: true })
  const now = { ...bought, buyer: into }
  expect(await viewed(now)).toMatchObject({ seen: 2, to: { city: 'Austin' }, isGift: true })
  expect(await change(changeEarliest, bought, { seen: '2' })).toMatchObject({ ok: false })
  const back = { ...austin, address: '1 Main Street', city: 'San Francisco', state: 'CA' }
  const home = { ...back, zipCode: '94110', seen: '2' }
  expect(await change(changeAddress, now, home)).toMatchObject({ ok: true })
  expect(await exportPersonalData(services, into)).toMatchObject({
    orderChanges: [{ kind: 'address' }, { kind: 'gift' }, { kind: 'address' }],
  })

  const [merge] = await db.select().from(personMerges).where(eq(personMerges.intoUser, into.id))
  expect(await undoMerge(services, owner, { id: into.id, merge: merge!.id })).toMatchObject({
    ok: true,
  })
  expect(await viewed(bought)).toMatchObject({ seen: 3, to: { city: 'San Francisco' } })
  expect(await exportPersonalData(services, into)).toMatchObject({ orderChanges: [] })
})

test('the changes of an order stay with it when its buyer is erased, and staff see how it goes', async () => {
  const bought = await aChangedOrder()
  expect(await deleteUser(services, owner, { id: bought.buyer.id })).toMatchObject({ ok: true })
  await db
    .update(users)
    .set({ eraseAt: new Date(0) })
    .where(eq(users.id, bought.buyer.id))
  await testShop.shop.eraseDeletedUsersDue()
  expect(await db.select().from(users).where(eq(users.id, bought.buyer.id))).toEqual([])
  const order = await orderNow(bought)
  expect(order.userId).toBeNull()
  expect((await changesOf(bought)).map(({ kind }) => kind)).toEqual(['address', 'gift'])
  expect(await viewChanges(services, { order, by: 'staff', page: '/admin' })).toMatchObject({
    ...{ whyNot: null, to: { city: 'Austin' }, gift: { name: 'Lucía Ferrer' } },
  })
})
