import { eq, inArray, sql } from 'drizzle-orm'
import { beforeEach, test } from 'vitest'

import { secretOfEntryToken } from '#accounts/links/purchase-link.actions.server.ts'
import { userEmails } from '#accounts/users/tables.ts'
import { seedOrder } from '#app/seed/factory.ts'
import { allocations, releases } from '#catalogue/on-sale/tables.ts'
import { markMailSent } from '#mail/mails.store.server.ts'
import { suppress } from '#mail/suppressions.store.server.ts'
import { mails } from '#mail/tables.ts'
import { orderLines, orders } from '#orders/order/tables.ts'
import { mailingListClients, users } from '#platform/database/people.tables.ts'
import { shopDates } from '#platform/text/dates.rules.ts'
import { hourOf } from '#platform/text/typed-hour.rules.ts'
import { aRelease, allocate } from '#tests/harness/a-release.ts'
import { openCampaignShop } from '#tests/harness/campaign-shop.ts'
import { from } from '#tests/harness/identity.ts'
import { viewsOf } from '#tests/harness/list-views.ts'
import { aMember } from '#tests/harness/test-shop.ts'
import { openScenario } from '#tests/harness/what-changes.ts'

import type { Audience } from './campaign/audience.rules.ts'
import { everybody } from './campaign/audience.rules.ts'
import { campaignHours } from './campaign/campaign-emails.store.server.ts'
import { campaignList } from './campaign/campaign-list.store.server.ts'
import { campaignById } from './campaign/campaigns.store.server.ts'
import { campaignsTo, releasesOfPerson } from './campaign/person-campaigns.store.server.ts'
import {
  typesetCampaign,
  viewCampaignRecipient,
} from './campaign/preview-campaign.actions.server.ts'
import { findRecipients, previewedPerson } from './campaign/recipients.store.server.ts'
import { releaseChoices, releaseFacts } from './campaign/release-choices.store.server.ts'
import { campaignEmails, campaigns } from './campaign/tables.ts'
import {
  pauseCampaign,
  resumeCampaign,
  scheduleCampaign,
  sendTestCampaign,
  stopCampaign,
  unscheduleCampaign,
} from './campaign/turn-campaign.actions.server.ts'
import { countAudience, peopleOf } from './campaign/view-campaign.actions.server.ts'
import {
  createCampaign,
  createCorrection,
  createReminder,
  discardCampaign,
  saveCampaign,
} from './campaign/write-campaign.actions.server.ts'
import { campaignFigures } from './figures.server.ts'
import { subscriberList } from './mailing-list/subscriber-list.store.server.ts'
import { campaignsPersonalData } from './personal-data.server.ts'
import { campaignsTasks } from './tasks.server.ts'

const { testShop, writer, viewed } = await openCampaignShop()
const { db, services, shop } = testShop

let scenario: ReturnType<typeof openScenario>
let spring: Awaited<ReturnType<typeof aRelease>>
let ids: Record<string, string>
const step = <Result>(title: string, work: () => Promise<Result>) => scenario.step(title, work)
const read = <Result>(title: string, work: () => Promise<Result>) => scenario.read(title, work)

/** Two releases and a person of each kind. */
beforeEach(async () => {
  await db.delete(allocations)
  await db.delete(releases)
  scenario = openScenario(db, { [writer.id]: 'Writer', [writer.email]: 'writer' })
  ids = {}
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000)
  spring = await aRelease(db, {
    ...{ waves: [-30, 3000], opensAt: inDays(-1), closesAt: inDays(9), promiseUntil: inDays(5) },
  })
  const fall = await aRelease(db, { name: 'Fall', opensAt: inDays(20), closesAt: inDays(40) })
  const over = await aRelease(db, { name: 'Over', opensAt: inDays(-9), closesAt: inDays(-2) })
  scenario.names[spring.wine] = 'spring-wine'
  scenario.names['March 12, 2027 at 5:00 PM PST'] = 'a fixed moment'
  const { promiseUntil } = spring.release
  const { timeZone } = services.settings
  scenario.names[shopDates(timeZone).longMoment(promiseUntil!)] = 'the end of the promise'
  for (const { release } of [spring, fall, over])
    scenario.names[(ids[release.name] = release.id)] = `release-${release.name}`
  spring.waves.forEach((id, index) => (scenario.names[id] = `wave-${index + 1}`))

  const person = async (name: string, profile: Partial<typeof users.$inferInsert> = {}) => {
    const email = `${name}@example.com`
    const { id } = await aMember(db, { byEmail: true, email, firstName: name, ...profile })
    scenario.names[(ids[name] = id)] = name
    return { id, email, firstName: name, lastName: 'Ruiz' }
  }
  const listed = async (
    name: string,
    row: Partial<typeof mailingListClients.$inferInsert> = {},
  ) => {
    const consent = { consentSource: 'test', consentWording: 'yes' }
    const [{ id } = undefined as never] = await db
      .insert(mailingListClients)
      .values({
        ...{ email: `${name}@example.com`, fullName: `${name} Paz`, firstName: name },
        ...{ lastName: 'Paz', ...consent, ...row },
      })
      .returning()
    scenario.names[(ids[`list-${name}`] = id)] = `list-${name}`
  }
  /** An order so many days ago of a wine, or of what is in no release. */
  const buys = async (buyer: Awaited<ReturnType<typeof person>>, days: number, wine?: string) => {
    const id = await seedOrder(db, buyer, 0, 1)
    await db
      .update(orders)
      .set({ createdAt: inDays(-days) })
      .where(eq(orders.id, id))
    // The spring release opened within the day.
    const releaseId = wine === spring.wine && days < 1 ? spring.release.id : null
    if (wine) {
      await db
        .update(orderLines)
        .set({ productId: wine, releaseId })
        .where(eq(orderLines.orderId, id))
    }
    return id
  }
  const ana = await person('ana', { membershipLevel: 6 })
  // More than one order may have.
  await allocate(db, spring, ana, 40)
  await buys(ana, 0.5, spring.wine)
  await buys(ana, 3, fall.wine)
  const bea = await person('bea', { state: 'TX', membershipLevel: 12 })
  await allocate(db, spring, bea, 1, 1)
  await allocate(db, fall, bea, 5)
  // Before the release opened; and another wine since.
  await buys(bea, 3, spring.wine)
  await buys(bea, 0.4)
  const cleo = await person('cleo')
  const all = await allocate(db, spring, cleo, 2)
  await db.execute(sql`update allocations set bought = 1, held = 1 where id = ${all}`)
  await person('never', { byEmail: false })
  await person('unconfirmed', { emailVerified: false })
  await listed('unconfirmed')
  await person('staff', { role: 'staff' })
  await listed('staff')
  await person('erased', { eraseAt: new Date() })
  const first = await person('first')
  await listed('second')
  await db.insert(userEmails).values({ email: 'second@example.com', userId: first.id })
  await listed('ana', { userId: ana.id })
  await listed('dora', { state: 'CA' })
  await listed('elsa', { state: 'TX' })
  await listed('gone', { unsubscribedAt: new Date() })
  await listed('rejected')
  await suppress(db, services.hashes.ofEmail('rejected@example.com'), ['rejected'])
})

/** Whom a campaign reaches now, and why not the others. */
async function reached(id: string, only?: string[]) {
  const campaign = (await campaignById(db, id))!
  const people = await peopleOf(services, campaign, db, only && { only })
  return people
    .map(({ email, reason }) => email.replace('@example.com', reason ? ` (${reason})` : ''))
    .toSorted()
    .join(', ')
}

let count = 0
const key = () => ({ key: `00000000-0000-4000-8000-${String(++count).padStart(12, '0')}` })
async function make(name: string, change: Partial<typeof campaigns.$inferInsert> = {}) {
  const made = await createCampaign(services, writer, { name }, key())
  const id = (made.ok && made.done.id) || ''
  scenario.names[(ids[name] = id)] = name
  await db.update(campaigns).set(change).where(eq(campaigns.id, id))
  return id
}
const content = {
  subject: 'News, {first name}',
  blocks: [
    { kind: 'paragraph' as const, text: 'Kept: {allocation}, {landed total}, {kept until}.' },
    { kind: 'button' as const, text: 'Go', target: 'allocation' as const },
  ],
}
const hour = (days = 0) =>
  hourOf(new Date(Date.now() + days * 86_400_000), services.settings.timeZone)
const seen = async (id: string) => ({ id, version: (await campaignById(db, id))!.version })

test('whom an audience has', async () => {
  const id = await make('news', content)
  const other = await make('other', { ...content, releaseId: ids['Spring']! })
  const to = async (title: string, audience: Partial<Audience>, releaseId: string | null) => {
    await db.update(campaigns).set({ audience: { ...everybody, ...audience }, releaseId })
    await read(title, () => reached(id))
  }
  const about = ids['Spring']!
  await to('everybody', {}, null)
  await to('without subscribers', { withSubscribers: false }, null)
  await to('of California', { state: 'CA' }, null)
  await to('of Texas', { state: 'TX' }, null)
  await to('of the first wave', { waveId: spring.waves[0]! }, about)
  await to('with wine left', { hasAllocationLeft: true }, about)
  await to('with wine left of another release', { hasAllocationLeft: true }, ids['Fall']!)
  await to('of six bottles', { clubLevel: '6' }, null)
  await to('of no level', { clubLevel: 'none' }, null)
  await to('who ordered', { ordered: 'yes' }, about)
  await to('who did not', { ordered: 'no' }, about)
  await to('who ordered, without a release', { ordered: 'yes' }, null)
  await to('who did not, without a release', { ordered: 'no' }, null)
  const settledAt = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  const got = (
    campaignId: string,
    name: string,
    hours: number,
    outcome: 'sent' | 'suppressed',
  ) => ({
    ...{ campaignId, email: `${name}@example.com`, outcome, settledAt: settledAt(hours) },
  })
  await db
    .insert(campaignEmails)
    .values([
      ...[got(other, 'ana', 21, 'sent'), got(other, 'bea', 19, 'sent')],
      ...[got(other, 'dora', 21, 'sent'), got(other, 'elsa', 1, 'suppressed')],
      { campaignId: other, email: 'first@example.com' },
    ])
  await to('of recipients of another', { got: other }, null)
  await to('an hour before twenty are over', {}, null)
  await read('how many get it, and why others do not', async () =>
    countAudience(services, (await campaignById(db, id))!),
  )
  await read('of a few of these', () =>
    reached(id, ['ana@example.com', 'bea@example.com', 'first@example.com', 'elsa@example.com']),
  )
  for (const name of ['third', 'fourth', 'fifth']) {
    const more = await make(name, { releaseId: name === 'fifth' ? ids['Fall']! : about })
    await db.insert(campaignEmails).values([got(more, 'dora', 50, 'sent')])
    if (name !== 'fifth')
      await db.insert(campaignEmails).values([got(more, 'cleo', 50, 'suppressed')])
  }
  await db.update(campaigns).set({ releaseId: null }).where(eq(campaigns.id, ids['fifth']!))
  const onlyThis = async (title: string, releaseId: string) => {
    await db.update(campaigns).set({ releaseId, audience: everybody }).where(eq(campaigns.id, id))
    const few = ['dora@example.com', 'cleo@example.com', 'ana@example.com']
    await read(title, async () => [await reached(id), await reached(id, few)])
  }
  await db.update(campaigns).set({ releaseId: about }).where(eq(campaigns.id, other))
  for (const name of ['third', 'fourth'])
    await db.update(campaigns).set({ releaseId: about }).where(eq(campaigns.id, ids[name]!))
  await onlyThis('who had three of this release', about)
  await onlyThis('who had none of that release', ids['Fall']!)
  await read('releases to choose from', () => releaseChoices(db))
  await read('facts of releases', async () => [
    await releaseFacts(db, about),
    await releaseFacts(db, ids['Over']!),
    await releaseFacts(db, crypto.randomUUID()),
  ])
  await read('recipients called ruiz', () => findRecipients(db, 'ruiz'))
  await read('recipients called paz', () => findRecipients(db, 'paz'))
  const campaign = (await campaignById(db, other))!
  for (const name of ['ana', 'bea', 'cleo', 'staff', 'erased', 'list-dora'])
    await read(`the preview for ${name}`, async () => [
      await previewedPerson(db, campaign, ids[name]!),
      await viewCampaignRecipient(services, other, ids[name]!),
    ])
  await read('releases of a person', async () => [
    await releasesOfPerson(db, { userId: ids['bea']!, email: 'bea@example.com' }),
    await releasesOfPerson(db, { userId: null, email: 'dora@example.com' }),
    await releasesOfPerson(db, { userId: null, email: 'elsa@example.com' }),
  ])
  await db.update(releases).set({ state: 'draft' }).where(eq(releases.id, ids['Fall']!))
  await read('releases of a person once one is a draft', async () => [
    await releasesOfPerson(db, { userId: ids['bea']!, email: 'bea@example.com' }),
    await campaignById(db, 'no-id'),
  ])
  scenario.expectWritten('campaigns-audience')
})

test('what a campaign changes until it is sent', async () => {
  const made = (action: () => ReturnType<typeof createCampaign>, name: string) => async () => {
    const result = await action()
    if (result.ok) scenario.names[(ids[name] = result.done.id)] = name
    return result
  }
  const form = key()
  const create = (name: string) => () => createCampaign(services, writer, { name }, form)
  await step('create', made(create('Spring'), 'news'))
  await step('create from the same form', made(create('Spring'), 'news'))
  const id = ids['news']!
  const fields = async (change: object = {}) => ({
    ...{ id, name: 'Spring news', releaseId: ids['Spring']!, subject: ' News, {first name} ' },
    ...{ state: 'CA', ordered: 'no', 'blocks.0.kind': 'heading', 'blocks.0.text': 'Hello' },
    ...{ preheader: ' First ', version: String((await seen(id)).version), withSubscribers: 'on' },
    ...change,
  })
  await step('save', async () => saveCampaign(services, writer, await fields()))
  await step('save from an older page', async () =>
    saveCampaign(services, writer, await fields({ version: '1', subject: 'Old' })),
  )
  await step('save again after a lost answer', async () =>
    saveCampaign(services, writer, await fields({ version: '1' })),
  )
  await step('save without a name', async () =>
    saveCampaign(services, writer, await fields({ name: ' ' })),
  )
  await step('save one that is gone', async () =>
    saveCampaign(services, writer, await fields({ id: crypto.randomUUID() })),
  )
  const schedule =
    (sendAt: string, one = id) =>
    async () =>
      scheduleCampaign(services, writer, { ...(await seen(one)), sendAt })
  await step('save one about a release that is gone', async () =>
    saveCampaign(services, writer, await fields({ releaseId: crypto.randomUUID() })),
  )
  await step('save with a line break in the subject', async () =>
    saveCampaign(services, writer, await fields({ subject: 'Two\nlines' })),
  )
  await db.update(campaigns).set({ blocks: [] })
  await step('schedule what is not complete', schedule(hour()))
  await db.update(campaigns).set({ ...content, releaseId: ids['Over']! })
  await step('schedule about what is over', schedule(hour()))
  await db.update(campaigns).set({ releaseId: ids['Spring']! })
  await step('schedule for yesterday', schedule(hour(-1)))
  await step('schedule for no hour', schedule('soon'))
  await step('schedule from an older page', () =>
    scheduleCampaign(services, writer, { id, version: 1, sendAt: hour() }),
  )
  await db
    .update(campaigns)
    .set({ audience: { ...everybody, clubLevel: '12' as const, state: 'NY' } })
  await step('schedule to nobody', schedule(hour()))
  await db.update(campaigns).set({ audience: everybody })
  await step('schedule for tomorrow', schedule(hour(1)))
  await step('schedule again', schedule(hour(1)))
  await step('discard what is scheduled', async () =>
    discardCampaign(services, writer, await seen(id)),
  )
  await step('the job comes too early', () => shop.sendCampaign(id))
  const turn =
    (action: typeof pauseCampaign, one = id) =>
    async () =>
      action(services, writer, await seen(one))
  await step('pause what is scheduled', turn(pauseCampaign))
  await step('back to a draft', turn(unscheduleCampaign))
  const other = await make('other', content)
  await step('schedule for now', schedule(hour()))
  await db.execute(sql`update campaigns set send_at = now() - interval '16 minutes'
    where state = 'scheduled'`)
  const tasks = async () => {
    const kinds = Object.values(campaignsTasks)
    const rows = await Promise.all(
      kinds.map(async ({ causes }) => (await db.execute(causes())).rows),
    )
    return rows.flat()
  }
  const setOther = (state: 'draft' | 'scheduled' | 'paused', minutes: number) => {
    const at = new Date(Date.now() - minutes * 60_000)
    return db
      .update(campaigns)
      .set({ state, sendAt: at, updatedAt: at })
      .where(eq(campaigns.id, other))
  }
  await setOther('scheduled', 12)
  await step('it has not begun', tasks)
  await setOther('draft', 12)
  await step('the minute’s job', () => shop.processCampaigns())
  await step('it leaves, and is no task', tasks)
  const row = async (name: string) =>
    (
      await db
        .select()
        .from(mails)
        .where(eq(mails.recipient, `${name}@example.com`))
    )[0]!
  for (const name of ['ana', 'bea'])
    await step(`the email of ${name} is sent`, async () => markMailSent(db, await row(name)))
  await step('pause', turn(pauseCampaign))
  await step('pause again', turn(pauseCampaign))
  await db.execute(sql`update campaigns set updated_at = now() - interval '25 hours'
    where state = 'paused'`)
  await setOther('paused', 23 * 60)
  await step('it is paused for a day', tasks)
  await setOther('draft', 12)
  await step('resume', turn(resumeCampaign))
  await step('its emails are made anew', () => shop.processCampaigns())
  const token = new URL(((await row('dora')).props as { link: string }).link).pathname
    .split('/')
    .at(-1)!
  await step('a subscriber enters by their link', async () => {
    const held = { secret: secretOfEntryToken(token), browser: 'b'.repeat(43) }
    const { ok } = await shop.enterByLink(held, null, from('192.0.2.7'))
    return { ok }
  })
  await step('the job comes again', () => shop.processCampaigns())
  // Sent five full hours ago; four hours ago two bought of the release, of whom one got no email yet, and one something
  // else. All else is of the last hour, so that no other moment is one of these.
  const hours = [5, 4, 3].map(
    (ago) => new Date((Math.floor(Date.now() / 3_600_000) - ago) * 3_600_000),
  )
  const [sentAt, boughtAt, enteredAt] = hours as [Date, Date, Date]
  hours.forEach((at, index) => {
    const name = ['sent', 'bought', 'entered'][index]!
    const iso = at.toISOString()
    scenario.names[iso] = name
    for (const between of ['T', ' '])
      for (const zone of ['+00:00', '+00'])
        scenario.names[iso.replace('T', between).replace('.000Z', zone)] = name
  })
  await db
    .update(campaignEmails)
    .set({ settledAt: sentAt })
    .where(eq(campaignEmails.outcome, 'sent'))
  await db
    .update(campaignEmails)
    .set({ enteredAt })
    .where(
      inArray(campaignEmails.email, ['ana@example.com', 'cleo@example.com', 'dora@example.com']),
    )
  for (const [name, wine] of [
    ['ana', spring.wine],
    ['bea', 'malbec-2021'],
    ['cleo', spring.wine],
  ] as const) {
    const buyer = {
      id: ids[name]!,
      email: `${name}@example.com`,
      firstName: name,
      lastName: 'Ruiz',
    }
    const bought = await seedOrder(db, buyer, 0, 2)
    await db.update(orders).set({ createdAt: boughtAt }).where(eq(orders.id, bought))
    const releaseId = wine === spring.wine ? spring.release.id : null
    await db
      .update(orderLines)
      .set({ productId: wine, releaseId })
      .where(eq(orderLines.orderId, bought))
  }
  for (const name of ['list-ana', 'list-elsa'])
    await shop.unsubscribe(services.mail.tokens.sign(ids[name]!), { source: 'link' })
  await step('the lists', async () => [
    await viewsOf(db, campaignList, { named: 'Name', views: ['q=news', 'q=spring'] }),
    await viewsOf(db, subscriberList, { named: 'Email', views: ['q=paz elsa'] }),
  ])
  const some = { ana: ids['ana']!, dora: ids['list-dora']! }
  const previews = { ...some, known: 'known', nobody: '', odd: 'no-id' }
  for (const [as, value] of Object.entries({ ...previews, gone: crypto.randomUUID() }))
    await step(`a preview: ${as}`, async () => {
      const shown = await typesetCampaign(services, writer, { id, as: value })
      if (!shown.ok) return shown
      const { subject, text } = shown.done
      return [subject, text.replace(/Kohue, wines[^]*33137/, '…')]
    })
  await step('a preview of what is typed', async () => {
    const typed = await fields({ as: 'known', subject: 'Typed, {first name}' })
    const shown = await typesetCampaign(services, writer, typed)
    return shown.ok ? [shown.done.subject, shown.done.text.slice(0, 40)] : shown
  })
  await step('the figures', async () => {
    const { silence, ...figures } = (await campaignFigures.read(db)) as { silence: number }
    const campaign = (await campaignById(db, id))!
    const all = [(await viewed(id))!.figures, await campaignHours(db, campaign), figures]
    return [...all, Math.round(silence / 60)]
  })
  await step('the campaigns of persons', async () => [
    await campaignsTo(db, 'ana@example.com'),
    await campaignsTo(db, 'bea@example.com'),
    await campaignsTo(db, 'dora@example.com'),
  ])
  await step('stop', turn(stopCampaign))
  await step('stop again', turn(stopCampaign))
  await step('resume what was stopped', turn(resumeCampaign))
  const copyOf = (action: typeof createReminder, name: string, source = id) =>
    made(() => action(services, writer, { id: source, name }, key()), name)
  await step('a reminder', copyOf(createReminder, 'Reminder'))
  await step('a correction', copyOf(createCorrection, 'Correction'))
  await step('a reminder of nothing', copyOf(createReminder, 'None', crypto.randomUUID()))
  await step('a correction of nothing', copyOf(createCorrection, 'None', crypto.randomUUID()))
  await step('whom they reach', async () => [
    await reached(ids['Reminder']!),
    await reached(ids['Correction']!),
  ])
  await step('a test', () => sendTestCampaign(services, writer, { id: other, as: '' }))
  await step('a test as a person', () =>
    sendTestCampaign(services, writer, { id, as: ids['ana']! }),
  )
  await step('discard from an older page', () =>
    discardCampaign(services, writer, { id: other, version: 9 }),
  )
  await step('discard', async () => discardCampaign(services, writer, await seen(other)))
  await step('discard again', () => discardCampaign(services, writer, { id: other, version: 1 }))
  const { merge, moveBack, eraseAddress, moveAddress, exportAddress } = campaignsPersonalData
  const both = { from: ids['bea']!, into: ids['ana']! }
  await step('an account is merged', () => db.transaction((tx) => merge!(tx, both, { sum: false })))
  await step('and moved back', () => db.transaction((tx) => moveBack!(tx, both, {} as never)))
  await step('an export', () => exportAddress!['campaigns']!(db, 'bea@example.com'))
  await step('an address is another one now', () =>
    db.transaction((tx) => moveAddress!(tx, 'bea@example.com', 'bea.b@example.com')),
  )
  await step('one that got emails itself', () =>
    db.transaction((tx) => moveAddress!(tx, 'bea.b@example.com', 'ana@example.com')),
  )
  await step('an address is erased', () =>
    db.transaction((tx) => eraseAddress!(tx, 'ana@example.com', services)),
  )
  scenario.expectWritten('campaigns')
})
