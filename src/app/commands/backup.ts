import { createWriteStream, openSync, renameSync, rmSync } from 'node:fs'
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
  const out = createWriteStream(half, { fd: openNew(half), flush: true })
  try {
    await pipeline(writeBackup(url), createGzip(), out)
    renameSync(half, file)
  } catch (error) {
    rmSync(half, { force: true })
    noBackup(error as Error)
  }
  end(`${file} is the shop as it stood when this began.`, 0)
}

/** A new file's descriptor. Two backups to one file would mix; one that was killed leaves its half. */
function openNew(half: string): number {
  try {
    return openSync(half, 'wx', 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') noBackup(error as Error)
    return end(
      `There is no backup: ${half} is there. Another backup writes it, or one that broke off left it; then remove it.`,
    )
  }
}

function noBackup(error: Error): never {
  end(`There is no backup: ${sentenceOf(error)}`)
}
