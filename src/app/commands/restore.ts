import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

import type { WhyNotRestored } from '../backup/restore-backup.store.server.ts'
import { restoreBackup } from '../backup/restore-backup.store.server.ts'
import { databaseUrl, end, pathOf, sentenceOf } from './command-line.ts'

/** `npm run restore -- FILE`: fills the empty database that DATABASE_URL names from a backup. */
const [named, ...rest] = process.argv.slice(2)
const sentences = {
  'no-backup': 'This is no backup of the shop.',
  'not-empty': 'This database is not empty. Make a new one and name it in DATABASE_URL.',
  'other-release': 'This backup comes from another release: restore it with that one.',
  'other-queue': 'This backup has a queue of another release: restore it with that one.',
  'cut-off': 'This backup is cut off; nothing was restored.',
} as const satisfies Record<WhyNotRestored, string>

if (!named || rest.length > 0) end('Say what: npm run restore -- FILE (or - for a pipe).')
const file = pathOf(named)
const url = databaseUrl()

const input: Readable = file === '-' ? process.stdin : createReadStream(file)
const bytes = input.pipe(createGunzip())
input.on('error', (error: Error) => bytes.destroy(error))
const restored = await restoreBackup(url, bytes).catch(brokenOff)
if (!restored.ok) end(sentences[restored.reason])
const orders = restored.rows['public.orders']
end(
  `Restored as it stood at ${restored.madeAt}, with ${orders} orders. Run the reconciliation now.`,
  0,
)

function brokenOff(error: NodeJS.ErrnoException): { ok: false; reason: WhyNotRestored } {
  if (error.code === 'Z_DATA_ERROR') return { ok: false, reason: 'no-backup' }
  if (error.code === 'Z_BUF_ERROR') return { ok: false, reason: 'cut-off' }
  return end(`Nothing was restored: ${sentenceOf(error)}`)
}
