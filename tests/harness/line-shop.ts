import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'

import pg from 'pg'

import type { Database } from '#platform/database/connection.server.ts'
import { openDatabase } from '#platform/database/connection.server.ts'

import { startTestServer } from './test-server.ts'

type Sent = { form?: Record<string, string>; json?: unknown; headers?: Record<string, string> }

/** A browser of the line's tests: cookies, and a network and a name of its own. */
export type Browser = {
  jar: Map<string, string>
  network: string
  agent: string
  ask(path: string, sent?: Sent): Promise<Response>
  /** The text of the page, and the number ahead in it; null of a page that is not the line's. */
  see(path: string, sent?: Sent): Promise<{ status: number; html: string; ahead: number | null }>
}

export type LineShop = Awaited<ReturnType<typeof openLineShop>>

/** A shop of its own, whose line is under the test's control. */
export async function openLineShop(
  env: Record<string, string>,
  options: { processes?: number; logFile?: string } = {},
) {
  const dir = resolve('.data-test', `line-${randomUUID()}`)
  mkdirSync(dir, { recursive: true })
  const trusted = { TRUSTED_PROXIES: '127.0.0.1,::1', COUNT_QUERIES: 'true' }
  const server = await startTestServer(dir, { ...trusted, ...env }, options)
  const { url, fakesUrl, databaseUrl } = server.facts
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 })
  pool.on('error', () => {})
  const db: Database = openDatabase(pool)
  const query = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
    (await pool.query<Row>(text, values)).rows

  let browsers = 0
  function aBrowser(): Browser {
    browsers += 1
    const jar = new Map([['ageKey', 'older']])
    const browser: Browser = {
      jar,
      network: `198.51.${Math.floor(browsers / 250)}.${browsers % 250}`,
      agent: `Browser ${browsers}`,
      async ask(path, { form, json, headers } = {}) {
        const body = form
          ? new URLSearchParams(form)
          : json === undefined
            ? undefined
            : JSON.stringify(json)
        const response = await fetch(url + path, {
          redirect: 'manual',
          ...(body !== undefined && { method: 'POST', body }),
          headers: {
            accept: 'text/html,*/*;q=0.8',
            cookie: [...jar].map((pair) => pair.join('=')).join('; '),
            'user-agent': browser.agent,
            'x-forwarded-for': browser.network,
            ...(body !== undefined && { origin: url }),
            ...(json !== undefined && { 'content-type': 'application/json' }),
            ...headers,
          },
        })
        for (const line of response.headers.getSetCookie()) {
          const [name = '', value = ''] = line.split(';', 1)[0]!.split(/=(.*)/s)
          if (value === '') jar.delete(name)
          else jar.set(name, value)
        }
        return response
      },
      async see(path, sent) {
        const response = await browser.ask(path, sent)
        const html = await response.text()
        const ahead = /id="ahead">([\d,]+)</.exec(html)?.[1]
        return {
          status: response.status,
          html,
          ahead: ahead === undefined ? null : Number(ahead.replaceAll(',', '')),
        }
      },
    }
    return browser
  }

  /** A new customer with a confirmed address, who is signed in. */
  async function aMember() {
    const browser = aBrowser()
    const email = `${randomUUID()}@example.com`
    const form = { firstname: 'Ana', lastname: 'Ruiz', email, password: 'altamira' }
    const { status } = await browser.ask('/signin', { form })
    if (status !== 302) throw new Error(`Registering returned ${status}`)
    const [row] = await query<{ id: string }>(
      `update users set email_verified = true, address = '1200 Valencia Street',
         city = 'San Francisco', state = 'CA', zip_code = '94110', phone = '4155550123'
       where email = $1 returning id`,
      [email],
    )
    return { ...browser, email, id: row!.id, browser }
  }

  async function aStaffMember() {
    const member = await aMember()
    await query(`update users set role = 'staff' where id = $1`, [member.id])
    return member
  }

  const news = async (sent: RequestInit = {}) =>
    (await (await fetch(`${url}/waiting-line`, sent)).json()) as {
      isOpen: boolean
      letIn: number
      isPaused: boolean
      isStill: boolean
      opensAt: number | null
      drawnUpTo: number
      wines: { id: string; left: string; at: string }[]
    }

  /** The processes of the shop itself, by their ids. */
  const processes = (): number[] =>
    readdirSync('/proc')
      .filter((name) => {
        try {
          const read = (file: string) => readFileSync(`/proc/${name}/${file}`, 'utf8')
          return (
            read('cmdline').includes('build/server/index.js') &&
            read('environ').includes(`DATA_DIR=${dir}`)
          )
        } catch {
          return false
        }
      })
      .map(Number)

  return {
    server,
    processes,
    url,
    fakesUrl,
    db,
    query,
    aBrowser,
    aMember,
    aStaffMember,
    news,
    async close() {
      await pool.end()
      await server.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
