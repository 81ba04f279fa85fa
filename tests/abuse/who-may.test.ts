import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { beforeAll, describe, expect, test } from 'vitest'

import type { Caller } from '#tests/harness/callers.ts'
import { aMember, anExpiredStaffMember, ask, aStaffMember } from '#tests/harness/callers.ts'
import { queryDatabase } from '#tests/harness/database-queries.ts'
import { expectedPages } from '#tests/harness/expected-pages.ts'
import { expectQuietLog } from '#tests/harness/quiet-log.ts'
import { calls, routeFiles } from '#tests/harness/site-map.ts'

const whoMay = ({ address }: { address: string }) => {
  const page = expectedPages.get(address)
  if (!page) throw new Error(`No module says who may open ${address}`)
  return page.who
}

const filled = (address: string, id: string) =>
  `/${address.replace('{number}', '1001').replaceAll(/\{\w+\}/g, id)}`

/** Someone of whom only staff may know. */
const needle = { name: 'Nadia Needle', email: 'nadia.needle@list.example' }

let subscriber: string
let callers: Record<'visitor' | 'member' | 'expired', Caller | null>
let staff: Caller
let subject: Caller

beforeAll(async () => {
  const [row] = await queryDatabase<{ id: string }>(
    `insert into mailing_list_clients (full_name, first_name, last_name, email, consent_source,
       consent_wording) values ($1, 'Nadia', 'Needle', $2, 'test', 'test') returning id`,
    [needle.name, needle.email],
  )
  subscriber = row!.id
  subject = await aMember()
  await queryDatabase(`update users set first_name = 'Nadia', last_name = 'Needle' where id = $1`, [
    subject.id,
  ])
  staff = await aStaffMember()
  callers = { visitor: null, member: await aMember(), expired: await anExpiredStaffMember() }
})

const staffPaths = () =>
  routeFiles()
    .filter((route) => whoMay(route) === 'staff')
    .map(({ address }) => filled(address, address.startsWith('users') ? subject.id : subscriber))

const memberPaths = () =>
  routeFiles()
    .filter((route) => whoMay(route) === 'member')
    .map(({ address }) => filled(address, '1'))

const wayIn = /^\/(login|join)(\?|$)/

/** A response that lets nobody in and says nothing of anybody. */
async function expectClosed(
  path: string,
  caller: Caller | null,
  response: Response,
): Promise<void> {
  const body = await response.text()
  expect(body, path).not.toContain('Needle')
  expect(body, path).not.toContain(needle.email)
  if (caller === callers.member) return expect(response.status, path).toBe(403)
  if (path.includes('.data')) {
    // Single fetch sends a redirect in its own format, with the address in it.
    expect(response.status, path).toBe(202)
    return expect(body, path).toMatch(/\/(login|join)/)
  }
  if (response.status === 401) return
  expect(response.status, path).toBe(302)
  expect(response.headers.get('location'), path).toMatch(wayIn)
}

/** Everything that staff could change, and what was written by anyone but the shop's own jobs and the provider. */
const books = () =>
  queryDatabase(
    `select (select md5(string_agg(c::text, '' order by id)) from mailing_list_clients c) as subscribers,
     (select md5(string_agg((to_jsonb(u) - 'updated_at')::text, '' order by id)) from users u) as users,
     (select json_agg(concat_ws(' ', actor_email, action, subject_id) order by id) from audit_log
       where actor_email not in ('payment provider', 'the shop', 'release hours')) as written`,
  )

describe.each(['visitor', 'member', 'expired'] as const)('as %s', (who) => {
  test('no admin page opens, nor its data alone', async () => {
    expect(staffPaths().length).toBeGreaterThan(5)
    const caller = callers[who]
    for (const path of staffPaths()) {
      await expectClosed(path, caller, await ask(path, { caller }))
      await expectClosed(`${path}.data`, caller, await ask(`${path}.data`, { caller }))
      const routes = `${path}.data?_routes=routes%2Fadmin%2Fjoined-list`
      await expectClosed(routes, caller, await ask(routes, { caller }))
    }
  })

  test('no admin form is accepted, and nothing is written', async () => {
    const caller = callers[who]
    const before = await books()
    const form = {
      ...{ intent: 'delete', firstname: 'X', role: 'staff', version: '1' },
      id: subscriber,
    }
    for (const path of staffPaths()) {
      for (const at of [path, `${path}.data`]) {
        const response = await ask(at, { caller, form })
        expect([302, 303, 403, 202, 405, 404, 401], at).toContain(response.status)
        if ([302, 303].includes(response.status))
          expect(response.headers.get('location')).toMatch(wayIn)
        expect(await response.text()).not.toContain('Needle')
      }
    }
    expect(await books()).toEqual(before)
  })

  test('the lines that tell of changes stay closed', async () => {
    const response = await ask('/admin/live?list=joined', { caller: callers[who] })
    expect([401, 403]).toContain(response.status)
  })
})

describe('the page that refuses a member', () => {
  const page = async (cookie: string) => {
    const response = await ask('/usersadmin', { headers: { cookie } })
    expect(response.status).toBe(403)
    return response.text()
  }

  test('stands behind the age gate', async () => {
    const { cookie } = callers.member!
    expect(await page(cookie)).toContain('I am over 21')
    expect(await page(`ageRefused=younger; ${cookie}`)).toMatch(/<div id="\w+" inert/)
    expect(await page(`ageKey=older; ${cookie}`)).not.toContain('I am over 21')
  })

  test('has the navigation of a signed-in visitor and the contact in the footer', async () => {
    const html = await page(`ageKey=older; ${callers.member!.cookie}`)
    expect(html).toContain('href="tel:')
    expect(html).toContain('href="mailto:')
    expect(html).not.toMatch(/>Join</)
  })

  test('says in its data what it is, not that we failed', async () => {
    for (const path of staffPaths()) {
      const data = await (await ask(`${path}.data`, { caller: callers.member })).text()
      expect(data, path).not.toContain('Internal Server Error')
    }
    const missing = await ask('/members/orders/1.data', { caller: callers.member })
    expect(missing.status).toBe(404)
    expect(await missing.text()).toContain('Not Found')
  })
})

test('what is closed to others is there for staff', async () => {
  const opened = []
  for (const path of staffPaths()) {
    const response = await ask(path, { caller: staff })
    opened.push(response.status)
    await response.body?.cancel()
  }
  expect(opened.filter((status) => status === 200).length).toBeGreaterThanOrEqual(4)
  expect(opened.filter((status) => status === 403 || status >= 500)).toEqual([])
})

describe('a member’s pages', () => {
  test('and their data alone lead a visitor to the way in', async () => {
    expect(memberPaths().length).toBeGreaterThan(10)
    for (const path of memberPaths()) {
      for (const caller of [null, callers.expired]) {
        await expectClosed(path, caller, await ask(path, { caller }))
        await expectClosed(`${path}.data`, caller, await ask(`${path}.data`, { caller }))
      }
    }
  })

  test('take no form of a visitor’s', async () => {
    for (const path of memberPaths()) {
      const response = await ask(path, { form: { intent: 'personal', kind: 'add' } })
      expect([302, 303, 405, 404], path).toContain(response.status)
      if ([302, 303].includes(response.status))
        expect(response.headers.get('location')).toMatch(wayIn)
    }
  })
})

/** What the calls for members need to be read at all. */
const askedRightly: Readonly<Record<string, object>> = {
  'POST /api/cardTokenCharge': { token: 'ctoken_1', amount: 1 },
  'POST /api/stripe_checkout': { stripeToken: 'ctoken_1', cantidad: 1 },
  'POST /api/stripe_check': { source: 'pi_1' },
  'POST /api/update_user': { stripeId: 'cus_1' },
  'POST /api/sessions/products-in-session/': ['cs_1'],
  'POST /api/identity/refresh': { grant_type: 'refresh_token' },
}

test('calls for members respond to a visitor with 401 and nothing else', async () => {
  const forAnyone = [
    ...['GET /api/test', 'POST /api/stripe/webhook', 'POST /api/mail/bounces'],
    'GET /api/openapi.json',
    ...['POST /api/directlink-create-checkout-session', 'POST /api/identity/report'],
    ...['POST /api/identity/sign-up', 'POST /api/identity/sign-in', 'POST /api/identity/revoke'],
    ...['POST /api/identity/sign-in-with-provider', 'POST /api/identity/send-out-of-band-code'],
    ...['GET /api/identity/recaptcha-config', 'GET /api/identity/password-policy'],
    'GET /api/identity/authorized-domains',
  ]
  const forMembers = calls().filter((call) => !forAnyone.includes(call))
  expect(forMembers).toEqual(expect.arrayContaining(Object.keys(askedRightly)))
  expect(forMembers.length).toBeGreaterThan(8)
  for (const call of forMembers) {
    const [method, address] = call.split(' ') as [string, string]
    for (const caller of [null, callers.expired]) {
      const path = address.replaceAll(/\{\w+\}/g, 'cus_1')
      // What can't be read is refused first, by 422: each call is asked as a member would.
      const json = askedRightly[call] ?? {}
      const response = await ask(path, { method, caller, ...(method !== 'GET' && { json }) })
      expect(response.status, call).toBe(401)
      expect(await response.json(), call).toMatchObject({
        error: { requestId: expect.any(String) },
      })
    }
  }
})

/** What the server answers beside pages and calls, by the file that adds it. */
const besidePages = {
  // Of the machine alone: a proxy keeps them from outside (tests/e2e/launch/proxy.test.ts).
  'health.ts': ["get '/healthz'", "get '/readyz'"],
  'observability/metrics-route.ts': ["get '/metrics'"],
  // For staff: tried above, and by onlyStaff before a form with files is read.
  'live-lists.ts': ['head paths.liveList()', 'get paths.liveList()'],
  'pages.ts': ["route url: '*'", 'post path'],
  // For anyone.
  'robots-and-sitemap.ts': ['get path'],
  'uploaded-files.ts': ['get `/pictures/:name($', 'get `/pdf/:name($'],
}

test('the server answers nothing that is not listed here', () => {
  const found = Object.fromEntries(
    readdirSync('src/app', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .flatMap((file) => {
        const source = readFileSync(join('src/app', file), 'utf8')
        const added =
          /\b(?:server|app)\.(get|head|post|put|patch|delete|route|all)(?:<[^>]*>+)?\(\s*(?:\{[^}]*?(?=url:))?([^,{]+)/g
        const own = [...source.matchAll(added)].map(
          ([, method, path]) => `${method} ${path!.trim()}`,
        )
        return own.length > 0 ? [[file, own] as const] : []
      }),
  )
  expect(found).toEqual(besidePages)
})

test('nothing of all this is in the log', expectQuietLog)
