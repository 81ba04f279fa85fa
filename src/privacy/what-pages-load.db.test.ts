import { randomUUID } from 'node:crypto'

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'

import { dataRequests } from '#accounts/consent/tables.ts'
import { mailingListClients } from '#platform/database/people.tables.ts'
import { emailsTo, tokenIn } from '#tests/harness/identity.ts'
import { loadedBy } from '#tests/harness/loaded-by.ts'
import { aSubscriber, openStaffedShop } from '#tests/harness/staff.ts'
import { aMember } from '#tests/harness/test-shop.ts'

import { loader as loadDeleted } from './deletion/account-deleted.page.tsx'
import { loader as loadClosing } from './deletion/close-account.page.tsx'
import { loader as loadDeletingSubscriber } from './deletion/delete-subscriber.page.tsx'
import { loader as loadDeletingUser } from './deletion/delete-user.page.tsx'
import { loader as loadDuplicates } from './merging/duplicate-list.page.tsx'
import { loader as loadMerging } from './merging/merge-user.page.tsx'
import { loader as loadPerson } from './people/person.page.tsx'
import { loader as loadUsers } from './people/user-list.page.tsx'
import { action as saveUser, loader as loadUser } from './people/user.page.tsx'
import { action as askForData, loader as loadAsking } from './personal-data/ask-for-data.page.tsx'
import { loader as loadRequests } from './personal-data/data-requests.page.tsx'
import { loader as loadDataFile } from './personal-data/subscriber-data-file.route.ts'
import { action as actOnData, loader as loadData } from './personal-data/subscriber-data.page.tsx'
import { loader as loadOwnData } from './personal-data/your-data.route.ts'

const { testShop, staff } = await openStaffedShop()
const { db, services } = testShop
const loaded = loadedBy(testShop, staff)
const visited = loadedBy(testShop, null)
const none = randomUUID()

test('the pages about people are for those with that duty', async () => {
  const { id } = await aMember(db)
  for (const load of [loadUsers, loadDuplicates, loadRequests, loadUser, loadPerson]) {
    expect(await loaded(load, { params: { id }, duties: ['support'] })).toBeTypeOf('object')
    expect(await loaded(load, { params: { id }, duties: ['shipping'] })).toBe(403)
  }
})

test('a user is shown with a page of their orders and the list that led there; a deleted one is a result', async () => {
  const { id, email } = await aMember(db)
  const page = (query = '', of = id) => loaded(loadUser, { params: { id: of }, query })
  const list = 'list=q%3Druiz%26page%3D2'
  const backTo = '/usersadmin?q=ruiz&page=2'
  expect(await page(list)).toMatchObject({
    ...{ user: { id, fields: { email } }, history: { page: 1, orders: [] }, log: [] },
    ...{ left: null, whyNot: 'never-agreed', isSelf: false, backTo, status: 200 },
  })
  expect(await page(list, none)).toEqual({
    ...{ user: null, whyNot: null, left: null, history: null, log: [] },
    ...{ isSelf: false, backTo, status: 404 },
  })
  expect(await page('', staff.id)).toMatchObject({ isSelf: true, backTo: '/usersadmin' })
  const shown = async (orders: string) =>
    ((await page(`orders=${orders}`)) as { history: { page: number } }).history.page
  expect([await shown('1'), await shown('2'), await shown('999999')]).toEqual([1, 2, 999_999])
  for (const orders of ['0', '-1', '1000000', 'x', '']) expect(await shown(orders)).toBe(1)
  const { user } = (await page()) as { user: { fields: Record<string, string | boolean> } }
  const typed = Object.entries(user.fields).flatMap(([name, value]) =>
    value === false ? [] : [[name, String(value)]],
  )
  const form = { ...Object.fromEntries(typed), version: '1', intent: 'save' }
  expect(await loaded(saveUser, { params: { id }, query: list, form })).toEqual([
    ...[backTo, 'User updated'],
  ])
})

test('everything about one person is found by the account or by the list record', async () => {
  const { id } = await aMember(db, { firstName: 'Ana', lastName: 'Ruiz' })
  const subscriber = await aSubscriber(db, { firstName: 'Bruno', lastName: 'Castro' })
  const page = (of: string) => loaded(loadPerson, { params: { id: of } })
  expect(await page(id)).toMatchObject({
    ...{ person: { userId: id, name: 'Ana Ruiz' }, key: expect.stringMatching(/^[\da-f-]{36}$/) },
  })
  expect(await page(subscriber.id)).toMatchObject({ person: { subscriberId: subscriber.id } })
  expect([await page(none), await page('x')]).toEqual([404, 404])
})

test('the sides of a merge are two accounts, or the question which other', async () => {
  const into = await aMember(db, { firstName: 'Ana', lastName: '', emailVerified: false })
  const from = await aMember(db, { firstName: '', lastName: 'Sosa' })
  const page = (other: string, id = into.id) =>
    loaded(loadMerging, { params: { id }, query: new URLSearchParams({ with: other }).toString() })
  expect(await page(` ${from.email.toUpperCase()} `)).toMatchObject({
    ...{ into: { id: into.id, email: into.email }, other: ` ${from.email.toUpperCase()} ` },
    pair: {
      into: { id: into.id, name: 'Ana', email: into.email, version: 1, isConfirmed: false },
      from: { id: from.id, name: 'Sosa', email: from.email, version: 1, isConfirmed: true },
    },
    ...{ problem: null, status: 200 },
  })
  const unknown = { pair: null, problem: 'No account has this email.', status: 404 }
  expect(await page(none)).toMatchObject({ ...unknown, other: none, into: { id: into.id } })
  expect(await page('', none)).toEqual({
    ...{ into: null, pair: null, other: '', problem: null, key: '', status: 404 },
  })
})

test('who is deleted is named, and the page leads back to the list that it was opened from', async () => {
  const user = await aMember(db, { firstName: 'Ana', lastName: 'Ruiz' })
  const nameless = await aMember(db, { firstName: '', lastName: '' })
  const ofUser = (id: string, query = '') => loaded(loadDeletingUser, { params: { id }, query })
  expect(await ofUser(user.id, 'to=%2Fusersadmin%3Fpage%3D2')).toEqual({
    ...{ person: { name: 'Ana Ruiz', email: user.email }, to: '/usersadmin?page=2', status: 200 },
  })
  expect(await ofUser(nameless.id, 'to=https://evil.example')).toEqual({
    ...{ person: { name: nameless.email, email: nameless.email }, to: '/usersadmin', status: 200 },
  })
  expect(await ofUser(none)).toEqual({ person: null, to: '/usersadmin', status: 404 })

  const ofList = (id: string, query = '') =>
    loaded(loadDeletingSubscriber, { params: { id }, query })
  const names = async (fields: Partial<typeof mailingListClients.$inferInsert>) => {
    const { id, email } = await aSubscriber(db, fields)
    const { subscriber, to } = (await ofList(id)) as {
      subscriber: { id: string; name: string; email: string }
      to: string
    }
    expect([subscriber.id, subscriber.email, to]).toEqual([id, email, '/joinedadmin'])
    return subscriber.name.replace(email, 'the email')
  }
  const full = { fullName: 'Bruno Castro Gil' }
  expect(await names({ ...full, firstName: 'Bruno', lastName: 'Castro' })).toBe('Bruno Castro')
  expect(await names({ ...full, firstName: '', lastName: '' })).toBe('Bruno Castro Gil')
  expect(await names({ fullName: '', firstName: '', lastName: '' })).toBe('the email')
  const gone = 'This subscriber was already deleted.'
  expect(await ofList(none, 'to=%2Fjoinedadmin%3Fpage%3D2')).toEqual(['/joinedadmin?page=2', gone])
  expect(await ofList(none, 'to=//evil.example')).toEqual(['/joinedadmin', gone])
  let whole: string | null = null
  const seeing = ({ headers }: Response) => (whole = headers.get('x-remix-reload-document'))
  await loaded(loadDeletingSubscriber, { params: { id: none }, seeing })
  expect(whole).toBe('true')
})

test('an account is closed by its owner, who is told of the list, and its end is shown to nobody else', async () => {
  const member = await aMember(db)
  const ofMember = loadedBy(testShop, member)
  expect(await ofMember(loadClosing)).toEqual({ email: member.email, isListed: false })
  await aSubscriber(db, { email: member.email })
  expect(await ofMember(loadClosing)).toEqual({ email: member.email, isListed: true })
  const limited = loadedBy(testShop, { ...member, isLimited: true })
  expect([await limited(loadClosing), await limited(loadOwnData)]).toEqual([403, 403])
  expect(await ofMember(loadDeleted)).toBe('/members?view=account')
  expect(await visited(loadDeleted)).toBeNull()
})

test('what is kept about a customer is a file of theirs alone', async () => {
  const member = await aMember(db)
  const response = (await loadedBy(testShop, member)(loadOwnData)) as Response
  expect(Object.fromEntries(response.headers)).toEqual({
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': 'attachment; filename="kohue-my-data.json"',
  })
  const text = await response.text()
  expect(JSON.parse(text)).toMatchObject({ account: { id: member.id, email: member.email } })
  expect(text).toMatch(/^\{\n {2}"number"/)
})

test('a subscriber is sent a link to their data, which works once and in one browser', async () => {
  const { id, email } = await aSubscriber(db)
  const token = services.mail.tokens.signData(id)
  const asking = (of: string) => visited(loadAsking, { params: { token: of } })
  const contact = 'hello@kohue.example'
  expect(await asking(token)).toEqual({ isKnown: true, contact, status: 200 })
  expect(await asking('forged')).toEqual({ isKnown: false, contact, status: 404 })
  expect(await emailsTo(db, email)).toEqual([])
  await visited(askForData, { params: { token }, form: {} })
  const secret = await tokenIn(db, email, 'personal-data-link')

  async function cookiesOf(load: (args: never) => unknown, asked: object): Promise<string[]> {
    let cookies: string[] = []
    const seeing = ({ headers }: Response) => (cookies = headers.getSetCookie())
    await visited(load, { ...asked, seeing })
    return cookies
  }
  const opened = { path: '/your-data', query: `token=${secret}&more=1` }
  expect(await visited(loadData, opened)).toBe('/your-data')
  const held = await cookiesOf(loadData, opened)
  const page = (cookies: readonly string[]) => visited(loadData, { path: '/your-data', cookies })
  const file = (cookies: readonly string[]) => visited(loadDataFile, { cookies })
  const stored = { 'cache-control': 'private, no-store' }
  expect(await page(held)).toEqual({ view: { state: 'unused' }, status: 200, ...stored })
  expect([await file(held), await file([])]).toEqual([404, 404])
  expect(await page([])).toEqual({ view: { state: 'none' }, status: 404, ...stored })
  // An empty token takes the place of the one that was held.
  const emptied = await cookiesOf(loadData, { path: '/your-data', query: 'token=', cookies: held })
  expect(await page(emptied)).toMatchObject({ view: { state: 'none' } })
  const press = { path: '/your-data', cookies: held, form: { intent: 'open', cookie: 'x' } }
  const own = await cookiesOf(actOnData, press)
  expect(await page(held)).toMatchObject({ view: { state: 'none' }, status: 404 })
  expect(await page(own)).toMatchObject({
    ...{ view: { state: 'open', subscriber: { id }, left: null }, status: 200, ...stored },
  })
  const response = (await file(own)) as Response
  expect(Object.fromEntries(response.headers)).toEqual({
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': 'attachment; filename="kohue-my-data.json"',
    ...stored,
  })
  expect(await response.text()).toMatch(/^\{\n {2}"number"/)
  await db.delete(mailingListClients).where(eq(mailingListClients.id, id))
  expect(await asking(token)).toEqual({ isKnown: false, contact, status: 404 })
})

test('requests are overdue after thirty days, and one of them is closed', async () => {
  await db.delete(dataRequests)
  const days = (count: number) => new Date(Date.now() - count * 24 * 3_600_000)
  const rows = await db
    .insert(dataRequests)
    .values([
      { kind: 'export', email: 'new@list.example', askedAt: days(29.9) },
      { kind: 'erasure', email: 'old@list.example', askedAt: days(30.1) },
      { kind: 'export', email: 'done@list.example', doneAt: new Date() },
    ])
    .returning()
  const [fresh, old, done] = rows.map(({ number }) => number)
  const page = (query = '') => loaded(loadRequests, { query })
  const requests = [
    { number: old, isOverdue: true },
    { number: fresh, isOverdue: false },
  ]
  expect(await page()).toMatchObject({ requests, closing: null })
  expect(await page(`close=${fresh}`)).toMatchObject({ requests, closing: { number: fresh } })
  for (const close of [done, 'x', '']) {
    expect(await page(`close=${close}`)).toMatchObject({ requests, closing: null })
  }
})
