import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

import { node24, root } from '#launch/prepare.mjs'

/** One process of the shop, on a fixed port. */
export class ShopProcess {
  readonly url: string
  /** Its log over all restarts. */
  log = ''
  #child: ChildProcess | null = null
  readonly #env: Record<string, string | undefined>
  readonly #port: number

  constructor(port: number, env: Record<string, string | undefined>) {
    this.url = `http://127.0.0.1:${port}`
    this.#port = port
    this.#env = env
  }

  get isAlive(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null
  }

  get pid(): number {
    return this.#child!.pid!
  }

  /** Starts it; `untilReady` waits until it takes requests. */
  async start(more: Record<string, string> = {}, untilReady = true): Promise<void> {
    this.#child = spawn(node24, [join(root, 'build', 'server', 'index.js')], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { PATH: process.env['PATH'], ...this.#env, PORT: String(this.#port), ...more },
    })
    this.#child.stdout!.on('data', (chunk) => (this.log += chunk))
    this.#child.stderr!.on('data', (chunk) => (this.log += chunk))
    if (untilReady) await this.untilReady()
  }

  /** Runs a command of the image with this shop's settings. */
  async command(name: string, args: string[], more: Record<string, string> = {}) {
    const child = spawn(node24, [join(root, 'build', 'server', `${name}.js`), ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env['PATH'], ...this.#env, ...more },
    })
    const [out, said, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit') as Promise<[number | null]>,
    ])
    return { code, said: out + said }
  }

  async untilReady(): Promise<void> {
    while (!(await this.isReady())) {
      if (!this.isAlive) throw new Error(`The shop did not start:\n${this.log.slice(-2_000)}`)
      await pause(25)
    }
  }

  async isReady(): Promise<boolean> {
    const response = await fetch(`${this.url}/readyz`).catch(() => null)
    return response?.ok ?? false
  }

  /** kill -9. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
  }

  /** Stops it as a deployment does; returns its exit code. */
  async stop(): Promise<number | null> {
    return this.#end('SIGTERM')
  }

  async #end(signal: NodeJS.Signals): Promise<number | null> {
    const child = this.#child
    if (!child || !this.isAlive) return child?.exitCode ?? null
    const ended = once(child, 'exit')
    child.kill(signal)
    const [code] = (await ended) as [number | null]
    return code
  }
}
