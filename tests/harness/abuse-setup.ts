import { cpSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

import type { TestProject } from 'vitest/node'

import { startTestServer } from './test-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    logFile: string
  }
}

/** One shop that logs at level debug, into a file that the tests read, and takes no form of a headless browser. */
export default async function setup(project: TestProject) {
  const dir = resolve('.data-test', `abuse-${process.pid}`)
  mkdirSync(dir, { recursive: true })
  const logFile = join(dir, 'log.ndjson')
  const server = await startTestServer(
    dir,
    { LOG_LEVEL: 'debug', MAIL_BLOCK_HEADLESS: 'true' },
    { logFile },
  )
  project.provide('server', server.facts)
  project.provide('logFile', logFile)
  return async () => {
    await server.stop()
    if (process.env['KEEP_LOG']) cpSync(logFile, process.env['KEEP_LOG'])
    rmSync(dir, { recursive: true, force: true })
  }
}
