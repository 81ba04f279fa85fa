import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'

import { startTestServer } from '#tests/harness/test-server.ts'

import { makeBuyers } from './buyers.ts'

export const authSecret = 'a secret of the bench, long enough'
const dataSecret = 'another secret of the bench, long enough'

/** A test server for measurements, with customers. */
export type Bench = {
  /** Address of the shop. */
  shop: string
  databaseUrl: string
  /** Default duration of a measurement. */
  seconds: number
  /** Concurrent buyers of a release day. */
  buyers: number
  /** Login cookies of new members, each with an address in California. */
  newMembers(count: number): Promise<string[]>
  /** Resident memory of the largest process of the shop, in MB. */
  shopMegabytes(): number
  /** Ids of the shop's processes, and of PostgreSQL's. */
  processIds(): Record<'shop' | 'PostgreSQL', number[]>
  /** Processor time each part has used so far, in ms. */
  processorTime(): Record<'shop' | 'PostgreSQL' | 'fakes' | 'bench', number>
  /** Time from start to the first 200 in ms, with packages and build present. */
  boot: number
}

/** Starts a test server in a temporary folder, and stops and removes it after the work. */
export async function withBench(
  { seconds, buyers, processes = 1 }: { seconds: number; buyers: number; processes?: number },
  env: Record<string, string>,
  work: (bench: Bench) => Promise<void>,
): Promise<void> {
  const dir = resolve('.data-test', `bench-${process.pid}`)
  mkdirSync(dir, { recursive: true })
  const all = {
    AUTH_SECRET: authSecret,
    DATA_SECRET: dataSecret,
    LOG_LEVEL: 'error',
    MAILS_PER_MINUTE: '60',
    ...env,
  }
  try {
    await (await startTestServer(dir, all)).stop() // the first start sets the database up
    const began = performance.now()
    const server = await startTestServer(dir, all, { processes })
    const boot = performance.now() - began
    try {
      await work({
        shop: server.facts.url.replace('localhost', '127.0.0.1'),
        databaseUrl: server.facts.databaseUrl,
        seconds,
        buyers,
        boot,
        newMembers: (count) => makeBuyers(server.facts.databaseUrl, authSecret, count),
        shopMegabytes: () => shopMegabytes(server.pid),
        processIds: () => processIds(server.pid, dir),
        processorTime: () => processorTime(server.pid, dir),
      })
    } finally {
      await server.stop()
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
  /** Processor time of its exited children. */
  endedMillis: number
  megabytes: number
}

/** Every process of this machine, from /proc; clock ticks are 10 ms, see `getconf CLK_TCK`. */
function runningProcesses(): Process[] {
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
      return [] // The process exited meanwhile.
    }
  })
}

const isShop = (one: Process, parent: number) =>
  one.parent === parent && one.command.includes('build/server/index.js')

const shopMegabytes = (parent: number): number =>
  Math.max(
    ...runningProcesses()
      .filter((one) => isShop(one, parent))
      .map((one) => one.megabytes),
  )

function processIds(parent: number, dir: string) {
  const all = runningProcesses()
  const idsOf = (found: Process[]) => found.map(({ pid }) => pid)
  const postgres = all.filter((one) => one.parent === parent && one.command.includes(dir))
  const itsChildren = all.filter((one) => one.parent === postgres[0]?.pid)
  return {
    shop: idsOf(all.filter((one) => isShop(one, parent))),
    PostgreSQL: idsOf([...postgres, ...itsChildren]),
  }
}

/** Processor time, in ms, of the children of `parent`: shops, the PostgreSQL with its data in `dir`, the rest. */
export function processorTime(parent: number, dir: string) {
  const used = { shop: 0, PostgreSQL: 0, fakes: 0, bench: 0 }
  const all = runningProcesses()
  const postgres = all.find((one) => one.parent === parent && one.command.includes(dir))?.pid
  for (const one of all) {
    if (isShop(one, parent)) used.shop += one.millis
    else if (one.pid === postgres) used.PostgreSQL += one.millis + one.endedMillis
    else if (one.parent === postgres) used.PostgreSQL += one.millis
    else if (one.parent === parent) used.fakes += one.millis
    else if (one.pid === process.pid) used.bench += one.millis
  }
  return used
}
