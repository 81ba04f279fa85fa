import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

import type { TestProject } from 'vitest/node'

import { startTestServer } from './test-server.ts'

/**
 * For each of two workers a shop that logs at level debug, into a file that the tests read, and takes no form of a
 * headless browser.
 */
export default async function setup(project: TestProject) {
  const dir = resolve('.data-test', `abuse-${process.pid}`)
  const start = (number: number) => {
    const own = join(dir, String(number))
    mkdirSync(own, { recursive: true })
    const settings = { LOG_LEVEL: 'debug', MAIL_BLOCK_HEADLESS: 'true' }
    return startTestServer(own, settings, { logFile: join(own, 'log.ndjson') })
  }
  const servers = await Promise.all([1, 2].map(start))
  project.provide(
    'shops',
    servers.map(({ facts }) => facts),
  )
  return async () => {
    await Promise.all(servers.map((server) => server.stop()))
    rmSync(dir, { recursive: true, force: true })
  }
}
