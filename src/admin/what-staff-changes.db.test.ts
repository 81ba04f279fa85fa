import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, test } from 'vitest'

import { insertPasskey } from '#accounts/passkeys/passkeys.store.server.ts'
import { secondFactors } from '#accounts/sign-in/tables.ts'
import { writeDuties } from '#accounts/users/duties.store.server.ts'
import { staffUserById } from '#accounts/users/staff-users.store.server.ts'
import type { User } from '#accounts/users/users.store.server.ts'
import { userById } from '#accounts/users/users.store.server.ts'
import { addSubscriber } from '#campaigns/mailing-list/add-subscriber.actions.server.ts'
import { saveSubscriber } from '#campaigns/mailing-list/save-subscriber.actions.server.ts'
import { subscriberById } from '#campaigns/mailing-list/subscribers.store.server.ts'
import { unsubscribeSubscriber } from '#campaigns/mailing-list/unsubscribe.actions.server.ts'
import { mails } from '#mail/tables.ts'
import type { Duty } from '#platform/access/duties.rules.ts'
import { mailingListClients, users } from '#platform/database/people.tables.ts'
import { deleteSubscriber } from '#privacy/deletion/delete-subscriber.actions.server.ts'
import { deleteUser } from '#privacy/deletion/delete-user.actions.server.ts'
import { saveUser } from '#privacy/people/save-user.actions.server.ts'
import {
  finishRequest,
  recordDataRequest,
} from '#privacy/personal-data/data-requests.actions.server.ts'
import {
  correctOwnName,
  eraseByData,
  eraseSubscriber,
  exportSubscriberData,
  leaveByData,
  openDataLink,
  requestDataLink,
} from '#privacy/personal-data/subscriber-data.actions.server.ts'
import { from, password, tokenIn } from '#tests/harness/identity.ts'
import { aStaffMember } from '#tests/harness/staff.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'
import { openScenario } from '#tests/harness/what-changes.ts'

import { leaveEmail, resendEmail } from './emails/undelivered-emails.actions.server.ts'
import { acceptInvitation } from './staff/invitation.actions.server.ts'
import { setRole } from './staff/set-role.actions.server.ts'
import {
  changeDuties,
  endStaffRights,
  grantDuties,
  inviteStaff,
  removeSecondFactor,
  requireSecondFactor,
  sendPasswordLink,
  withdrawInvitation,
} from './staff/staff.actions.server.ts'

let testShop: TestShop
let scenario: ReturnType<typeof openScenario>
let owner: User & { duties: readonly Duty[] }

beforeEach(async () => {
  testShop = await openTestShop()
  const staff = await aStaffMember(testShop.db)
  owner = staff
  await testShop.db.transaction((tx) => writeDuties(tx, staff.id, ['owner']))
  scenario = openScenario(testShop.db, { [staff.email]: 'owner', [staff.id]: 'Owner' })
})
afterEach(() => testShop.close())

const step = <Result>(title: string, work: () => Promise<Result>) => scenario.step(title, work)

/** A customer in a browser, whose address is confirmed. */
async function person(name: string) {
  const email = `${name}@example.com`
  const names = { firstName: name, lastName: 'Ruiz' }
  const address = `203.0.113.${Object.keys(scenario.names).length + 1}`
  const entered = await testShop.shop.register({ ...names, email, password }, from(address))
  if (!entered.ok) throw new Error(entered.code)
  const { userId: id } = entered
  await testShop.db.update(users).set({ emailVerified: true }).where(eq(users.id, id))
  scenario.names[id] = name
  const now = async () => (await userById(testShop.db, id))!
  return { id, email, headers: from(address, entered.cookies), now, viewer: await now() }
}

test('what an owner changes about the staff', async () => {
  const { db, services } = testShop
  const ana = await person('ana')
  const bea = await person('bea')
  await step('duties for nobody', () =>
    grantDuties(services, owner, { email: 'nobody@example.com', duty: ['support'] }),
  )
  await step('duties', () =>
    grantDuties(services, owner, { email: ana.email, duty: ['support', 'shipping'] }),
  )
  await step('duties with an old code', () =>
    grantDuties(services, { ...owner, isCodeStale: true }, { email: bea.email, duty: ['support'] }),
  )
  await step('change duties that changed', () =>
    changeDuties(services, owner, { email: ana.email, duty: ['support'], seen: 'support' }),
  )
  await step('change duties', () =>
    changeDuties(services, owner, {
      ...{ email: ana.email, duty: ['support'], seen: 'shipping,support' },
    }),
  )
  await step('the last owner gives that up', () =>
    changeDuties(services, owner, { email: owner.email, duty: ['support'], seen: 'owner' }),
  )
  const setTo = (email: string, role: 'member' | 'staff') => () =>
    setRole(services, { email, role, by: 'an operator' })
  await step('the operator makes an owner', setTo(' BEA@example.com', 'staff'))
  await step('and again', setTo(bea.email, 'staff'))
  await step('the operator ends that', setTo(bea.email, 'member'))
  await step('of nobody', setTo('nobody@example.com', 'staff'))
  await step('require a second factor without one', () =>
    requireSecondFactor(services, owner, { to: 'on' }),
  )
  for (const userId of [ana.id, bea.id, owner.id])
    await db.insert(secondFactors).values({ userId, secret: 's' })
  await step('require a second factor with one that is only begun', () =>
    requireSecondFactor(services, owner, { to: 'on' }),
  )
  await db.update(secondFactors).set({ confirmedAt: new Date() })
  await step('require it', () => requireSecondFactor(services, owner, { to: 'on' }))
  await step('require it again', () => requireSecondFactor(services, owner, { to: 'on' }))
  await step('remove one’s own', () => removeSecondFactor(services, owner, { person: owner.id }))
  await testShop.shop.signIn({ email: ana.email, password }, from('203.0.113.9'))
  await step('remove that of a colleague', () =>
    removeSecondFactor(services, owner, { person: ana.id }),
  )
  await step('send a customer a link', () => sendPasswordLink(services, owner, { person: bea.id }))
  await step('send a colleague a link', () => sendPasswordLink(services, owner, { person: ana.id }))
  await step('invite a colleague', () =>
    inviteStaff(services, owner, { email: ana.email, duty: ['support'] }),
  )
  await step('invite', () => inviteStaff(services, owner, { email: bea.email, duty: ['shipping'] }))
  const token = async () => {
    const [mail] = (
      await db.select().from(mails).where(eq(mails.kind, 'staff-invited'))
    ).toReversed()
    const link = new URL((mail!.props as { link: string }).link)
    return link.searchParams.get('token') ?? link.pathname.split('/').at(-1)!
  }
  const link = await token()
  const accept =
    (one: typeof ana, given = link) =>
    async () =>
      acceptInvitation(services, await one.now(), { token: given }, { headers: one.headers })
  await step('another accepts it', accept(ana))
  const setEmail = (email: string) => db.update(users).set({ email }).where(eq(users.id, bea.id))
  await setEmail('bea.2@example.com')
  await step('accept from a page of before the address changed', () =>
    acceptInvitation(services, bea.viewer, { token: link }, { headers: bea.headers }),
  )
  await setEmail(bea.email)
  await step('accept', accept(bea))
  await step('accept again', accept(bea))
  await step('end the rights', () =>
    endStaffRights(services, owner, { email: ana.email, seen: 'support' }),
  )
  await inviteStaff(services, owner, { email: ana.email, duty: ['shipping'] })
  await inviteStaff(services, owner, { email: 'fay@example.com', duty: ['shipping'] })
  await step('withdraw an invitation', () =>
    withdrawInvitation(services, owner, { email: ana.email }),
  )
  await step('withdraw it again', () => withdrawInvitation(services, owner, { email: ana.email }))
  await db.insert(mails).values([
    { kind: 'join', recipient: 'failed@example.com', props: {}, state: 'failed', attempts: 9 },
    { kind: 'join', recipient: 'other@example.com', props: {}, state: 'failed', attempts: 9 },
    { kind: 'join', recipient: 'third@example.com', props: {}, state: 'failed', attempts: 9 },
  ])
  const failed = async (to: string) =>
    (await db.select().from(mails).where(eq(mails.recipient, to)))[0]!.id
  await step('send an email again', async () =>
    resendEmail(services, owner, { id: await failed('failed@example.com') }),
  )
  await step('once', async () =>
    resendEmail(services, owner, { id: await failed('failed@example.com') }),
  )
  await step('leave one unsent', async () =>
    leaveEmail(services, owner, { id: await failed('other@example.com') }),
  )
  scenario.expectWritten('staff')
})

test('what becomes of records of persons', async () => {
  const { db, services } = testShop
  const ana = await person('ana')
  const bea = await person('bea')
  await insertPasskey(db, {
    ...{ userId: bea.id, name: 'phone', credentialId: 'bea', publicKey: 'k' },
    ...{ counter: 0, transports: [] },
  })
  const listed = async (email: string, userId: string | null = null) => {
    const [row] = await db
      .insert(mailingListClients)
      .values({
        ...{ email, userId, fullName: 'Dora Paz', firstName: 'Dora', lastName: 'Paz' },
        ...{ consentSource: 'test', consentWording: 'yes' },
      })
      .returning()
    scenario.names[row!.id] = `record-${email.split('@')[0]}`
    return row!.id
  }
  const dora = await listed('dora@example.com')
  const elsa = await listed('elsa@example.com')
  await listed(bea.email, bea.id)
  const save = (id: string, change: object) => async () => {
    const { version, fields } = (await subscriberById(db, id))!
    return saveSubscriber(services, owner, { ...fields, ...change, id, version })
  }
  await step('save a subscriber', save(dora, { phone: '4155550123' }))
  await step('save nothing new', save(dora, {}))
  await step('to an address on the list', save(dora, { email: 'elsa@example.com' }))
  // A link that was sent to the earlier address is void.
  const sent = { token: services.mail.tokens.signData(dora) }
  await requestDataLink(services, null, sent, { headers: from('192.0.2.4') })
  await step('to another address', save(dora, { email: 'dora.2@example.com' }))
  const add = (typed: object) => () =>
    addSubscriber(services, owner, {
      ...{ fullname: 'Fay Wong', email: 'fay@example.com', proof: 'At the fair in May' },
      ...typed,
    })
  await step('add without a proof', add({ proof: '' }))
  await step('add', add({}))
  await step('add again', add({}))
  await step('unsubscribe from an older page', () =>
    unsubscribeSubscriber(services, owner, { id: elsa, version: 9 }),
  )
  await step('unsubscribe', () => unsubscribeSubscriber(services, owner, { id: elsa, version: 1 }))
  await step('add who has left', add({ fullname: 'Elsa Paz', email: 'elsa@example.com' }))
  await step('a data request', () =>
    recordDataRequest(services, owner, { kind: 'erasure', email: 'dora.2@example.com' }),
  )
  await step('the same', () =>
    recordDataRequest(services, owner, { kind: 'erasure', email: 'dora.2@example.com' }),
  )
  await step('finish it with an old code', () =>
    finishRequest(
      services,
      { ...owner, isCodeStale: true },
      { number: '1', outcome: 'erased', note: '' },
    ),
  )
  await step('finish it while the record is there', () =>
    finishRequest(services, owner, { number: '1', outcome: 'erased', note: '' }),
  )
  const headers = { headers: from('192.0.2.5') }
  const footer = services.mail.tokens.signData(dora)
  await step('ask for one’s data', () =>
    requestDataLink(services, null, { token: footer }, headers),
  )
  const token = async () => tokenIn(db, 'dora.2@example.com', 'personal-data-link')
  const opened = await step('open it', async () =>
    openDataLink(services, null, { cookie: await token() }, headers),
  )
  await step('open it again', async () =>
    openDataLink(services, null, { cookie: await token() }, headers),
  )
  const cookie = (opened.ok && opened.done.cookie) || ''
  await step('export', () => exportSubscriberData(services, cookie))
  await step('correct the name', () =>
    correctOwnName(services, null, { cookie, fullname: 'Dorotea Paz' }),
  )
  await step('leave', () => leaveByData(services, null, { cookie }))
  await step('erase without a tick', () => eraseByData(services, null, { cookie } as never))
  await step('erase', () => eraseByData(services, null, { cookie, sure: 'yes' }))
  await step('the job erases', () => eraseSubscriber(services, dora))
  await step('once', () => eraseSubscriber(services, dora))
  testShop.pass(30)
  await step('the page after half an hour', () => leaveByData(services, null, { cookie }))
  await step('finish the request after all', () =>
    finishRequest(services, owner, { number: '1', outcome: 'erased', note: '' }),
  )
  await step('delete a subscriber with an old code', () =>
    deleteSubscriber(services, { ...owner, isCodeStale: true }, { id: elsa }),
  )
  await step('delete a subscriber', () => deleteSubscriber(services, owner, { id: elsa }))
  await step('delete it again', () => deleteSubscriber(services, owner, { id: elsa }))
  const saved = (change: object) => async () => {
    const user = (await staffUserById(testShop.db, ana.id))!
    return saveUser(services, owner, {
      ...user.fields,
      ...change,
      ...{ id: ana.id, version: user.version },
    })
  }
  await step('save a user', saved({ lastname: 'Castro', byEmail: true, byPhone: true }))
  await step('save nothing new', saved({}))
  await step('to the address of another', saved({ email: bea.email }))
  await step('to another address', saved({ email: 'ana.2@example.com' }))
  await step('delete one’s own account as staff', () =>
    deleteUser(services, owner, { id: owner.id }),
  )
  await step('delete a user', () => deleteUser(services, owner, { id: bea.id }))
  await step('delete it again', () => deleteUser(services, owner, { id: bea.id }))
  await step('delete one’s account with a wrong password', async () =>
    testShop.shop.deleteAccount(await ana.now(), { password: 'wrong' }, ana.headers),
  )
  await step('delete one’s account', async () =>
    testShop.shop.deleteAccount(await ana.now(), { password }, ana.headers),
  )
  scenario.expectWritten('records-of-persons')
})
