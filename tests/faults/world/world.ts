import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import pg from 'pg'

import type { FakeServers } from '#fakes/start.ts'
import { startFakes } from '#fakes/start.ts'
import type { RunningDatabase } from '#launch/database.ts'
import { startDatabase } from '#launch/database.ts'
import { freePorts } from '#launch/free-ports.ts'
import type { Pooler } from '#launch/pooler.ts'
import { startPooler } from '#launch/pooler.ts'
import { providerIds } from '#launch/provider-ids.ts'
import { paymentEvents } from '#payments/payment-events.ts'

import { makeBuyers } from '../../../bench/buyers.ts'
import { ShopProcess } from './shop-process.ts'

export const authSecret = 'a secret of the faults, long enough to sign'

type Options = {
  shops?: number
  env?: Record<string, string>
  /** The database's folder, if it is not beside the other data. */
  databaseDir?: string
  /** The public address, when a proxy is in front of the shops. */
  publicUrl?: string
  /** Pool size of a PgBouncer in transaction mode between shops and database. */
  poolerConnections?: number
  /** Index of the shop that receives the provider's events. */
  toldShop?: number
}

/** The part of a running shop that buyers and `expectConsistent` use. */
export type Surroundings = Pick<World, 'databaseUrl' | 'nameless' | 'queryDatabase'> & {
  shop: { readonly url: string }
  fakes: Pick<FakeServers, 'url' | 'secretKey'>
}

/** Runs one query on a database directly. */
export async function queryIn<Row extends pg.QueryResultRow>(
  databaseUrl: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** Database, fake servers and shops as processes that can be killed or made to fail. */
export class World {
  readonly dir: string
  readonly databaseUrl: string
  readonly shops: ShopProcess[]
  /** Responses of 500 and above without a request id. */
  readonly nameless: string[] = []
  fakes!: FakeServers
  readonly isSecure: boolean
  #database: RunningDatabase | null = null
  #pooler: Pooler | null = null
  readonly #databasePort: number
  readonly #databaseDir: string
  readonly #fakesOptions: { port: number; webhookUrl: string }

  private constructor(
    dir: string,
    databaseDir: string,
    ports: { database: number; fakes: number },
    shops: ShopProcess[],
    webhookUrl: string,
    isSecure: boolean,
  ) {
    this.isSecure = isSecure
    this.dir = dir
    this.#databaseDir = databaseDir
    this.#databasePort = ports.database
    this.#fakesOptions = { port: ports.fakes, webhookUrl }
    this.databaseUrl = `postgres://kohue:kohue@127.0.0.1:${ports.database}/kohue`
    this.shops = shops
  }

  static async open({
    shops = 1,
    env = {},
    databaseDir,
    publicUrl,
    poolerConnections,
    toldShop = 0,
  }: Options = {}) {
    const dir = mkdtempSync(join(tmpdir(), 'kohue-faults-'))
    // The fake mail server listens on the port after that of the fake servers.
    const first = await freePorts(4 + shops)
    const [database, fakes, pooler] = [first, first + 1, first + 3]
    const ports = Array.from({ length: shops }, (_, at) => first + 4 + at)
    const settings: Record<string, string | undefined> = {
      NODE_ENV: undefined,
      HOST: '127.0.0.1',
      PUBLIC_URL: publicUrl ?? `http://127.0.0.1:${ports[0]}`,
      DATABASE_URL: `postgres://kohue:kohue@127.0.0.1:${database}/kohue`,
      AUTH_SECRET: authSecret,
      DATA_SECRET: 'another secret of the faults, long enough to key',
      SMTP_URL: `smtp://127.0.0.1:${fakes + 1}?tls=off`,
      STRIPE_SECRET_KEY: 'sk_test_fake',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_fake',
      STRIPE_WEBHOOK_SECRET: 'whsec_fake',
      STRIPE_API_BASE: `http://127.0.0.1:${fakes}`,
      LOG_LEVEL: 'info',
      ...env,
    }
    const webhookUrl = `http://127.0.0.1:${ports[toldShop]}/api/stripe/webhook`
    const world = new World(
      dir,
      databaseDir ?? dir,
      { database, fakes },
      ports.map((port) => new ShopProcess(port, settings)),
      webhookUrl,
      settings['PUBLIC_URL']!.startsWith('https:'),
    )
    await Promise.all([world.startDatabase(), world.startFakes()])
    if (poolerConnections) {
      world.#pooler = await startPooler({
        port: pooler,
        databasePort: database,
        connections: poolerConnections,
        waitSeconds: 60,
      })
      settings['DATABASE_POOLER_URL'] = `postgres://kohue:kohue@127.0.0.1:${pooler}/kohue`
    }
    Object.assign(settings, await providerIds(dir, settings))
    await Promise.all(world.shops.map((shop) => shop.start()))
    return world
  }

  get shop(): ShopProcess {
    return this.shops[0]!
  }

  /** Starts PostgreSQL on the same folder; after a crash its children may take a moment to exit. */
  async startDatabase(): Promise<void> {
    for (let tries = 0; ; tries++) {
      try {
        this.#database = await startDatabase(this.#databaseDir, () => {}, this.#databasePort)
        return
      } catch (error) {
        if (tries > 40) throw error
        await pause(100)
      }
    }
  }

  get databaseIsAlive(): boolean {
    return this.#database !== null && !this.#database.child.hasEnded()
  }

  /** kill -9: unflushed data is lost. */
  async killDatabase(): Promise<void> {
    process.kill(this.#database!.child.pid!, 'SIGKILL')
    await this.#database!.child.whenEnded
  }

  async startFakes(): Promise<void> {
    const { port, webhookUrl } = this.#fakesOptions
    this.fakes = await startFakes({
      port,
      webhookUrl,
      dataDir: this.dir,
      env: { WEBHOOK_EVENTS: paymentEvents.join(',') },
    })
  }

  /** Queries the database directly. */
  queryDatabase<Row extends pg.QueryResultRow>(
    text: string,
    values: unknown[] = [],
  ): Promise<Row[]> {
    return queryIn<Row>(this.databaseUrl, text, values)
  }

  /** Creates members who have never bought; returns their cookies. */
  async members(count: number): Promise<string[]> {
    const [wine] = await this.queryDatabase<{ stock: number | null }>(
      `select stock from products where id = 'malbec-2022'`,
    )
    const cookies = await makeBuyers(this.databaseUrl, authSecret, count)
    await this.setStock(wine!.stock)
    // Under HTTPS cookie names carry the prefix `__Host-`.
    return this.isSecure
      ? cookies.map((cookie) => cookie.replace('kohue.', '__Host-kohue.'))
      : cookies
  }

  /** Sets the total cases of the current release. */
  async setStock(stock: number | null): Promise<void> {
    await this.queryDatabase(`update products set stock = $1 where id = 'malbec-2022'`, [stock])
  }

  async fault(rule: Record<string, unknown>): Promise<string> {
    const response = await fetch(`${this.fakes.url}/_faults`, {
      method: 'POST',
      body: JSON.stringify(rule),
    })
    if (!response.ok) throw new Error(`The fault injection API responded ${response.status}`)
    return ((await response.json()) as { id: string }).id
  }

  /** How often an injected fault still applies; 0 once it is used up. */
  async timesLeft(rule: string): Promise<number> {
    const response = await fetch(`${this.fakes.url}/_faults`)
    const { rules } = (await response.json()) as { rules: { id: string; times: number | null }[] }
    return rules.find(({ id }) => id === rule)?.times ?? 0
  }

  /** True once an injected fault is used up. */
  async isUsed(rule: string): Promise<boolean> {
    return (await this.timesLeft(rule)) === 0
  }

  async clearFaults(): Promise<void> {
    await fetch(`${this.fakes.url}/_faults`, { method: 'DELETE' })
  }

  get troubles(): string {
    const lines = this.shops.flatMap(({ log }) => log.split('\n'))
    return lines.filter((line) => /"level":(?:50|60|"error"|"fatal")/.test(line)).join('\n')
  }

  async close(): Promise<void> {
    await Promise.all(this.shops.map((shop) => shop.stop()))
    await this.fakes.stop()
    await this.#pooler?.stop()
    await this.#database?.child.stop()
    rmSync(this.dir, { recursive: true, force: true })
  }
}
