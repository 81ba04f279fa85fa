import { createReadStream } from 'node:fs'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

import type { WhyNotRestored } from '#data/backup/restore-backup.ts'
import { restoreBackup } from '#data/backup/restore-backup.ts'

/** `npm run restore -- FILE`: fills the empty database that DATABASE_URL names from a backup. */
const [named, ...rest] = process.argv.slice(2)
// npm runs commands in the project's folder; the file is named from where it was called.
const file = named && named !== '-' ? resolve(process.env['INIT_CWD'] ?? '', named) : named
const databaseUrl = process.env['DATABASE_URL']

const sentences = {
  'no-backup': 'This is no backup of the shop.',
  'not-empty': 'This database is not empty. Make a new one and name it in DATABASE_URL.',
  'newer-release': 'This backup comes from another release: restore it with that one.',
  'other-queue': 'This backup has a queue of another release: restore it with that one.',
  'cut-off': 'This backup is cut off; nothing was restored.',
} as const satisfies Record<WhyNotRestored, string>

if (!file || rest.length > 0) end('Say what: npm run restore -- FILE (or - for a pipe).', 1)
if (!databaseUrl) end('DATABASE_URL names the empty database; it is missing.', 1)

const input: Readable = file === '-' ? process.stdin : createReadStream(file)
const bytes = input.pipe(createGunzip())
input.on('error', (error: Error) => bytes.destroy(error))
const restored = await restoreBackup(databaseUrl, bytes).catch(brokenOff)
if (!restored.ok) end(sentences[restored.reason], 1)
const orders = restored.rows['public.orders']
end(`Restored as it stood at ${restored.madeAt}, with ${orders} orders. Check the books now.`, 0)

function brokenOff(error: NodeJS.ErrnoException): { ok: false; reason: WhyNotRestored } {
  if (error.code === 'Z_DATA_ERROR') return { ok: false, reason: 'no-backup' }
  if (error.code === 'Z_BUF_ERROR') return { ok: false, reason: 'cut-off' }
  return end(`Nothing was restored: ${error.message}.`, 1)
}

function end(sentence: string, code: number): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(code)
}
