import { createWriteStream, renameSync, rmSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

import { writeBackup } from '../backup/write-backup.store.server.ts'
import { databaseUrl, end, pathOf, sentenceOf } from './command-line.ts'

/** `npm run backup -- FILE`: the whole shop as it stands now, for FILE or, with `-`, for a pipe. */
const [named, ...rest] = process.argv.slice(2)
if (!named || rest.length > 0) end('Say where to: npm run backup -- FILE (or - for a pipe).')
const file = pathOf(named)
const url = databaseUrl()

if (file === '-') {
  await pipeline(writeBackup(url), createGzip(), process.stdout).catch(noBackup)
} else {
  // Under its own name only once it is whole; readable by its owner alone.
  const half = `${file}.part`
  const out = createWriteStream(half, { mode: 0o600, flags: 'wx', flush: true })
  try {
    await pipeline(writeBackup(url), createGzip(), out)
    renameSync(half, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') rmSync(half, { force: true })
    noBackup(error as Error)
  }
  end(`${file} is the shop as it stood when this began.`, 0)
}

function noBackup(error: Error): never {
  end(`There is no backup: ${sentenceOf(error)}`)
}
