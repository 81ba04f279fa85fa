import { createWriteStream, renameSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

import { writeBackup } from '#data/backup/write-backup.ts'

/** `npm run backup -- FILE`: the whole shop as it stands now, for FILE or, with `-`, for a pipe. */
const [named, ...rest] = process.argv.slice(2)
// npm runs commands in the project's folder; the file is named from where it was called.
const file = named && named !== '-' ? resolve(process.env['INIT_CWD'] ?? '', named) : named
const databaseUrl = process.env['DATABASE_URL']

if (!file || rest.length > 0) end('Say where to: npm run backup -- FILE (or - for a pipe).', 1)
if (!databaseUrl) end('DATABASE_URL names the database of the shop; it is missing.', 1)

if (file === '-') {
  await pipeline(writeBackup(databaseUrl), createGzip(), process.stdout)
} else {
  // Under its own name only once it is whole; readable by its owner alone.
  const half = `${file}.part`
  const out = createWriteStream(half, { mode: 0o600, flags: 'wx', flush: true })
  try {
    await pipeline(writeBackup(databaseUrl), createGzip(), out)
    renameSync(half, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') rmSync(half, { force: true })
    end(`There is no backup: ${(error as Error).message}.`, 1)
  }
  process.stderr.write(`${file} is the shop as it stood when this began.\n`)
}

function end(sentence: string, code: number): never {
  process.stderr.write(`${sentence}\n`)
  process.exit(code)
}
