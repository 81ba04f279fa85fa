import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { expect, test } from 'vitest'

import { users } from '#platform/database/people.tables.ts'
import { flash, readFlash } from '#platform/http/flash.ts'
import { scriptHeader } from '#platform/http/script-redirects.ts'
import { turnSwitch } from '#platform/switches/switches.store.server.ts'
import { authenticator } from '#tests/harness/authenticator.ts'
import { flashOf } from '#tests/harness/flash-of.ts'
import { aGoogle, from, password, registeredPerson, tokenIn } from '#tests/harness/identity.ts'
import { loadedBy } from '#tests/harness/loaded-by.ts'
import { openStaffedShop } from '#tests/harness/staff.ts'
import { aMember } from '#tests/harness/test-shop.ts'

import { action as answerGate, loader as loadGate } from './age-gate/age-gate.route.ts'
import {
  action as confirmEmail,
  loader as loadEmailLink,
  middleware as guardEmailLink,
} from './email-change/confirm-email.page.tsx'
import { loader as comeBack } from './google/google-callback.route.ts'
import { action as goToGoogle, loader as loadGoogle } from './google/google.route.ts'
import { cookiesOfLink } from './links/entry-cookies.ts'
import {
  action as logInByPasskey,
  loader as loadPasskeyLogin,
} from './passkeys/login-passkey.route.ts'
import {
  action as addPasskey,
  loader as loadPasskeys,
  middleware as guardPasskeys,
} from './passkeys/passkeys.route.ts'
import { action as enterCode, loader as loadCode } from './second-factor/login-code.page.tsx'
import { loader as loadFactor } from './second-factor/second-factor.page.tsx'
import { loader as loadSession } from './sessions/login-session.route.ts'
import { action as logOut, loader as loadLogOut } from './sessions/logout.route.ts'
import { action as confirm, loader as loadConfirm } from './sign-in/confirm-identity.page.tsx'
import { action as logIn, loader as loadLogin } from './sign-in/login.page.tsx'
import { action as register, loader as loadRegister } from './sign-in/register.page.tsx'
import { action as reset, loader as loadReset } from './sign-in/reset-password.page.tsx'
import { loader as loadSecurity } from './sign-in/security.page.tsx'

const { testShop } = await openStaffedShop()
const { db, services, shop } = testShop
const google = aGoogle()
services.google = google
const visited = loadedBy(testShop, null)

/** A shop whose database is not reached. */
const down = {
  services: {
    ...services,
    db: new Proxy({} as typeof db, {
      get() {
        throw Object.assign(new Error('no database'), { statusCode: 503 })
      },
    }),
  },
}
const unavailable = { code: 'internal-error', status: 503, 'retry-after': '5' }

let last = 0
/** From another address each time, as wrong tries are counted. */
const elsewhere = () => `198.51.100.${(last += 1)}`

/** The cookies that a response sets. */
async function cookiesOf(load: (args: never) => unknown, asked: object, viewer: object | null) {
  let cookies: string[] = []
  await loadedBy(testShop, viewer)(load, {
    ...{ ...asked, seeing: ({ headers }: Response) => (cookies = headers.getSetCookie()) },
  })
  return cookies
}

/** A customer who is signed in, with a confirmed address unless it is said. */
async function aPerson(profile: Partial<typeof users.$inferInsert> = {}) {
  const person = await registeredPerson(testShop, elsewhere())
  const fields = { emailVerified: true, ...profile }
  await db.update(users).set(fields).where(eq(users.id, person.viewer.id))
  const { viewer } = await shop.identify(person.headers)
  return { ...person, viewer: viewer! }
}

test('the age gate notes what a visitor said, and leads back to where they were', async () => {
  const answer = async (form: Record<string, string>, more: object = {}) => {
    const asked = { form, ...more }
    return [await visited(answerGate, asked), ...(await cookiesOf(answerGate, asked, null))]
  }
  const older = 'ageKey=older; Max-Age=2678400; Path=/; SameSite=Lax'
  expect(await answer({ age: 'over', to: '/ourwines?x=1' })).toEqual(['/ourwines?x=1', older])
  const site = { publicUrl: 'https://kohue.example' }
  expect(await answer({ age: 'over' }, { site })).toEqual(['/', `${older}; Secure`])
  expect(await answer({ age: 'under', to: '//evil.example' })).toEqual([
    '/',
    'ageRefused=younger; HttpOnly; Path=/; SameSite=Lax',
    'ageKey=; Max-Age=0; Path=/; SameSite=Lax',
  ])
  expect(await answer({ age: 'over', to: '/about' }, { ageGate: 'refused' })).toEqual(['/about'])
  expect([await answer({ age: 'x' }), await answer({})]).toEqual([['/'], ['/']])
  expect(await visited(loadGate)).toBe('/')
})

test('a second factor is for staff, who are told whether it is needed', async () => {
  const { viewer } = await aPerson({ role: 'staff' })
  const page = (more: object = {}) => loadedBy(testShop, { ...viewer, ...more })(loadFactor)
  const off = { isOn: false, recoveryCodes: 0, setUp: null, email: viewer.email }
  expect(await page()).toEqual({ ...off, isRequired: false, isNeeded: false })
  await turnSwitch(db, 'second-factor-required', true)
  expect(await page({ needsFactor: true })).toEqual({ ...off, isRequired: true, isNeeded: true })
  await turnSwitch(db, 'second-factor-required', false)
  expect(await page({ isLimited: true })).toBe(403)
  expect(await page({ role: 'member' })).toBe(403)
})

/** An owner who has a second factor and has just logged in with the password alone. */
async function anOwnerAtTheCode() {
  const { viewer, headers, email } = await aPerson({ role: 'staff' })
  const codeNow = (secret: string) => {
    const timestamp = services.clock().getTime()
    return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
  }
  await shop.beginSecondFactor(viewer, { password }, { headers })
  const { secret } = (await shop.viewSecondFactor(viewer))!.setUp!
  await shop.confirmSecondFactor(viewer, { code: codeNow(secret) }, { headers })
  testShop.pass(2)
  const address = elsewhere()
  const entered = await shop.signIn({ email, password }, from(address))
  if (!entered.ok) throw new Error(entered.code)
  return { viewer, headers: from(address, entered.cookies), code: () => codeNow(secret) }
}

test('a code is asked of a login session that waits for it, and leads on to where its address says', async () => {
  const { headers, code } = await anOwnerAtTheCode()
  const page = (query = '', of: Headers | undefined = headers) =>
    visited(loadCode, { query, ...(of && { headers: of }) })
  expect(await page()).toEqual({ isAgain: false })
  const nobody = new Headers()
  expect(await page('', nobody)).toBe('/login')
  expect(await page('to=%2Fadmin%2Forders%3Fq%3Da', nobody)).toBe(
    '/login?to=%2Fadmin%2Forders%3Fq%3Da',
  )
  expect(await page('to=//evil.example', nobody)).toBe('/login')
  const enter = (typed: string, query: string) =>
    visited(enterCode, { headers, query, form: { code: typed, to: '/admin/log' } })
  expect(await enter('000000', 'to=%2Fadmin%2Forders')).toMatchObject({ status: 400 })
  expect(await enter(code(), 'to=%2Fadmin%2Forders')).toBe('/admin/orders')
  expect(await page()).toEqual({ isAgain: true })
})

test('the page to log in knows where it leads, what was typed, and whether links are sent', async () => {
  const page = (query = '') => visited(loadLogin, { query })
  const none = { to: '', hasLinks: false, email: '' }
  expect(await page()).toEqual(none)
  expect(await page('to=//evil.example')).toEqual(none)
  await turnSwitch(db, 'sign-in-by-email', true)
  expect(await page('to=%2Fcart')).toEqual({ ...none, to: '/cart', hasLinks: true })
  expect(await loadedBy(down, null)(loadLogin)).toEqual(none)
  const cookies = [flash({ tone: 'info', sentence: 'x', email: 'a@b.example' }, services.settings)]
  let shown: unknown
  const load = (args: never) =>
    readFlash(args, async () => (shown = await loadLogin(args)) as never)
  await visited(load, { cookies })
  expect(shown).toMatchObject({ email: 'a@b.example' })
  await turnSwitch(db, 'sign-in-by-email', false)
})

test('who logs in goes where they wanted, and a refusal keeps what was typed', async () => {
  const { email, viewer } = await aPerson()
  const send = (form: Record<string, string>, query = '', of = testShop as typeof down) =>
    loadedBy(of, null)(logIn, { form, query, headers: from(elsewhere()) })
  const wrong = { code: 'invalid-credential', email, status: 400 }
  expect(await send({ email, password })).toBe('/members')
  expect(await send({ email, password }, 'to=%2Fcart')).toBe('/cart')
  expect(await send({ email, password }, 'to=//evil.example')).toBe('/members')
  expect(await send({ email, password: 'wrong' })).toEqual(wrong)
  expect(await send({ email, password }, '', down)).toEqual({ ...unavailable, email })
  const cookies = await cookiesOf(logIn, { form: { email, password } }, null)
  expect((await shop.identify(from(undefined, cookies))).viewer?.id).toBe(viewer.id)
  await db.update(users).set({ role: 'staff' }).where(eq(users.id, viewer.id))
  expect(await send({ email, password })).toBe('/admin')

  const recover = { intent: 'recover', email: ` ${email} ` }
  expect(await send(recover)).toEqual({ recoveryFor: email, email: recover.email, status: 200 })
  expect(await send({ intent: 'recover', email: 'x' })).toEqual({
    ...{ code: 'invalid-email', email: 'x', status: 400 },
  })
  expect(await send(recover, '', down)).toEqual({ ...unavailable, email: recover.email })

  const link = { intent: 'mail-link', email: ` ${email} ` }
  const off = { code: 'operation-not-allowed', email: link.email, status: 400 }
  expect(await send(link)).toEqual(off)
  expect(await send(link, '', down)).toEqual({ ...unavailable, email: link.email })
  await turnSwitch(db, 'sign-in-by-email', true)
  const leadsTo = async () =>
    (
      await db.execute(
        `select payload->>'to' as "to" from graphile_worker._private_jobs order by id desc limit 1`,
      )
    ).rows
  expect(await send(link, 'to=%2Fcart')).toEqual({ linkFor: email, email: link.email, status: 200 })
  expect(await leadsTo()).toEqual([{ to: '/cart' }])
  expect(await send(link, 'to=//evil.example')).toMatchObject({ linkFor: email })
  expect(await leadsTo()).toEqual([{ to: '/members' }])
  await turnSwitch(db, 'sign-in-by-email', false)
})

test('who registers is signed in, unless the address has an account, to which they are led', async () => {
  expect(await visited(loadRegister)).toEqual({
    ...{ google: true, passwordPolicy: expect.objectContaining({ minLength: 6 }) },
  })
  const typed = { firstname: 'Eva', lastname: 'Luz', email: 'eva@example.com' }
  const send = (form: Record<string, string>, viewer: object | null = null, of = testShop) =>
    loadedBy(of, viewer)(register, { form, headers: from(elsewhere()) })
  const kept = { typed: { firstName: 'Eva', lastName: 'Luz', email: 'eva@example.com' } }
  expect(await send({ ...typed, password: 'x' })).toMatchObject({
    ...{ ...kept, code: 'weak-password', status: 400 },
  })
  expect(await send({ ...typed, password }, null, down as typeof testShop)).toMatchObject({
    ...{ ...kept, ...unavailable },
  })
  const cookies = await cookiesOf(register, { form: { ...typed, password } }, null)
  expect((await shop.identify(from(undefined, cookies))).viewer).toMatchObject({
    ...{ firstName: 'Eva', lastName: 'Luz', email: 'eva@example.com' },
  })
  expect(await send({ ...typed, email: 'other@example.com', password })).toBe('/members')
  const again = { ...typed, email: ' EVA@example.com', password }
  expect(await send(again)).toEqual([
    ...['/login', 'An account with eva@example.com already exist. Please Log In'],
  ])
  const said = flashOf(await cookiesOf(register, { form: again }, null))
  expect(said).toMatchObject({ tone: 'info', email: 'eva@example.com' })
  expect(await send(again, await aMember(db))).toEqual([
    ...['/members', 'You are already registered with eva@example.com'],
  ])
  const headless = { form: again, headers: { 'user-agent': 'curl/8.0' } }
  const strict = { services: { ...services, mail: { ...services.mail, rules: refusing } } }
  expect(await loadedBy(strict, null)(register, headless)).toBe(451)
  expect(await loadedBy(strict, null)(logIn, { form: { intent: 'recover' } })).toBe(451)
  expect(await loadedBy(strict, null)(logIn, { form: { intent: 'mail-link' } })).toBe(451)
  const limited = loadedBy(strict, { ...(await aMember(db)), isLimited: true })
  expect(await limited(confirm, { form: { intent: 'mail-link' } })).toBe(451)
})

const refusing = { ...services.mail.rules, whyNotTake: () => 'headless' as const } as never

test('a limited session confirms who it is, and goes where it wanted; all others are there', async () => {
  const { viewer, email } = await aPerson()
  const limited = { ...viewer, isLimited: true }
  const page = (of: object, query = '') => loadedBy(testShop, of)(loadConfirm, { query })
  expect(await page(viewer, 'to=%2Fedit')).toBe('/edit')
  expect(await page(viewer, 'to=//evil.example')).toBe('/members')
  expect(await page(limited, 'to=%2Fedit')).toEqual({ to: '/edit', email, hasPasskey: false })
  expect(await page(limited)).toMatchObject({ to: '/members' })
  const send = (form: Record<string, string>, of: object = limited, at = testShop) =>
    loadedBy(at, of)(confirm, { form, query: 'to=%2Fedit', headers: from(elsewhere()) })
  expect(await send({ password: 'wrong' }, viewer)).toBe('/edit')
  // Of the account alone: another's address and password open nothing.
  const other = await aPerson()
  expect(await send({ email: other.email, password: 'wrong' })).toEqual({
    ...{ code: 'invalid-credential', status: 400 },
  })
  expect(await send({ password }, limited, down as typeof testShop)).toEqual(unavailable)
  const cookies = await cookiesOf(confirm, { form: { email: other.email, password } }, limited)
  expect((await shop.identify(from(undefined, cookies))).viewer?.id).toBe(viewer.id)
  expect(await send({ password })).toBe('/edit')
  expect(await send({ intent: 'mail-link' })).toEqual({ isSent: true, status: 200 })
  expect(await send({ intent: 'mail-link' }, limited, down as typeof testShop)).toEqual(unavailable)
  const again = { form: { intent: 'mail-link' }, headers: from(elsewhere()) }
  for (let time = 0; time < 60; time++) await loadedBy(testShop, limited)(confirm, again)
  const refused = await loadedBy(testShop, limited)(confirm, again)
  expect(refused).toEqual({ code: 'too-many-requests', status: 429, 'retry-after': '900' })
})

test('a recovery link is kept out of the address, and sets a new password once', async () => {
  const { viewer, email } = await aPerson()
  const link = async () => {
    await shop.sendRecoveryEmail(email)
    return tokenIn(db, email, 'password-recovery')
  }
  const token = await link()
  const opened = { path: '/reset-password', query: `token=${token}&lang=en` }
  expect(await visited(loadReset, opened)).toBe('/reset-password?lang=en')
  const cookies = await cookiesOf(loadReset, opened, null)
  const page = (of: readonly string[], headers = from(elsewhere())) => {
    const cookie = of.map((line) => line.split(';', 1)[0]).join('; ')
    return visited(loadReset, {
      ...{ path: '/reset-password', headers: { ...Object.fromEntries(headers), cookie } },
    })
  }
  const policy = expect.objectContaining({ minLength: 6 })
  expect(await page(cookies)).toEqual({
    ...{ policy, refusal: null, link: expect.objectContaining({ ok: true, email }) },
    status: 200,
  })
  const code = 'invalid-action-code'
  expect(await page([])).toEqual({ policy, refusal: code, link: null, status: 404 })
  const send = (form: Record<string, string>, of = cookies, at = testShop) => {
    const cookie = of.map((line) => line.split(';', 1)[0]).join('; ')
    const headers = { ...Object.fromEntries(from(elsewhere())), cookie }
    return loadedBy(at, null)(reset, { form, headers })
  }
  expect(await send({ password: 'x' })).toMatchObject({ code: 'weak-password', status: 400 })
  expect(await send({ password: 'a new password' }, [])).toMatchObject({ code, status: 400 })
  expect(await send({ password: 'x' }, cookies, down as typeof testShop)).toMatchObject({
    ...unavailable,
  })
  const set = await cookiesOf(reset, { form: { password: 'a new password' }, cookies }, null)
  expect((await shop.identify(from(undefined, set))).viewer?.id).toBe(viewer.id)
  expect(set.filter((line) => /link=;/.test(line))).toHaveLength(1)
  const again = await cookiesOf(loadReset, { ...opened, query: `token=${await link()}` }, null)
  expect(await send({ password: 'another new one' }, again)).toEqual([
    ...['/members', 'Your password has been changed. Other devices have been signed out.'],
  ])
})

test('the page of an email’s link is opened by its owner, and changes nothing until it is pressed', async () => {
  const { viewer, email } = await aPerson({ emailVerified: false })
  await shop.requestEmailConfirmation(viewer)
  const token = await tokenIn(db, email, 'email-confirm')
  const guard = (of: object | null, asked: object) =>
    loadedBy(testShop, of)(guardEmailLink[0]!, { path: '/confirm-email', ...asked })
  const opened = { query: `to=cart&token=${token}` }
  expect(await guard(null, opened)).toBe('/confirm-email?to=cart')
  const first = 'Please log in to the account that this link was sent for.'
  expect(await guard(null, { query: 'to=cart' })).toEqual([
    ...['/login?to=%2Fconfirm-email%3Fto%3Dcart', first],
  ])
  expect(await guard(viewer, { query: 'to=cart' })).toBeUndefined()
  expect(await guard(viewer, { ...opened, form: { x: '' } })).toBeUndefined()
  const cookies = await cookiesOf(
    guardEmailLink[0] as never,
    { path: '/confirm-email', ...opened },
    viewer,
  )
  const page = (of: object, held = cookies) =>
    loadedBy(testShop, of)(loadEmailLink, { cookies: held })
  expect(await page(viewer)).toEqual({
    ...{ ok: true, email, purpose: 'confirm-email', status: 200 },
  })
  const dead = { ok: false, code: 'invalid-action-code', status: 404 }
  expect(await page(viewer, [])).toEqual(dead)
  expect(await page((await aPerson()).viewer)).toMatchObject({
    ok: false,
    code: 'different-account',
  })
  const press = (query: string, held: readonly string[] = cookies) =>
    loadedBy(testShop, viewer)(confirmEmail, {
      cookies: held,
      query,
      form: { token: 'x', to: 'x' },
    })
  expect(await press('', [])).toMatchObject({ status: 400 })
  expect(await press('to=cart')).toEqual([
    ...['/members?cart=open', 'Your email address is confirmed. You can check out now.'],
  ])
  expect(await press('to=cart')).toMatchObject({ status: 400 })
})

test('security knows the rules of the role and where it leads back', async () => {
  const { viewer, headers } = await aPerson()
  const page = (of: object, query = '', site = {}) =>
    loadedBy(testShop, of)(loadSecurity, { headers, query, site })
  expect(await page(viewer, 'to=cart')).toMatchObject({
    ...{ google: true, returnTo: 'cart', isStaff: false },
    passwordPolicy: { minLength: 6 },
  })
  expect(await page({ ...viewer, role: 'staff' })).toMatchObject({
    ...{ returnTo: '', isStaff: true, passwordPolicy: { minLength: 12 } },
  })
})

test('who is signed in is told to a script, and logging out forgets links too', async () => {
  const { viewer, headers } = await aPerson()
  const statusOf = async (of: object | null) =>
    ((await loadedBy(testShop, of)(loadSession)) as Response).status
  expect([await statusOf(viewer), await statusOf(null)]).toEqual([204, 404])
  expect(await visited(logOut, { form: {}, headers })).toBe('/')
  const cookies = await cookiesOf(logOut, { form: {}, headers }, viewer)
  const held = cookiesOfLink(new Request('http://x'), services.settings as never, 'x')
  const names = held.map((line) => line.split('=', 1)[0]!)
  for (const name of [...names, 'kohue.session']) {
    expect(cookies.some((one) => one.startsWith(`${name}=;`))).toBe(true)
  }
  expect((await shop.identify(headers)).viewer).toBeNull()
  expect(await visited(loadLogOut)).toBe('/')
})

test('Google is asked by a form alone, and the way back says what came of it', async () => {
  expect(await visited(loadGoogle)).toBe('/login')
  const begun: object[] = []
  const noting = {
    services: {
      ...services,
      google: {
        ...google,
        async begin(back: string, wanted: object) {
          begun.push({ back, ...wanted })
          return { url: 'https://google.example/', cookies: ['state=1'] }
        },
      },
    },
  }
  const go = (form: Record<string, string>, query = '') =>
    loadedBy(noting, null)(goToGoogle, { path: '/login/google', form, query })
  expect(await go({ to: '/cart' })).toBe('https://google.example/')
  await go({ to: '//evil.example', connect: '' }, 'window=own')
  await go({}, 'window=other')
  const back = 'http://localhost:3000/login/google/callback'
  expect(begun).toEqual([
    { back, to: '/cart', inWindow: false, connects: false },
    { back, to: '', inWindow: true, connects: true },
    { back, to: '', inWindow: false, connects: false },
  ])
  const none = { services: { ...services, google: null } }
  const off = 'This way of signing in is not available.'
  const refused = (form: Record<string, string>, query = '') =>
    loadedBy(none, null)(goToGoogle, { form, query, site: { title: 'Kohue <1>' } })
  expect(await refused({})).toEqual(['/login', off])
  expect(await refused({ connect: '' })).toEqual(['/account/security', off])
  const closing = (await refused({}, 'window=own')) as Response
  expect(closing.headers.get('cross-origin-opener-policy')).toBe('unsafe-none')
  const text = await closing.text()
  expect(text).toContain(`postMessage({"sentence":"${off}"})`)
  expect(text).toContain('<title>Kohue &lt;1></title>')

  const profile = { subject: 's', email: 'lucia@gmail.example', givenName: 'L', familyName: 'F' }
  google.say({ ...profile, emailVerified: true })
  expect(await visited(comeBack)).toBe('/members')
  google.say({ ...profile, subject: 'other', emailVerified: false })
  expect(await visited(comeBack)).toEqual(['/login', expect.stringContaining('not verified')])
})

test('a passkey is added by the script of security, and logs in by that of the login page', async () => {
  const { viewer, headers, email } = await aPerson()
  expect([await visited(loadPasskeys), await visited(loadPasskeyLogin)]).toEqual([
    ...['/account/security', '/login'],
  ])
  expect(await visited(guardPasskeys[0]!, { path: '/account/passkeys' })).toBe(
    '/login?to=%2Faccount%2Fpasskeys',
  )
  const withScript = (more: readonly string[] = []) => {
    const cookie = [headers.get('cookie'), ...more.map((line) => line.split(';', 1)[0])].join('; ')
    return { ...Object.fromEntries(headers), cookie, [scriptHeader]: '1' }
  }
  const add = (form: Record<string, string>, sent: HeadersInit = withScript()) =>
    loadedBy(testShop, viewer)(addPasskey, { form, headers: sent })
  expect(await add({ intent: 'begin', current: password }, headers)).toEqual([
    ...['/account/security', 'Adding a passkey needs JavaScript in your browser.'],
  ])
  expect(await add({ intent: 'other' })).toBe(400)
  const wrong = (await add({ intent: 'begin', current: 'wrong' })) as Response
  expect([wrong.status, await wrong.json()]).toEqual([
    ...[400, { sentence: 'That is not your current password.' }],
  ])
  const device = authenticator()
  const begun = (await add({ intent: 'begin', current: password })) as Response
  const { options } = (await begun.json()) as { options: object }
  const made = device.make(options)
  const notMade = (await add({ intent: 'add', name: 'Phone', made })) as Response
  expect([notMade.status, await notMade.json()]).toEqual([
    ...[400, { sentence: 'That took too long, or was already used. Please try again.' }],
  ])
  const own = withScript(begun.headers.getSetCookie())
  expect(await add({ intent: 'add', name: 'Phone', made }, own)).toEqual([
    ...['/account/security', 'The passkey “Phone” was added.'],
  ])

  const logInWith = (form: Record<string, string>, asked: object = {}, of: object | null = null) =>
    loadedBy(testShop, of)(logInByPasskey, { form, ...asked })
  async function used() {
    const challenge = (await logInWith({})) as Response
    const asked = ((await challenge.json()) as { options: object }).options
    return {
      form: { used: device.use(asked) },
      cookies: challenge.headers.getSetCookie(),
    }
  }
  const first = await used()
  expect(await logInWith(first.form, { ...first, query: 'to=%2Fcart' })).toBe('/cart')
  const second = await used()
  expect(await logInWith(second.form, { ...second, query: 'to=//evil.example' })).toBe('/members')
  const other = await aPerson()
  const third = await used()
  const ofViewer = { ...third.form, of: 'viewer' }
  const refused = (await logInWith(ofViewer, { cookies: third.cookies }, other.viewer)) as Response
  expect([refused.status, await refused.json()]).toEqual([
    400,
    { sentence: 'This passkey belongs to another account. Please choose one of this account.' },
  ])
  // Without that word it logs in whose passkey it is.
  const fourth = await used()
  const cookies = await cookiesOf(logInByPasskey, fourth, other.viewer)
  expect((await shop.identify(from(undefined, cookies))).viewer?.email).toBe(email)
  const fifth = await used()
  const outage = (await loadedBy(down, null)(logInByPasskey, fifth)) as Response
  expect(outage.status).toBe(503)
  const without = {
    services: { ...services, passkeys: { ...services.passkeys, isPossible: false } },
  }
  expect(((await loadedBy(without, null)(logInByPasskey, { form: {} })) as Response).status).toBe(
    404,
  )
  const limited = { ...viewer, isLimited: true }
  expect(await loadedBy(testShop, limited)(loadConfirm)).toMatchObject({ hasPasskey: true })
})
