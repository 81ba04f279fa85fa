import { spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'

import { expect, test } from 'vitest'

import { node24, root } from './prepare.mjs'
import { dataDirOf } from './settings.ts'

const preview = (env: Record<string, string>) => {
  const { status, stderr } = spawnSync(node24, [join(root, 'launch', 'mail-preview.ts')], {
    encoding: 'utf8',
    cwd: root,
    env: { ...process.env, ...env },
  })
  return { status, stderr }
}

test('on a port that another program uses, the preview of emails says so', async () => {
  const other = createServer()
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
  const { port } = other.address() as AddressInfo
  expect(preview({ PORT: String(port) })).toEqual({
    status: 1,
    stderr: `Port ${port} is taken by another program: set PORT to another one.\n`,
  })
  other.close()
})

test.each(['http', '99999', '-1', '3.5'])('PORT=%s is refused in a sentence', (port) => {
  expect(preview({ PORT: port })).toEqual({
    status: 1,
    stderr: `PORT must be a port number between 1 and 65533; it is '${port}'.\n`,
  })
})

test('a DATA_DIR that is set to nothing is the usual folder', () => {
  expect(dataDirOf({ DATA_DIR: '' })).toBe(join(root, '.data'))
  expect(dataDirOf({})).toBe(join(root, '.data'))
  expect(dataDirOf({ DATA_DIR: 'elsewhere' })).toBe(resolve('elsewhere'))
})
