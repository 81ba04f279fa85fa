import { afterAll, beforeAll, expect, test } from 'vitest'

import { consents } from '#accounts/consent/tables.ts'
import { releaseWines } from '#catalogue/on-sale/tables.ts'
import type { ListQuery } from '#platform/list/list-query.rules.ts'
import { readListQuery } from '#platform/list/list-query.rules.ts'
import { aRelease } from '#tests/harness/a-release.ts'
import { openTestDatabase } from '#tests/harness/test-shop.ts'

import { everybody } from './audience.rules.ts'
import { campaignFigures } from './campaign-emails.store.server.ts'
import { campaignList } from './campaign-list.store.server.ts'
import type { CampaignState } from './campaign.rules.ts'
import { campaignStates } from './campaign.rules.ts'
import { releaseChoices, releaseFacts } from './release-choices.store.server.ts'
import { campaignEmails, campaigns } from './tables.ts'

let db: Awaited<ReturnType<typeof openTestDatabase>>['db']
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())

async function aCampaign(state: CampaignState, more: Partial<typeof campaigns.$inferInsert> = {}) {
  const made = { name: state, state, audience: everybody, sendAt: new Date(), ...more }
  const [row] = await db.insert(campaigns).values(made).returning()
  return row!
}

test('the list of campaigns has each in one of its states, with what was sent and opened', async () => {
  for (const state of campaignStates) await aCampaign(state)
  const sent = await aCampaign('sent', { name: 'Spring', subject: 'The Malbec is here' })
  const email = (address: string, more: Partial<typeof campaignEmails.$inferInsert>) =>
    db.insert(campaignEmails).values({ campaignId: sent.id, email: address, ...more })
  await email('a@customer.example', { outcome: 'sent', enteredAt: new Date() })
  await email('b@customer.example', { outcome: 'sent' })
  await email('f@customer.example', { outcome: 'rejected' })
  await email('c@customer.example', { outcome: 'suppressed', reason: 'left' })
  const query = (params: string): ListQuery =>
    readListQuery(campaignList.shape, new URLSearchParams(params))
  const names = async (params: string) =>
    (await campaignList.rows(db, query(params))).map(({ name }) => name).toSorted()
  expect(await names('state=draft')).toEqual(['draft'])
  expect(await names('state=scheduled')).toEqual(['scheduled'])
  expect(await names('state=sending')).toEqual(['paused', 'sending'])
  expect(await names('state=sent')).toEqual(['Spring', 'sent', 'stopped'])
  // By its name, and by its subject.
  expect(await names('q=spring')).toEqual(['Spring'])
  expect(await names('q=malbec')).toEqual(['Spring'])
  expect(await campaignList.rows(db, query('q=spring'))).toMatchObject([{ sent: 3, entered: 1 }])
})

test('the figures of a campaign count what came after it alone', async () => {
  const { id } = await aCampaign('sent')
  const settledAt = new Date('2026-11-20T12:00:00Z')
  const email = (address: string, more: Partial<typeof campaignEmails.$inferInsert>) =>
    db.insert(campaignEmails).values({ campaignId: id, email: address, settledAt, ...more })
  await email('left@customer.example', { outcome: 'sent', enteredAt: new Date() })
  await email('before@customer.example', { outcome: 'sent' })
  await email('uncounted@customer.example', { outcome: 'sent' })
  await email('others@customer.example', { outcome: 'suppressed', reason: 'left' })
  const no = (address: string, at: string, counts = true) =>
    db.insert(consents).values({
      ...{ email: address, kind: 'email', verdict: 'no', counts, at: new Date(at) },
      ...{ source: 'link', wording: 'Leave the list' },
    })
  await no('left@customer.example', '2026-11-20T12:00:01Z')
  await no('before@customer.example', '2026-11-20T11:59:59Z')
  await no('uncounted@customer.example', '2026-11-20T12:00:01Z', false)
  await no('others@customer.example', '2026-11-20T12:00:01Z')
  expect(await campaignFigures(db, { id, releaseId: null })).toMatchObject({
    entered: 1,
    left: 1,
    orders: 0,
    outcomes: [
      { outcome: 'sent', reason: null, count: 3 },
      { outcome: 'suppressed', reason: 'left', count: 1 },
    ],
  })
})

test('a campaign can be about releases that are not over, and has a price of one wine alone', async () => {
  const minutes = (count: number) => new Date(Date.now() + count * 60_000)
  const { release } = await aRelease(db, { name: 'Open' })
  const other = await aRelease(db, { name: 'Paused', state: 'paused', opensAt: minutes(-30) })
  await aRelease(db, { name: 'Draft', state: 'draft', opensAt: minutes(-20) })
  const ended = await aRelease(db, { name: 'Ended', state: 'ended' })
  await aRelease(db, { name: 'Closed', closesAt: minutes(-5) })
  const names = (await releaseChoices(db)).map(({ name }) => name)
  expect(names).toEqual(['Draft', 'Paused', 'Open'])
  const facts = await releaseFacts(db, release.id)
  expect(facts).toEqual({ closesAt: release.closesAt, isOpen: true, priceCents: 45_000 })
  expect(await releaseFacts(db, ended.release.id)).toMatchObject({ isOpen: false })
  await db
    .insert(releaseWines)
    .values({ releaseId: other.release.id, productId: 'malbec-2021', position: 2 })
  expect(await releaseFacts(db, other.release.id)).toMatchObject({ priceCents: null })
})
