import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import { freePorts } from '#launch/free-ports.ts'
import { root } from '#launch/prepare.mjs'

import { makeBuyers } from '../../../bench/buyers.ts'
import type { Surroundings } from './world.ts'
import { queryIn } from './world.ts'

const secrets = {
  AUTH_SECRET: 'a secret of the faults, long enough to sign',
  DATA_SECRET: 'another secret of the faults, long enough to key',
  METRICS_TOKEN: 'a token of the faults, long enough to guess at',
}

/** The shop started by `npm start` with a separate data folder. */
export class NpmServer {
  readonly world: Surroundings
  readonly dir: string
  readonly metricsToken = secrets.METRICS_TOKEN
  readonly #npm: ChildProcess
  readonly #output: { text: string }

  private constructor(
    npm: ChildProcess,
    dir: string,
    output: { text: string },
    world: Surroundings,
  ) {
    this.#npm = npm
    this.dir = dir
    this.#output = output
    this.world = world
  }

  static async open(processes: number): Promise<NpmServer> {
    const dir = mkdtempSync(join(tmpdir(), 'kohue-npm-'))
    const port = await freePorts(4)
    const npm = spawn('npm', ['start', '--', '--processes', String(processes)], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        PORT: String(port),
        FAKES_PORT: String(port + 1),
        DATA_DIR: dir,
        SEED_DEMO: 'false',
        MAILS_PER_MINUTE: '0',
        ...secrets,
      },
    })
    const output = { text: '' }
    for (const stream of [npm.stdout, npm.stderr])
      stream.on('data', (chunk) => (output.text += chunk))
    while (!output.text.includes('Ctrl-C stops it')) {
      if (npm.exitCode !== null) throw new Error(`The shop did not start:\n${output.text}`)
      await pause(50)
    }
    const databaseUrl = /postgres:\/\/\S+/.exec(output.text)![0]
    return new NpmServer(npm, dir, output, {
      databaseUrl,
      nameless: [],
      shop: { url: `http://localhost:${port}` },
      fakes: { url: `http://127.0.0.1:${port + 1}`, secretKey: 'sk_test_fake' },
      queryDatabase: (text, values) => queryIn(databaseUrl, text, values),
    })
  }

  get said(): string {
    return this.#output.text
  }

  members(count: number): Promise<string[]> {
    return makeBuyers(this.world.databaseUrl, secrets.AUTH_SECRET, count)
  }

  /** All running processes of this server, by their command lines. */
  processes(): { pid: number; command: string }[] {
    const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
    return all.flatMap((pid) => {
      try {
        const environment = readFileSync(`/proc/${pid}/environ`, 'utf8')
        if (!environment.includes(`DATA_DIR=${this.dir}`)) return []
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        return command ? [{ pid: Number(pid), command }] : []
      } catch {
        return []
      }
    })
  }

  /** The processes of the shop itself. */
  shops(): number[] {
    const isShop = ({ command }: { command: string }) => command.includes('build/server/index.js')
    return this.processes()
      .filter(isShop)
      .map(({ pid }) => pid)
  }

  /** Sends SIGTERM to npm alone, as a service manager does; resolves once npm has exited. */
  async terminate(): Promise<void> {
    const ended = once(this.#npm, 'exit')
    this.#npm.kill('SIGTERM')
    await ended
  }

  clear(): void {
    for (const { pid } of this.processes()) process.kill(pid, 'SIGKILL')
    rmSync(this.dir, { recursive: true, force: true })
  }
}
