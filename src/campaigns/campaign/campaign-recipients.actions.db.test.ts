import { createHmac, randomUUID } from 'node:crypto'

import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'

import { userEmails } from '#accounts/users/tables.ts'
import { leaveEmail } from '#admin/emails/undelivered-emails.actions.server.ts'
import { allocations } from '#catalogue/on-sale/tables.ts'
import { suppress } from '#mail/suppressions.store.server.ts'
import { mails } from '#mail/tables.ts'
import { aRelease, allocate } from '#tests/harness/a-release.ts'
import { aBounce } from '#tests/harness/bounce.ts'
import { openCampaignShop } from '#tests/harness/campaign-shop.ts'
import { aMember, testBounceSecret } from '#tests/harness/test-shop.ts'

import { everybody } from './audience.rules.ts'
import { previewCampaign, viewCampaignRecipient } from './preview-campaign.actions.server.ts'
import { findRecipients } from './recipients.store.server.ts'
import { campaignEmails } from './tables.ts'
import { peopleOf } from './view-campaign.actions.server.ts'

const { viewed, testShop, writer, aSubscriber, aCampaign, sent, rowsOf, delivering, settled } =
  await openCampaignShop()

describe('an address that the receiving server rejects', () => {
  test('later, by two signed notifications, gets no more campaigns; a forged one changes nothing', async () => {
    const { db, shop } = testShop
    const { email } = await aSubscriber()
    const post = (text: string, secret = testBounceSecret, at = Date.now()) => {
      const body = Buffer.from(text)
      const seconds = Math.floor(at / 1000)
      const hash = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex')
      return shop.receiveBounce(body, `t=${seconds},v1=${hash}`)
    }
    const verdicts: string[] = []
    for (const round of [1, 2]) {
      const id = await aCampaign()
      await sent(id)
      delivering()
      await settled(id)
      const [row] = await rowsOf(id)
      const bounce = aBounce(`${row!.mailId}@shop.kohue.example`, email)
      verdicts.push(await post(bounce, 'another secret of somebody, long enough'))
      verdicts.push(await post(bounce, testBounceSecret, Date.now() - 3_600_000))
      expect((await rowsOf(id))[0]!.outcome).toBe('sent')
      // Another's address in it, and the same one twice.
      await post(aBounce(`${row!.mailId}@shop.kohue.example`, 'other@list.example'))
      expect((await rowsOf(id))[0]!.outcome).toBe('sent')
      verdicts.push(await post(bounce), await post(bounce))
      expect((await rowsOf(id))[0]!.outcome).toBe('rejected')
      await db.update(campaignEmails).set({ settledAt: new Date(0) })
      const next = await aCampaign()
      const reached = round === 1 ? 1 : 0
      expect((await viewed(next))!.audience!.getIt).toBe(reached)
    }
    expect(verdicts).toEqual([
      ...['forged', 'forged', 'taken', 'taken'],
      ...['forged', 'forged', 'taken', 'taken'],
    ])
    expect(await post('Subject: away')).toBe('unreadable')
  })

  // The mail service signs what reached it, and anybody can send it something.
  const hostile: [string, (id: string, email: string) => string, string][] = [
    ['an unknown Message-ID', (_id, email) => aBounce(randomUUID(), email), 'taken'],
    ['a Message-ID that is no id', (_id, email) => aBounce("x' or true --", email), 'taken'],
    ['a NUL in the address', (id, email) => aBounce(id, `${email}\u0000`), 'unreadable'],
    ['a NUL in the Message-ID', (id, email) => aBounce(`${id}\u0000`, email), 'unreadable'],
    ['a NUL in the status', (id, email) => aBounce(id, email, '5.1.\u00001'), 'unreadable'],
    ['a passing failure', (id, email) => aBounce(id, email, '4.2.2'), 'taken'],
    ['another address', (id) => aBounce(id, 'other@list.example'), 'taken'],
    ['no boundary', (id, email) => aBounce(id, email).replace('boundary="b1"', ''), 'unreadable'],
    ['no report', (id) => `Message-ID: <${id}>`, 'unreadable'],
    ['a hundred thousand lines', () => 'X: y\r\n'.repeat(40_000), 'unreadable'],
    [
      'a report inside another',
      (id, email) => aBounce(id, 'a@b.example').replace('no such', aBounce(id, email)),
      '',
    ],
  ]
  test.each(hostile)('is not silenced by a notification with %s', async (_what, text, expected) => {
    const { email } = await aSubscriber()
    const id = await aCampaign()
    await sent(id)
    delivering()
    await settled(id)
    const [row] = await rowsOf(id)
    const body = Buffer.from(text(`${row!.mailId}@shop.kohue.example`, email))
    const seconds = Math.floor(Date.now() / 1_000)
    const hash = createHmac('sha256', testBounceSecret).update(`${seconds}.`).update(body)
    const signature = `t=${seconds},v1=${hash.digest('hex')}`
    const verdict = await testShop.shop.receiveBounce(body, signature)
    if (expected) expect(verdict).toBe(expected)
    expect((await rowsOf(id))[0]!.outcome).toBe('sent')
  })

  test('twice in thirty days gets no more campaigns', async () => {
    const { db } = testShop
    const { email } = await aSubscriber()
    const good = await aSubscriber()
    const first = await aCampaign()
    await sent(first)
    delivering((to) => to === email)
    await settled(first)
    expect((await rowsOf(first)).map(({ outcome }) => outcome).toSorted()).toEqual([
      'rejected',
      'sent',
    ])
    // Left unsent it was rejected nevertheless, in the figures of its campaign too.
    const rejected = (await rowsOf(first)).find(({ outcome }) => outcome === 'rejected')!
    expect(await leaveEmail(testShop.services, writer, { id: rejected.mailId! })).toMatchObject({
      ok: true,
    })
    expect((await rowsOf(first)).find((row) => row.email === email)!.outcome).toBe('rejected')
    await db.update(campaignEmails).set({ settledAt: new Date(0) })
    const second = await aCampaign()
    await sent(second)
    await settled(second)
    await db.update(campaignEmails).set({ settledAt: new Date(0) })
    const third = await aCampaign()
    expect((await viewed(third))!.audience).toEqual({
      getIt: 1,
      leftOut: [{ reason: 'rejected', count: 1 }],
    })
    expect(good.email).not.toBe(email)
  })
})

describe('a preview as somebody', () => {
  test('greets them, says their hour, and whether they get it and why not; and writes nothing', async () => {
    const { services, db } = testShop
    const ana = await aMember(db, { byEmail: true, lastName: 'Zeballos' })
    const bea = await aMember(db, { byEmail: false, firstName: 'Bea', lastName: 'Zeballos' })
    const { email: listed } = await aSubscriber('berta@list.example')
    const { release, ...rest } = await aRelease(db)
    await allocate(db, { release, ...rest }, ana, 2)
    const id = await aCampaign({
      releaseId: release.id,
      audience: { ...everybody, withSubscribers: false },
    })
    const found = await findRecipients(db, 'zebállos')
    expect(found.map(({ email }) => email)).toEqual([ana.email, bea.email].toSorted())
    expect(await findRecipients(db, '  ')).toEqual([])
    const [berta] = await findRecipients(db, 'berta@list')
    expect(berta!.email).toBe(listed)

    const verdictOn = async (personId: string) =>
      (await viewCampaignRecipient(services, id, personId))?.verdict
    const [choice] = (await viewed(id))!.releases
    const [wave] = choice!.waves
    expect(await viewCampaignRecipient(services, id, ana.id)).toMatchObject({
      name: 'Ana Zeballos',
      wave: { name: wave!.name, opensAt: new Date(wave!.opensAt).toISOString() },
      verdict: { kind: 'gets-it' },
    })
    expect(await verdictOn(bea.id)).toEqual({ kind: 'left-out', reason: 'never-agreed' })
    expect(await verdictOn(berta!.id)).toEqual({ kind: 'not-in-audience' })
    for (const [campaign, person] of [
      [id, randomUUID()],
      [id, "x' or true"],
      [randomUUID(), ana.id],
    ] as const) {
      expect(await viewCampaignRecipient(services, campaign, person)).toBeNull()
      expect(await previewCampaign(services, campaign, { personId: person })).toBeNull()
    }
    // Nothing is counted of what was not sent.
    expect(await viewed(id)).toMatchObject({ figures: null, hours: [] })

    const seen = await previewCampaign(services, id, { personId: ana.id })
    expect(seen!.subject).toBe('The 2023s, Ana')
    expect(seen!.text).toContain('Kept for you: 2 cases')
    // Each reads why they get it, as in the email itself.
    expect(seen!.text).toContain('because you chose emails in your account')
    const asBerta = await previewCampaign(services, id, { personId: berta!.id })
    expect(asBerta!.text).toContain('because you joined our mailing list')
    expect(asBerta!.text).toContain('What we keep about you')
    await aSubscriber(ana.email)
    const asBoth = await previewCampaign(services, id, { personId: ana.id })
    expect(asBoth!.text).toContain('because you joined our mailing list')
    expect(asBoth!.text).not.toContain('What we keep about you')
    expect(await db.$count(mails)).toBe(0)
    expect(await rowsOf(id)).toEqual([])

    await sent(id)
    expect(await verdictOn(bea.id)).toEqual({
      kind: 'settled',
      outcome: 'suppressed',
      reason: 'never-agreed',
    })
  })
})

test('lists what is left of each wine of the recipient, and is previewed for who gets it first', async () => {
  const { services, db } = testShop
  const first = await aRelease(db)
  const ana = await aMember(db, { email: 'ana@wines.example', byEmail: true })
  await aMember(db, { email: 'aaron@wines.example', byEmail: false })
  const zoe = await aMember(db, { email: 'zoe@wines.example', byEmail: true })
  await allocate(db, first, ana, 3)
  await db.update(allocations).set({ bought: 1 })
  const id = await aCampaign({
    releaseId: first.release.id,
    blocks: [{ kind: 'wines' }, { kind: 'button', text: 'Go', target: 'allocation' }],
    audience: { ...everybody, withSubscribers: false },
  })
  // Aaron comes first, and gets none.
  expect((await viewed(id))!.shownTo).toBe(ana.id)
  const asAna = await previewCampaign(services, id, { personId: ana.id })
  expect(asAna!.text).toContain('2 × 2023 Malbec, 3-pack of 750ml')
  expect(asAna!.text).toContain('$450.00 a case')
  expect(asAna!.text).toContain('Set aside for you until ')
  const asZoe = await previewCampaign(services, id, { personId: zoe.id })
  expect(asZoe!.text).not.toContain('Set aside for you')
  expect(asZoe!.text).not.toContain('Malbec')

  const emails = delivering()
  await sent(id)
  await settled(id)
  const htmlTo = (email: string) => emails.find(({ to }) => to === email)!.html
  expect(htmlTo('ana@wines.example')).toContain('2 × 2023 Malbec, 3-pack of 750ml')
  expect(htmlTo('zoe@wines.example')).not.toContain('2023 Malbec')
  expect((await viewed(id))!.shownTo).toBe(ana.id)
})

test('promises wine to nobody for whom none is kept', async () => {
  const { services, db } = testShop
  const ana = await aMember(db, { byEmail: true })
  const ago = new Date(Date.now() - 60_000)
  const wordsIn = async (wish: Parameters<typeof aRelease>[1], change: object = { units: 2 }) => {
    const one = await aRelease(db, wish)
    const allocation = await allocate(db, one, ana, 2)
    await db.update(allocations).set(change).where(eq(allocations.id, allocation))
    const id = await aCampaign({
      releaseId: one.release.id,
      blocks: [
        { kind: 'paragraph', text: 'Yours. It is {allocation}. It is kept until {kept until}.' },
        { kind: 'wines' },
      ],
      audience: { ...everybody, hasAllocationLeft: true },
    })
    const { getIt } = (await viewed(id))!.audience!
    const { text } = (await previewCampaign(services, id, { personId: ana.id }))!
    const said = text.slice(text.indexOf('Yours.'), text.indexOf('Kohue,')).replaceAll(/\s+/g, ' ')
    return [getIt, said.replaceAll(/until [^.]*? [AP]M [A-Z]{3}/g, 'until then').trim()]
  }
  const wine = '2 × 2023 Malbec, 3-pack of 750ml $450.00 a case'
  expect(await wordsIn({})).toEqual([
    1,
    `Yours. It is 2 cases. It is kept until then. ${wine} Set aside for you until then`,
  ])
  const unkept = [1, `Yours. It is 2 cases. ${wine} While it lasts`]
  expect(await wordsIn({ promise: 'cap' })).toEqual(unkept)
  expect(await wordsIn({ promiseUntil: ago })).toEqual(unkept)
  const lapsed = { origin: 'grant', waveId: null, isPromised: false, promiseUntil: ago }
  expect(await wordsIn({}, lapsed)).toEqual([0, 'Yours.'])
})

test('names the total of an allocation that one order holds, and none of a larger one', async () => {
  const { services, db } = testShop
  const ana = await aMember(db, { byEmail: true })
  const one = await aRelease(db)
  const allocation = await allocate(db, one, ana, 3)
  const text = 'It is {allocation}. {landed total} in all.'
  const id = await aCampaign({
    ...{ releaseId: one.release.id, blocks: [{ kind: 'paragraph', text }] },
  })
  const said = async () => {
    const { text: plain } = (await previewCampaign(services, id, { personId: ana.id }))!
    return /It is .*/.exec(plain)![0]
  }
  expect(await said()).toBe('It is 3 cases. $1,532.88 in all.')
  await db.update(allocations).set({ units: 4 }).where(eq(allocations.id, allocation))
  expect(await said()).toBe('It is 4 cases.')
})

test('a preview as nobody calls each invented value an example', async () => {
  const text = '{first name}: {allocation} until {kept until} for {landed total}.'
  const id = await aCampaign({ blocks: [{ kind: 'paragraph', text }, { kind: 'wines' }] })
  const seen = await previewCampaign(testShop.services, id, { isKnown: true })
  expect(seen!.text.replaceAll(/\s+/g, ' ')).toContain(
    'Ana (example): 2 cases (example) until March 12, 2027 at 5:00 PM PST (example) for $1,015.25 (example).',
  )
  expect(seen!.text).toContain('2 × 2023 Malbec, 3-pack of 750ml (example)')
})

test('who said no in an account that is not confirmed is left out, as a subscriber too', async () => {
  const { services, db } = testShop
  const { id: userId, email } = await aMember(db, { emailVerified: false })
  const { id: subscriberId } = await aSubscriber(email)
  const id = await aCampaign({ audience: { ...everybody, withSubscribers: true } })
  const verdict = async () => (await viewCampaignRecipient(services, id, subscriberId))?.verdict
  expect(await verdict()).toEqual({ kind: 'gets-it' })
  await testShop.shop.changeSubscription({ id: userId }, 'inactive')
  expect(await verdict()).toMatchObject({ kind: 'left-out' })
  expect((await viewed(id))!.audience).toEqual({
    getIt: 0,
    leftOut: [{ reason: 'left', count: 1 }],
  })
})

test('a person of two addresses gets it at the first; where that may not be written to, at the second', async () => {
  const { db, services } = testShop
  const first = await aMember(db, { byEmail: true })
  const second = await aSubscriber()
  const id = await aCampaign()
  await db.insert(userEmails).values({ email: second.email, userId: first.id })
  const { campaign } = (await viewed(id))!
  const verdict = async () => (await viewCampaignRecipient(services, id, second.id))?.verdict
  const reasons = async () =>
    Object.fromEntries(
      (await peopleOf(services, campaign)).map(({ email, reason }) => [email, reason]),
    )
  expect(await reasons()).toEqual({ [first.email]: null, [second.email]: 'other-address' })
  expect(await verdict()).toEqual({ kind: 'left-out', reason: 'other-address' })
  // The limits are those of the person.
  const earlier = await aCampaign()
  const had = { campaignId: earlier, email: first.email, outcome: 'sent' } as const
  await db.insert(campaignEmails).values({ ...had, settledAt: new Date() })
  expect(await reasons()).toEqual({ [first.email]: 'too-often', [second.email]: 'too-often' })
  expect(await verdict()).toEqual({ kind: 'left-out', reason: 'too-often' })
  await db.delete(campaignEmails)
  await suppress(db, services.hashes.ofEmail(first.email), ['rejected'])
  expect(await reasons()).toEqual({ [first.email]: 'rejected', [second.email]: null })
  expect(await verdict()).toEqual({ kind: 'gets-it' })
})

test('a start is proposed ahead of the wave that is written to, not once that is open', async () => {
  await aMember(testShop.db, { byEmail: true })
  const { release, waves } = await aRelease(testShop.db, { waves: [-30, 120] })
  const proposed = async (waveId: string) => {
    const audience = { ...everybody, waveId }
    return (await viewed(await aCampaign({ releaseId: release.id, audience })))!.proposedAt
  }
  expect(await proposed('')).toBe(null)
  expect(await proposed(waves[0]!)).toBe(null)
  expect(Date.parse((await proposed(waves[1]!))!)).toBeLessThan(Date.now() + 120 * 60_000)
})
