import { join, resolve } from 'node:path'

import { CannotStart } from './cannot-start.mjs'
import { root } from './prepare.mjs'

/** A port of the environment. Set to nothing it is not set. */
export function portFrom(name: string, fallback: number): number {
  const text = process.env[name]
  if (!text) return fallback
  const value = Number(text)
  if (Number.isInteger(value) && value > 0 && value < 65_534) return value
  throw new CannotStart(`${name} must be a port number between 1 and 65533; it is '${text}'.`)
}

/** The data folder: DATA_DIR, or `.data`, also where DATA_DIR is set to nothing. */
export const dataDirOf = (env: NodeJS.ProcessEnv = process.env): string =>
  resolve(env['DATA_DIR'] || join(root, '.data'))
