import { afterAll, beforeAll, expect, test } from 'vitest'

import { samples } from '#app/emails/samples.ts'
import type { Database } from '#platform/database/connection.server.ts'
import { openTestDatabase } from '#tests/harness/test-shop.ts'

import type { Mail } from './mails.store.server.ts'
import {
  claimMails,
  markMailFailed,
  queueMails,
  releaseMail,
  requeueStaleMails,
  suppressMail,
} from './mails.store.server.ts'
import { mails } from './tables.ts'

let db: Database
let close: () => Promise<void>
beforeAll(async () => {
  ;({ db, close } = await openTestDatabase())
})
afterAll(() => close())

/** An email claimed by a process that took too long, and claimed again by another. */
async function twiceClaimed(): Promise<{ stale: Mail; current: Mail }> {
  await db.delete(mails)
  await queueMails(db, [
    { kind: 'register', recipient: 'ana@customer.example', props: samples.register },
  ])
  const [stale] = await claimMails(db, { limit: 1, perMinute: 0 })
  await requeueStaleMails(db, -1)
  const [current] = await claimMails(db, { limit: 1, perMinute: 0 })
  return { stale: stale!, current: current! }
}

const rows = () => db.select().from(mails)

test.each<[string, (mail: Mail) => Promise<void>]>([
  [
    'another try',
    (mail) => markMailFailed(db, mail, { error: 'stale', delaySeconds: 60, doubtful: false }),
  ],
  [
    'a permanent failure',
    (mail) => markMailFailed(db, mail, { error: 'stale', delaySeconds: null, doubtful: true }),
  ],
  ['an outage', (mail) => releaseMail(db, mail, 'stale')],
  ['a recipient who left', (mail) => suppressMail(db, mail)],
])('a process that lost its claim can’t record %s', async (_outcome, record) => {
  const { stale, current } = await twiceClaimed()
  await record(stale)
  expect(await rows()).toEqual([current])
  await record(current)
  expect(await rows()).not.toEqual([current])
})
