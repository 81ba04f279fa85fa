import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

import type { TestProject } from 'vitest/node'

import { openTestHouse } from './test-house.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    logFile: string
  }
}

/** One house that logs all it can, and keeps every line for whoever searches them. */
export default async function setup(project: TestProject) {
  const dir = resolve('.data-test', `abuse-${process.pid}`)
  mkdirSync(dir, { recursive: true })
  const logFile = join(dir, 'log.ndjson')
  const house = await openTestHouse(dir, { LOG_LEVEL: 'debug' }, logFile)
  project.provide('house', house.facts)
  project.provide('logFile', logFile)
  return async () => {
    await house.stop()
    if (process.env['KEEP_LOG']) (await import('node:fs')).cpSync(logFile, process.env['KEEP_LOG'])
    rmSync(dir, { recursive: true, force: true })
  }
}
