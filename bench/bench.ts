import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'

import type { TestHouse } from '#tests/harness/test-house.ts'
import { openTestHouse } from '#tests/harness/test-house.ts'

import { makeBuyers } from './buyers.ts'

const authSecret = 'a secret of the bench, long enough'

/** A house opened for measuring, and what is needed to be its customer. */
export type Bench = {
  /** Address of the shop. */
  shop: string
  databaseUrl: string
  /** How long a measure lasts, unless it says otherwise. */
  seconds: number
  /** Cookies of members nobody has used yet: with an address in California and a session each. */
  newMembers(count: number): Promise<string[]>
  /** Memory of the shop's process, as Linux counts what is resident, in MB. */
  shopMegabytes(): number
  /** Processor time each part has used so far, in ms. */
  processorTime(): Record<'shop' | 'PostgreSQL' | 'stand-ins' | 'bench', number>
  /** How long the house took from its start to the first 200, packages and build being there; ms. */
  boot: number
}

/** Opens a house in a folder of its own and closes it after the work, leaving nothing. */
export async function withBench(
  seconds: number,
  env: Record<string, string>,
  work: (bench: Bench) => Promise<void>,
): Promise<void> {
  const dir = resolve('.data-test', `bench-${process.pid}`)
  mkdirSync(dir, { recursive: true })
  const all = { AUTH_SECRET: authSecret, LOG_LEVEL: 'error', MAILS_PER_MINUTE: '60', ...env }
  try {
    await (await openTestHouse(dir, all)).stop() // the first start sets the database up
    const began = performance.now()
    const house = await openTestHouse(dir, all)
    const boot = performance.now() - began
    try {
      await work({
        shop: house.facts.url.replace('localhost', '127.0.0.1'),
        databaseUrl: house.facts.databaseUrl,
        seconds,
        boot,
        newMembers: (count) => makeBuyers(house.facts.databaseUrl, authSecret, count),
        shopMegabytes: () => shopMegabytes(house),
        processorTime: () => processorTime(house, dir),
      })
    } finally {
      await house.stop()
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

type Process = {
  pid: number
  parent: number
  command: string
  millis: number
  /** What its children had used when they ended. */
  endedMillis: number
  megabytes: number
}

/** Every process of this machine, from /proc; clock ticks are 10 ms, see `getconf CLK_TCK`. */
function processes(): Process[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((pid) => {
    try {
      const read = (file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8')
      const stat = read('stat')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const resident = /VmRSS:\s+(\d+) kB/.exec(read('status'))?.[1]
      return {
        pid: Number(pid),
        parent: Number(fields[1]),
        command: read('cmdline'),
        millis: (Number(fields[11]) + Number(fields[12])) * 10,
        endedMillis: (Number(fields[13]) + Number(fields[14])) * 10,
        megabytes: Number(resident) / 1024,
      }
    } catch {
      return [] // It ended while we looked.
    }
  })
}

const isShop = (one: Process, house: TestHouse) =>
  one.parent === house.pid && one.command.includes('build/server/index.js')

const shopMegabytes = (house: TestHouse): number =>
  processes().find((one) => isShop(one, house))?.megabytes ?? Number.NaN

function processorTime(house: TestHouse, dir: string) {
  const used = { shop: 0, PostgreSQL: 0, 'stand-ins': 0, bench: 0 }
  const all = processes()
  const postgres = all.find((one) => one.parent === house.pid && one.command.includes(dir))?.pid
  for (const one of all) {
    if (isShop(one, house)) used.shop += one.millis
    else if (one.pid === postgres) used.PostgreSQL += one.millis + one.endedMillis
    else if (one.parent === postgres) used.PostgreSQL += one.millis
    else if (one.parent === house.pid) used['stand-ins'] += one.millis
    else if (one.pid === process.pid) used.bench += one.millis
  }
  return used
}
