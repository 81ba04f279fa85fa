import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, test } from 'vitest'

import { unsubscribe } from '#campaigns/mailing-list/unsubscribe.actions.server.ts'
import { mailingListClients, users } from '#platform/database/people.tables.ts'
import { emailsTo, from, password, sessionsOf, tokenIn } from '#tests/harness/identity.ts'
import type { TestShop } from '#tests/harness/test-shop.ts'
import { openTestShop } from '#tests/harness/test-shop.ts'
import { openScenario } from '#tests/harness/what-changes.ts'

import { isOnListToo } from './account/view-account.actions.server.ts'
import { requestConfirmation } from './consent/confirm-subscription.actions.server.ts'
import { carryNo } from './consent/consent.actions.server.ts'
import { continueEmailChange } from './email-change/change-email.actions.server.ts'
import { requestLoginLink, turnLoginLinks } from './links/login-link.actions.server.ts'
import { removePasskey } from './passkeys/passkeys.actions.server.ts'
import { insertPasskey } from './passkeys/passkeys.store.server.ts'
import { cleanUpSignIn, deleteOldAttempts } from './sign-in/clean-up-sign-in.actions.server.ts'
import { requestRecovery } from './sign-in/recover-password.actions.server.ts'
import { register } from './sign-in/register.actions.server.ts'
import { securityActions } from './sign-in/security.actions.server.ts'
import { signIn } from './sign-in/sign-in.actions.server.ts'
import { identities, sessions } from './sign-in/tables.ts'
import { userEmails } from './users/tables.ts'

let testShop: TestShop
let scenario: ReturnType<typeof openScenario>

beforeEach(async () => {
  testShop = await openTestShop()
  scenario = openScenario(testShop.db)
})
afterEach(() => testShop.close())

const step = <Result>(title: string, work: () => Promise<Result>) => scenario.step(title, work)

const newPassword = 'tupungato-1'

/** A registered customer, in a browser whose network address is theirs alone. */
async function person(name: string, confirmed = true) {
  const email = `${name}@example.com`
  const address = `203.0.113.${Object.keys(scenario.names).length + 1}`
  const names = { firstName: name, lastName: 'Ruiz' }
  const entered = await testShop.shop.register({ ...names, email, password }, from(address))
  if (!entered.ok) throw new Error(entered.code)
  scenario.names[entered.userId] = name
  await testShop.db
    .update(users)
    .set({ emailVerified: confirmed })
    .where(eq(users.id, entered.userId))
  const [viewer] = await testShop.db.select().from(users).where(eq(users.id, entered.userId))
  return { viewer: viewer!, email, headers: from(address, entered.cookies), address }
}
type Person = Awaited<ReturnType<typeof person>>

/** Something of each kind that an action about another account must leave alone. */
async function withEverything(one: Person) {
  const { shop, db } = testShop
  await shop.signIn({ email: one.email, password }, from(one.address))
  await shop.requestEmailChange(
    one.viewer,
    { email: `${one.viewer.firstName}.new@example.com`, password },
    one.headers,
  )
  await shop.sendRecoveryEmail(one.email)
  await insertPasskey(db, {
    ...{ userId: one.viewer.id, name: 'phone', credentialId: one.email, publicKey: 'k' },
    ...{ counter: 0, transports: [] },
  })
  return one
}

const token = (one: Pick<Person, 'email'>, kind: string) => tokenIn(testShop.db, one.email, kind)

/** Presses a button of the page of security. */
const press = (name: keyof typeof securityActions, typed: object, one: Person) =>
  step(
    `${name}: ${Object.values(typed)
      .map((value) => scenario.names[value] ?? value)
      .join(', ')}`,
    () =>
      securityActions[name](testShop.services, one.viewer, typed as never, {
        headers: one.headers,
      }),
  )

test('what signing in and a new password change', async () => {
  const { shop, db } = testShop
  const somewhere = from('198.51.100.7')
  const typed = { firstName: 'ana', lastName: 'Ruiz', email: ' ANA@example.com', password }
  const entered = await step('register', () => shop.register(typed, somewhere))
  if (!entered.ok) throw new Error(entered.code)
  scenario.names[entered.userId] = 'ana'
  await step('register the same address', () => shop.register(typed, somewhere))
  await step('a name too long', () =>
    shop.register({ ...typed, firstName: 'a'.repeat(31) }, somewhere),
  )
  await step('a password too short', () => shop.register({ ...typed, password: 'abc' }, somewhere))
  await db.update(users).set({ emailVerified: true }).where(eq(users.id, entered.userId))
  const [row] = await db.select().from(users).where(eq(users.id, entered.userId))
  const ana = await withEverything({
    ...{ viewer: row!, email: 'ana@example.com', address: '198.51.100.7' },
    headers: from('198.51.100.7', entered.cookies),
  })
  await withEverything(await person('bea'))
  await step('sign in with a wrong password', () =>
    shop.signIn({ email: ana.email, password: 'wrong' }, somewhere),
  )
  await step('sign in', () => shop.signIn({ email: ana.email, password }, somewhere))
  await step('ask for recovery', () => shop.requestRecovery({ email: ana.email }, somewhere))
  await step('send it', () => shop.sendRecoveryEmail(ana.email))
  await step('send it to nobody', () => shop.sendRecoveryEmail('nobody@example.com'))
  const link = await token(ana, 'password-recovery')
  await step('look at the link', () => shop.checkRecoveryLink(link, somewhere))
  await step('look at another', () => shop.checkRecoveryLink('x'.repeat(43), somewhere))
  await step('reset to a password too short', () =>
    shop.resetPassword({ token: link, password: 'abc' }, somewhere),
  )
  testShop.pass(59)
  await step('reset', () => shop.resetPassword({ token: link, password: newPassword }, somewhere))
  await step('reset by the same link', () =>
    shop.resetPassword({ token: link, password }, somewhere),
  )
  await step('send another', () => shop.sendRecoveryEmail(ana.email))
  const late = await token(ana, 'password-recovery')
  testShop.pass(60)
  await step('look at it an hour later', () => shop.checkRecoveryLink(late, somewhere))
  const again = await shop.signIn({ email: ana.email, password: newPassword }, somewhere)
  if (!again.ok) throw new Error(again.code)
  const headers = from('198.51.100.7', again.cookies)
  await withEverything({ ...ana, headers })
  await step('change the password, without the current one', () =>
    shop.changePassword(ana.viewer, { current: '', next: password }, headers),
  )
  await step('change it', () =>
    shop.changePassword(ana.viewer, { current: newPassword, next: password }, headers),
  )
  await step('change it from a login session that ended', () =>
    shop.changePassword(ana.viewer, { current: password, next: newPassword }, headers),
  )
  await step('tidy up an hour too early', async () => {
    testShop.pass(22 * 60 - 1)
    await cleanUpSignIn(testShop.services)
    await deleteOldAttempts(testShop.services)
  })
  await step('tidy up', async () => {
    testShop.pass(26 * 60)
    await cleanUpSignIn(testShop.services)
    await deleteOldAttempts(testShop.services)
  })
  scenario.expectWritten('accounts-sign-in')
})

test('what a change of address changes', async () => {
  const { shop, db } = testShop
  const ana = await person('ana')
  const bea = await withEverything(await person('bea'))
  await db.update(users).set({ stripeCustomerId: 'cus_ana' }).where(eq(users.id, ana.viewer.id))
  const change =
    (email: string, current = password) =>
    () =>
      shop.requestEmailChange(ana.viewer, { email, password: current }, ana.headers)
  await step('without the password', change('ana.new@example.com', 'wrong'))
  await step('to no address', change('ana'))
  await step('to the same address', change('ana@example.com'))
  await step('to the address of another', change('bea@example.com'))
  await step('to a new one', change('ana.new@example.com'))
  const to = { email: 'ana.new@example.com' }
  const old = await token(ana, 'email-change-approve')
  const fresh = await token(to, 'email-change-confirm')
  const use = (one: Person, link: string) => () => shop.confirmEmail(one.viewer, link, one.headers)
  await step('another account uses the link', use(bea, fresh))
  await step('the old address approves', use(ana, old))
  await step('and again', use(ana, old))
  await step('the new one confirms', use(ana, fresh))
  await step('the link is used up', use(ana, fresh))
  const moved = { ...ana, viewer: { ...ana.viewer, email: to.email }, email: to.email }
  await step('ask for another change', () =>
    shop.requestEmailChange(moved.viewer, { email: 'ana.3@example.com', password }, ana.headers),
  )
  await step('cancel it', () => shop.cancelEmailChange(moved.viewer))
  await step('wait without a change', () =>
    shop.startLostMailboxWait(moved.viewer, { password }, ana.headers),
  )
  await shop.requestEmailChange(moved.viewer, { email: 'ana.3@example.com', password }, ana.headers)
  await step('wait for a lost mailbox', () =>
    shop.startLostMailboxWait(moved.viewer, { password }, ana.headers),
  )
  await step('begin to wait again', () =>
    shop.startLostMailboxWait(moved.viewer, { password }, ana.headers),
  )
  const third = { email: 'ana.3@example.com' }
  const confirming = await token(third, 'email-change-confirm')
  await step('the new address confirms', use(moved, confirming))
  const [waiting] = (await emailsTo(db, third.email)).filter(
    ({ kind }) => kind === 'email-change-waiting',
  )
  const { takesEffectAt } = waiting!.props as { takesEffectAt: string }
  const go = (waitsUntil: string) => () =>
    continueEmailChange(testShop.services, { userId: ana.viewer.id, waitsUntil })
  testShop.pass(24 * 60)
  await step('a notice after a day', go(takesEffectAt))
  await step('a job of an earlier change', go('2026-01-01T00:00:00.000Z'))
  testShop.pass(48 * 60 - 1)
  await step('a minute before it is over', go(takesEffectAt))
  testShop.pass(1)
  await step('it is over', go(takesEffectAt))
  const cora = await person('cora', false)
  await db.insert(mailingListClients).values({
    ...{ email: cora.email, fullName: 'Cora Paz', firstName: 'Cora' },
    ...{ consentSource: 'test', consentWording: 'yes' },
  })
  await step('ask to confirm an address', () => shop.requestEmailConfirmation(cora.viewer, 'cart'))
  const confirm = await token(cora, 'email-confirm')
  testShop.pass(24 * 60)
  await step('the link is a day old', use(cora, confirm))
  await step('ask again', () => shop.requestEmailConfirmation(cora.viewer))
  await step('confirm it', async () => {
    const [session] = await sessionsOf(db, cora.viewer.id)
    await db.update(sessions).set({ expiresAt: new Date(Date.now() + 1e10) })
    return session && use(cora, await token(cora, 'email-confirm'))()
  })
  scenario.expectWritten('accounts-change-of-address')
})

test('what a login link and the page of security change', async () => {
  const { shop, db } = testShop
  const ana = await person('ana')
  const bea = await withEverything(await person('bea'))
  const staff = await person('staff')
  await db.update(users).set({ role: 'staff' }).where(eq(users.id, staff.viewer.id))
  const owner = { ...staff.viewer, role: 'staff', duties: ['owner'] } as const
  await db.insert(userEmails).values({ email: 'ana.2@example.com', userId: ana.viewer.id })
  const ask = { email: ' ANA@example.com ', to: '/members' }
  await step('ask for a link while none are offered', () => shop.requestLoginLink(ask, ana.headers))
  await step('offer them', () => turnLoginLinks(testShop.services, owner, { to: 'on' }))
  await step('ask for a link', () => shop.requestLoginLink(ask, ana.headers))
  await step('send it', () => shop.sendLoginLink({ email: ana.email, to: '/members' }))
  await step('to another address of theirs', () =>
    shop.sendLoginLink({ email: 'ana.2@example.com', to: '/members' }),
  )
  await step('to staff', () => shop.sendLoginLink({ email: staff.email, to: '/admin' }))
  await step('to nobody', () => shop.sendLoginLink({ email: 'nobody@example.com', to: '/' }))
  await db.update(users).set({ eraseAt: new Date() }).where(eq(users.id, bea.viewer.id))
  await step('to an account that is deleted', () =>
    shop.sendLoginLink({ email: bea.email, to: '/' }),
  )
  await db.update(users).set({ eraseAt: null }).where(eq(users.id, bea.viewer.id))
  await step('a link to confirm a login session', () =>
    shop.requestConfirmationLink(ana.viewer, '/cart', ana.headers),
  )
  for (let sent = 2; sent < 5; sent++) await shop.sendLoginLink({ email: ana.email, to: '/' })
  await step('the sixth in an hour', () => shop.sendLoginLink({ email: ana.email, to: '/' }))

  await withEverything(ana)
  const [elsewhere] = (await sessionsOf(db, bea.viewer.id)).toSorted((a, b) =>
    a.token < b.token ? -1 : 1,
  )
  scenario.names[elsewhere!.id] = 'a-device-of-bea'
  await step('sign out the device of another', () => shop.signOutDevice(ana.viewer, elsewhere!.id))
  const own = (await sessionsOf(db, ana.viewer.id)).find(
    ({ token: one }) => !ana.headers.get('cookie')!.includes(one),
  )
  scenario.names[own!.id] = 'a-device-of-ana'
  await press('sign-out-device', { device: own!.id }, ana)
  await shop.signIn({ email: ana.email, password }, from(ana.address))
  await press('sign-out-others', {}, ana)
  const [key] = (await shop.viewSecurity(ana.viewer, ana.headers)).passkeys.all
  scenario.names[key!.id] = 'passkey-of-ana'
  const [other] = (await shop.viewSecurity(bea.viewer, bea.headers)).passkeys.all
  await press('rename-passkey', { passkey: key!.id, name: 'tablet' }, ana)
  await step('remove the passkey of another', () =>
    removePasskey(testShop.services, ana.viewer, { id: other!.id, password }, ana.headers),
  )
  await press('remove-passkey', { passkey: key!.id, current: 'wrong' }, ana)
  await press('remove-passkey', { passkey: key!.id, current: password }, ana)
  await press('change-email', { email: 'ana.9@example.com', current: password }, ana)
  await press('lost-mailbox', { current: password }, ana)
  await press('cancel-email-change', {}, ana)
  await press('confirm-email', { to: '/members' }, ana)
  await press('remove-google', { google: key!.id, current: password }, ana)
  await press('change-password', { current: password, password: 'short' }, ana)
  await press('change-password', { current: 'wrong', password: newPassword }, ana)
  await press('sign-out-everywhere', {}, ana)
  scenario.expectWritten('accounts-security')
})

test('what the page of security, sign-in and its links refuse', async () => {
  const { shop, db, services } = testShop
  const ana = await withEverything(await person('ana'))
  const bea = await withEverything(await person('bea'))
  const [theirs] = (await shop.viewSecurity(bea.viewer, bea.headers)).passkeys.all
  scenario.names[theirs!.id] = 'passkey-of-bea'
  await press('change-email', { email: 'ana', current: password }, ana)
  await press('change-email', { email: 'ana@example.com', current: password }, ana)
  await press('change-email', { email: 'ana.2@example.com', current: 'wrong' }, ana)
  await press('rename-passkey', { passkey: theirs!.id, name: 'mine' }, ana)
  await press('lost-mailbox', { current: 'wrong' }, ana)
  await press('cancel-email-change', {}, ana)
  await press('cancel-email-change', {}, ana)
  await press('lost-mailbox', { current: password }, ana)
  await press('confirm-email', { to: '' }, ana)
  for (let sent = 0; sent < 3; sent++) await shop.requestEmailConfirmation(ana.viewer)
  await press('confirm-email', { to: '/cart' }, ana)
  await press('change-email', { email: 'ana.2@example.com', current: password }, ana)
  const of = { userId: ana.viewer.id, accountId: 'google-ana', providerId: 'google' }
  const [linked] = await db.insert(identities).values(of).returning()
  scenario.names[linked!.id] = 'google-of-ana'
  await press('remove-google', { google: linked!.id, current: password }, ana)
  await press('change-password', { current: password, password: newPassword }, ana)

  const staff = await person('staff')
  await db.update(users).set({ role: 'staff' }).where(eq(users.id, staff.viewer.id))
  const owner = { ...staff.viewer, role: 'staff', duties: ['owner'] } as const
  await turnLoginLinks(services, owner, { to: 'on' })
  const solved: unknown[] = []
  const captcha = {
    ...{ siteKey: 'k', script: '', origins: [] },
    isHuman: async (...response: unknown[]) => void solved.push(response) as never,
  }
  const identity = {
    ...services.settings.identity,
    captchaFor: ['sign-in', 'recovery', 'registration'] as const,
  }
  const asking = { ...services, captcha, settings: { ...services.settings, identity } } as never
  const headers = from('198.51.100.7')
  const wish = { email: ana.email, to: '/members', captcha: 'typed' }
  await step('a login link to no address', () =>
    shop.requestLoginLink({ ...wish, email: 'ana' }, headers),
  )
  await step('a login link without a captcha', () => requestLoginLink(asking, wish, headers))
  await step('recovery at no address', () => shop.requestRecovery({ email: 'ana' }, headers))
  await step('recovery without a captcha', () => requestRecovery(asking, wish, headers))
  const typed = { ...wish, password, firstName: 'Ana', lastName: 'Ruiz' }
  await step('logging in without a captcha', () => signIn(asking, typed, headers))
  await step('registration without a captcha', () => register(asking, typed, headers))
  await step('what was asked about', async () => solved)
  await shop.requestRecovery({ email: ana.email }, headers)
  await shop.register({ ...wish, firstName: 'ana', lastName: 'Ruiz', password }, headers)
  await db.execute(sql`update attempts set count = case split_part(key, ':', 1)
    when 'recovery-source' then 60 when 'register-source' then 300
    when 'sign-in-source' then 100 else count end`)
  await step('one login link too many from a network', () => shop.requestLoginLink(wish, headers))
  await step('one recovery too many', () => shop.requestRecovery({ email: ana.email }, headers))
  await step('one link to confirm a login session too many', () =>
    shop.requestConfirmationLink(ana.viewer, '/cart', headers),
  )
  await step('one registration too many', () =>
    shop.register({ ...wish, firstName: 'ana', lastName: 'Ruiz', password }, headers),
  )
  await step('one sign-in too many', () =>
    shop.signIn({ email: ana.email, password }, from(bea.address)),
  )
  await step('one passkey too many', () => shop.signInWithPasskey('{}', from(bea.address)))
  scenario.expectWritten('accounts-refused')
})

test('what a yes and a no change', async () => {
  const { shop, db, services } = testShop
  const join =
    (email: string, fullname = 'Dora Paz', isSentTooFast = false) =>
    () =>
      shop.joinMailingList(
        { fullname, email },
        { page: '/ex-join', address: '192.0.2.9', isSentTooFast },
      )
  const leave = (email: string, source: 'link' | 'one-click') => async () => {
    const [row] = await db
      .select()
      .from(mailingListClients)
      .where(eq(mailingListClients.email, email))
    return unsubscribe(services, services.mail.tokens.sign(row!.id), {
      source,
      address: '192.0.2.9',
    })
  }
  await step('join', join('dora@example.com'))
  await step('join again', join('dora@example.com', 'Another Name'))
  await step('another joins', join('elsa@example.com', 'Elsa'))
  await step('leave', leave('dora@example.com', 'one-click'))
  await step('leave again', leave('dora@example.com', 'link'))
  await step('come back', join('dora@example.com', 'Evil Text'))
  const rejoin = new URL(
    ((await emailsTo(db, 'dora@example.com'))[0]!.props as { link: string }).link,
  )
  const secret = rejoin.searchParams.get('token') ?? rejoin.pathname.split('/').at(-1)!
  await step('look at the link', () => shop.viewRejoin(secret))
  await step('look at another', () => shop.viewRejoin('x'.repeat(43)))
  await step('confirm', () => shop.confirmRejoin(null, { token: secret }))
  await step('confirm again', () => shop.confirmRejoin(null, { token: secret }))
  await step('a link that was used', () => shop.viewRejoin(secret))
  await step('leave once more', leave('dora@example.com', 'link'))
  await step('the same link', () => shop.viewRejoin(secret))
  await step('ask twice a day', join('dora@example.com'))
  await step('not three times', join('dora@example.com'))
  testShop.pass(72 * 60)
  const late = new URL(
    ((await emailsTo(db, 'dora@example.com'))[0]!.props as { link: string }).link,
  )
  await step('a link of three days ago', () =>
    shop.confirmRejoin(null, {
      token: late.searchParams.get('token') ?? late.pathname.split('/').at(-1)!,
    }),
  )

  const ana = await person('ana')
  const cora = await person('cora', false)
  const personal = {
    ...{ firstname: 'Ana', lastname: 'Ruiz', email: 'ana@example.com', phone: '4155550123' },
    ...{ birthdate: '1980-02-03', byEmail: false, byPhone: false, optionalText: '' },
  }
  const now = async (one: Person) =>
    (await db.select().from(users).where(eq(users.id, one.viewer.id)))[0]!
  // No two of them look like one person.
  const phoneOf = ({ email }: Person) => (email === ana.email ? '4155550123' : '4155550124')
  const save = (one: Person, values: object) => async () =>
    shop.saveAccount(
      one.viewer,
      {
        block: 'personal',
        values: { ...personal, email: one.email, phone: phoneOf(one), ...values },
        version: (await now(one)).version,
        password: '',
      },
      one.headers,
    )
  const page = (one: Person, title: string) =>
    step(title, async () => {
      const { emails, left } = await shop.openAccount(await now(one))
      return { emails, left, isOnList: await isOnListToo(services, one.viewer) }
    })
  await page(ana, 'the account’s page at first')
  await step('save one’s name', save(ana, {}))
  await step('save over another version', () =>
    shop.saveAccount(
      ana.viewer,
      { block: 'personal', values: { ...personal, lastname: 'Paz' }, version: 0, password: '' },
      ana.headers,
    ),
  )
  await step('agree to emails', save(ana, { byEmail: true }))
  await page(ana, 'the page of who agreed')
  await step('agree to calls too', save(ana, { byEmail: true, byPhone: true }))
  await step('take both back', save(ana, {}))
  await page(ana, 'the page of who took it back')
  await step('agree again', save(ana, { byEmail: true }))
  await step('join the list as well', join('ana@example.com', 'Ana Ruiz'))
  await page(ana, 'the page of who joined as well')
  await step('leave the list', leave('ana@example.com', 'link'))
  await page(ana, 'the page of who left')
  await page(cora, 'the page of who is not confirmed')
  await step('agree without a confirmed address', save(cora, { byEmail: true, byPhone: true }))
  await page(cora, 'the page of who agreed unconfirmed')
  await step('take it back unconfirmed', save(cora, {}))
  await step('agree unconfirmed after a no', save(cora, { byEmail: true }))
  await db.update(users).set({ stripeCustomerId: 'cus_ana' }).where(eq(users.id, ana.viewer.id))
  await page(ana, 'the page of who has paid')
  await page(ana, 'again within the hour')
  await step('a no is carried to another address', () =>
    db.transaction((tx) =>
      carryNo(services, tx, 'ana@example.com', 'elsa@example.com', {
        ...{ source: 'account', wording: 'moved' },
      }),
    ),
  )
  await step('a second confirmation for a new address', () =>
    db.transaction((tx) =>
      requestConfirmation(services, tx, {
        ...{ email: 'fay@example.com', firstName: '', fullName: 'Fay', asked: 'new' },
        act: { source: 'form', wording: 'yes', page: '/', by: null },
      }),
    ),
  )
  await step('a billing address of one’s own', async () =>
    shop.chooseBilling(ana.viewer, false, (await now(ana)).version),
  )
  await step('a first address', () =>
    shop.fillOwnAddress(ana.viewer, {
      ...{ address: '1 Main Street', addressExtra: '', city: 'Napa', state: 'CA' },
      zipCode: '94558',
    }),
  )
  await step('a second first address', () =>
    shop.fillOwnAddress(ana.viewer, {
      ...{ address: '2 Main Street', addressExtra: '', city: 'Napa', state: 'CA' },
      zipCode: '94558',
    }),
  )
  await step('the same for bills', async () =>
    shop.chooseBilling(ana.viewer, true, (await now(ana)).version),
  )
  await step('from an older page', () => shop.chooseBilling(ana.viewer, true, 1))
  scenario.expectWritten('accounts-consent')
})
