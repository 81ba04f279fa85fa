import { randomUUID } from 'node:crypto'

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { requestConfirmation } from '#accounts/consent/confirm-subscription.actions.server.ts'
import { cookiesOfLink, heldLinkOf } from '#accounts/links/entry-cookies.ts'
import {
  makePurchaseLinks,
  secretOfEntryToken,
} from '#accounts/links/purchase-link.actions.server.ts'
import { entryLinks } from '#accounts/links/tables.ts'
import { mailingListClients } from '#platform/database/people.tables.ts'
import { turnSwitch } from '#platform/switches/switches.store.server.ts'
import { openCampaignShop } from '#tests/harness/campaign-shop.ts'
import { emailsTo } from '#tests/harness/identity.ts'
import { loadedBy } from '#tests/harness/loaded-by.ts'
import { aMember } from '#tests/harness/test-shop.ts'

import {
  action as actOnCampaign,
  loader as loadCampaign,
  shouldRevalidate,
} from './campaign/campaign.page.tsx'
import { loader as loadCampaigns } from './campaign/campaigns.page.tsx'
import { loader as loadNew } from './campaign/new-campaign.page.tsx'
import {
  action as typePreview,
  loader as loadPreview,
  middleware as guardPreview,
} from './campaign/preview.route.ts'
import { loader as openLink } from './links/enter-link.route.ts'
import { action as actOnLink, loader as loadEntry } from './links/enter.page.tsx'
import { loader as loadAdding } from './mailing-list/add-subscriber.page.tsx'
import { headers as headersOfForm, loader as loadForm } from './mailing-list/ex-join.page.tsx'
import { loader as loadJoin } from './mailing-list/join.page.tsx'
import { loader as loadRejoin } from './mailing-list/rejoin.page.tsx'
import { loader as loadSubscribers } from './mailing-list/subscriber-list.page.tsx'
import { action as save, loader as loadSubscriber } from './mailing-list/subscriber.page.tsx'
import { loader as loadLeaving } from './mailing-list/unsubscribe-subscriber.page.tsx'
import { action as leave, loader as loadUnsubscribe } from './mailing-list/unsubscribe.page.tsx'

const { testShop, writer, aSubscriber, aCampaign, sent, viewed } = await openCampaignShop()
const { db, services } = testShop
const loaded = loadedBy(testShop, writer)
const visited = loadedBy(testShop, null)
const support = { duties: ['support'] } as const

test('the pages of emails and of the list are for those with that duty', async () => {
  const id = await aCampaign()
  const { id: subscriber } = await aSubscriber()
  const emails = { params: { id } }
  const list = { params: { id: subscriber } }
  for (const load of [loadCampaign, loadNew, loadCampaigns]) {
    expect(await loaded(load, emails)).toBeTypeOf('object')
    expect(await loaded(load, { ...emails, ...support })).toBe(403)
  }
  for (const load of [loadSubscriber, loadLeaving, loadAdding, loadSubscribers]) {
    expect(await loaded(load, { ...list, ...support })).toBeTypeOf('object')
    expect(await loaded(load, list)).toBe(403)
  }
})

test('a campaign is previewed for the first who gets it, for a person who is chosen, or with examples', async () => {
  const id = await aCampaign()
  const page = (query = '', of = id) => loaded(loadCampaign, { params: { id: of }, query })
  const examples = { recipient: null, subject: 'The 2023s, Ana (example)' }
  expect(await page()).toMatchObject({ ...examples, search: '', people: null })
  const bea = await aMember(db, { firstName: 'Bea', lastName: 'Sosa', byEmail: true })
  const berta = await aSubscriber()
  const subjectOf = { subject: 'The 2023s, Bea', recipient: { id: bea.id, email: bea.email } }
  expect(await page()).toMatchObject({ ...subjectOf, timeZone: 'America/Los_Angeles' })
  expect(await page('as=examples')).toMatchObject({
    ...{ ...examples, text: expect.stringContaining('2 cases (example)') },
  })
  expect(await page(`as=${berta.id}`)).toMatchObject({
    ...{ recipient: { id: berta.id }, subject: 'The 2023s, Berta' },
  })
  expect([await page('', randomUUID()), await page('', 'x')]).toEqual([404, 404])
  expect([await page(`as=${randomUUID()}`), await page('as=x')]).toEqual([404, 404])
  const found = [{ id: bea.id, name: 'Bea Sosa', email: bea.email }]
  expect(await page('person=+sosa+')).toMatchObject({ search: 'sosa', people: found })
  expect(await page(`person=sosa${'+'.repeat(95)}+nobody`)).toMatchObject({
    ...{ search: expect.stringMatching(/nobody$/), people: found },
  })
  expect(await page('person=nobody')).toMatchObject({ people: [] })
  expect(await page('person=+')).toMatchObject({ search: '', people: null })
})

test('a campaign that is sent is shown for one who got it, with its figures', async () => {
  await aSubscriber('a@list.example')
  const id = await aCampaign()
  await sent(id)
  // First by the address, but not one of those.
  await aSubscriber('0@list.example')
  expect(await loaded(loadCampaign, { params: { id } })).toMatchObject({
    ...{ recipient: { email: 'a@list.example' }, figures: { orders: 0 }, audience: null },
  })
})

const draft = {
  ...{ name: 'Spring', subject: 'News', preheader: '', ordered: '', state: '', got: '' },
  ...{ waveId: '', clubLevel: '', version: '1' },
}

test('what is pressed in the editor saves the draft first, and is not done where that was refused', async () => {
  const id = await aCampaign()
  const press = (change: object) =>
    loaded(actOnCampaign, {
      ...{ path: `/admin/campaigns/${id}`, params: { id }, form: { ...draft, ...change } },
    })
  expect(await press({})).toEqual([`/admin/campaigns/${id}`, 'Saved.'])
  expect((await viewed(id))!.campaign).toMatchObject({ version: 2, subject: 'News' })
  const refused = { status: 409, shown: { typed: { subject: 'Late' } } }
  expect(await press({ intent: 'discard', subject: 'Late' })).toMatchObject(refused)
  expect(await press({ intent: 'toString', version: '2' })).toEqual([
    ...[`/admin/campaigns/${id}`, 'Saved.'],
  ])
  expect(await press({ intent: 'discard', version: '3' })).toEqual([
    ...['/admin/campaigns', 'The draft is discarded.'],
  ])
  const form = { intent: 'discard', version: '1' }
  const other = await aCampaign()
  expect(await loaded(actOnCampaign, { params: { id: other }, form })).toEqual([
    ...['/admin/campaigns', 'The draft is discarded.'],
  ])
})

test('a campaign is loaded again also after a refusal, but not by each link', () => {
  const after = (actionStatus: number | undefined, defaultShouldRevalidate: boolean) =>
    shouldRevalidate({ actionStatus, defaultShouldRevalidate } as never)
  expect([after(409, false), after(undefined, false), after(undefined, true)]).toEqual([
    ...[true, false, true],
  ])
})

test('the typeset email is as saved or as it is typed, for one, without values or with examples', async () => {
  const id = await aCampaign()
  const { id: berta } = await aSubscriber()
  const at = { params: { id }, query: `as=${berta}` }
  const shown = (await loaded(loadPreview, at)) as Response
  expect([...shown.headers]).toEqual([
    ['cache-control', 'private, no-store'],
    ['content-type', 'text/html; charset=utf-8'],
  ])
  const subjectIn = async (response: unknown) =>
    /<title>([^<]*)/.exec(await (response as Response).text())?.[1]
  expect(await subjectIn(shown)).toBe('The 2023s, Berta')
  const of = async (query: string) => subjectIn(await loaded(loadPreview, { ...at, query }))
  expect(await of('as=known')).toBe('The 2023s, Ana (example)')
  expect(await of('')).toBe('The 2023s, friend')
  const form = { ...draft, id: randomUUID(), as: 'known', subject: 'To you, {first name}' }
  expect(await subjectIn(await loaded(typePreview, { ...at, form }))).toBe('To you, Berta')
  expect(await loaded(loadPreview, { ...at, ...support })).toBe(403)
  expect(await loaded(loadPreview, { ...at, query: 'as=x' })).toBe(404)
  expect(await loaded(loadPreview, { params: { id: randomUUID() } })).toBe(404)
  expect(await visited(guardPreview[0]!, { path: '/admin/p' })).toBe('/login?to=%2Fadmin%2Fp')
})

test('a subscriber is shown with their list and how they left it; a deleted one is a result', async () => {
  const { id, email } = await aSubscriber()
  const page = (of = id, query = '') =>
    loaded(loadSubscriber, { params: { id: of }, query, ...support })
  const list = 'list=q%3Dgil%26page%3D2'
  expect(await page(id, list)).toMatchObject({
    ...{ subscriber: { id, fields: { email } }, left: null, log: [], status: 200 },
    backTo: '/joinedadmin?q=gil&page=2',
  })
  expect(await page(randomUUID(), list)).toEqual({
    ...{ subscriber: null, left: null, log: [], backTo: '/joinedadmin?q=gil&page=2', status: 404 },
  })
  expect(await loaded(loadLeaving, { params: { id }, ...support })).toMatchObject({
    ...{ id, version: 1, name: 'Berta Luz Gil', email },
  })
  expect(await loaded(loadLeaving, { params: { id: randomUUID() }, ...support })).toBe(404)
  const token = services.mail.tokens.sign(id)
  await visited(leave, { params: { token }, form: { leave: 'yes' } })
  expect(await page()).toMatchObject({ left: { source: 'link' }, backTo: '/joinedadmin' })
  const form = { version: '2', intent: 'save', fullname: 'Berta Gil', email, country: 'US' }
  expect(await loaded(save, { params: { id }, query: list, form, ...support })).toEqual([
    ...['/joinedadmin?q=gil&page=2', 'CLient Updated'],
  ])
})

test('the link of an email leaves the list by its button alone', async () => {
  const { id, email } = await aSubscriber()
  const token = services.mail.tokens.sign(id, email)
  const page = (of = token) => visited(loadUnsubscribe, { params: { token: of } })
  const contact = 'hello@kohue.example'
  const subscribed = { email, subscribed: true, left: null }
  expect(await page()).toEqual({ subscription: subscribed, contact, status: 200 })
  expect(await page('forged')).toEqual({ subscription: null, contact, status: 404 })
  const press = (form: Record<string, string>, of = token) =>
    visited(leave, { params: { token: of }, form })
  expect(await press({ other: 'yes' })).toMatchObject({ status: 400 })
  const noForm = { form: { leave: 'yes' }, headers: { 'content-type': 'text/plain' } }
  expect(await visited(leave, { params: { token }, ...noForm })).toMatchObject({ status: 400 })
  expect(await press({ leave: 'yes' }, 'forged')).toMatchObject({ status: 404 })
  expect(await page()).toMatchObject({ subscription: subscribed })
  expect(await press({ leave: 'yes' })).toBe(`/unsubscribe/${token}`)
  expect(await page()).toMatchObject({
    ...{ subscription: { email, subscribed: false, left: { source: 'link' } }, status: 200 },
  })
  await db.delete(mailingListClients).where(eq(mailingListClients.id, id))
  expect(await page()).toEqual({ subscription: 'gone', contact, status: 404 })
})

test('the link that confirms a subscription asks first, and is known by its token', async () => {
  const rejoin = (token: string) => visited(loadRejoin, { params: { token } })
  const email = 'gil@list.example'
  const act = { source: 'form', wording: 'Subscribe' } as const
  const asked = { email, firstName: '', fullName: 'Gil', asked: 'again', act } as const
  await db.transaction((tx) => requestConfirmation(services, tx, asked))
  const [mail] = await emailsTo(db, email)
  const token = (mail!.props as { link: string }).link.split('/').at(-1)!
  expect(await rejoin(token)).toEqual({ rejoin: { email, isBack: false }, status: 200 })
  expect(await rejoin('x')).toEqual({ rejoin: null, status: 404 })
})

test('the forms of the list know when they were shown, and are kept by the browser alone', async () => {
  const before = Date.now()
  const shownAt = expect.toSatisfy((at: number) => at >= before && at <= Date.now())
  expect([await visited(loadForm), await visited(loadJoin)]).toEqual([{ shownAt }, { shownAt }])
  expect(headersOfForm()).toEqual({ 'cache-control': 'private, no-cache' })
})

/** A purchase link of a customer, and a browser that opened it. */
async function anOpenedLink() {
  const { id, email } = await aMember(db, { firstName: 'Bea', lastName: 'Sosa' })
  const whose = { userId: id, subscriberId: null, email, releaseId: null, until: null }
  const [link] = await makePurchaseLinks(services, db, [whose])
  const token = link!.split('/').at(-1)!
  const site = services.settings as never
  const cookies = cookiesOfLink(new Request('http://x'), site, secretOfEntryToken(token))
  return { id, token, cookies }
}

test('the link of an email is moved into cookies of the browser, and a cut one says so', async () => {
  const { token, cookies } = await anOpenedLink()
  async function open(of: string, known: readonly string[] = []) {
    let response = new Response()
    const seeing = (one: Response) => (response = one)
    await visited(openLink, { params: { token: of }, cookies: known, seeing })
    return response
  }
  const response = await open(token)
  expect([response.status, response.headers.get('location')]).toEqual([303, '/enter'])
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  expect(response.headers.get('referrer-policy')).toBe('no-referrer')
  const heldIn = (lines: readonly string[]) => {
    const cookie = lines.map((line) => line.split(';', 1)[0]).join('; ')
    const request = new Request('http://x', { headers: { cookie } })
    return heldLinkOf(request, services.settings as never)
  }
  const held = heldIn(response.headers.getSetCookie())
  expect(held).toMatchObject({ secret: secretOfEntryToken(token) })
  // A browser stays the one that it was.
  const again = heldIn((await open(token, cookies)).headers.getSetCookie())
  expect(again).toEqual(heldIn(cookies))
  const cut = await open(token.slice(1))
  expect([cut.status, cut.headers.get('location')]).toEqual([303, '/enter?cut'])
  expect(cut.headers.getSetCookie()).toEqual([])
})

test('the page of a link shows whose it is, or why it opens nothing', async () => {
  const { token, cookies } = await anOpenedLink()
  const page = (of: readonly string[], query = '') => visited(loadEntry, { cookies: of, query })
  const stored = { 'cache-control': 'private, no-store' }
  expect(await page(cookies)).toEqual({
    ...{ view: { state: 'ready', purpose: 'purchase', name: 'Bea S.' }, hasLinks: false },
    ...{ status: 200, ...stored },
  })
  expect(await page([])).toEqual({
    ...{ view: { state: 'none' }, hasLinks: false, status: 404, ...stored },
  })
  expect(await page(cookies.slice(0, 1))).toMatchObject({ view: { state: 'none' } })
  const site = services.settings as never
  const unknown = cookiesOfLink(new Request('http://x'), site, secretOfEntryToken('x'))
  const invalid = { view: { state: 'invalid' }, status: 404, ...stored }
  const cut = { view: { state: 'cut' }, status: 400, ...stored }
  expect(await page(unknown)).toEqual({ ...invalid, hasLinks: false })
  expect(await page(cookies, 'cut')).toEqual({ ...cut, hasLinks: false })
  await turnSwitch(db, 'sign-in-by-email', true)
  expect(await page(unknown)).toEqual({ ...invalid, hasLinks: true })
  expect(await page(cookies, 'cut')).toEqual({ ...cut, hasLinks: true })
  expect(await page(cookies)).toMatchObject({ view: { state: 'ready' }, hasLinks: false })
  // Used in another browser.
  await visited(actOnLink, { cookies, form: { intent: 'continue' } })
  const elsewhere = cookiesOfLink(new Request('http://x'), site, secretOfEntryToken(token))
  expect(await page(elsewhere)).toMatchObject({ view: { state: 'elsewhere' }, status: 200 })
  expect(await page(cookies)).toMatchObject({ view: { state: 'ready' } })
})

test('a link is used by its button, after the age gate', async () => {
  const { id, cookies } = await anOpenedLink()
  const press = (intent: string, ageGate: 'open' | 'ask' = 'open') =>
    visited(actOnLink, { cookies, form: { intent }, ageGate })
  const boundTo = async () =>
    (await db.select().from(entryLinks).where(eq(entryLinks.userId, id)))[0]!.boundTo
  expect(await press('continue', 'ask')).toBe('/enter')
  expect(await boundTo()).toBeNull()
  expect(await press('not-you')).toBe('/login')
  expect(await press('continue')).toBe('/purchase')
  expect(await boundTo()).not.toBeNull()
  expect(await press('other')).toBe(400)
})
