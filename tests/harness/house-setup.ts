import { mkdirSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'

import type { TestProject } from 'vitest/node'

import { openTestHouse } from './test-house.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    house: { url: string; standInsUrl: string; databaseUrl: string; admin: Credentials }
  }
}

type Credentials = { email: string; password: string }

/** One whole house, as `npm start` opens it, for all journeys. */
export default async function setup(project: TestProject) {
  const dir = resolve('.data-test', `house-${process.pid}`)
  mkdirSync(dir, { recursive: true })
  const house = await openTestHouse(dir)
  project.provide('house', house.facts)
  return async () => {
    await house.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}
