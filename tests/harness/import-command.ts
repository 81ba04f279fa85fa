import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { node24 } from '#launch/prepare.mjs'

/** Runs `npm run import` on a database. Returns its exit code, the report (stdout) and stderr. */
export async function importCommand(url: string, ...args: string[]) {
  const child = spawn(node24, ['src/app/commands/import.ts', ...args], {
    env: {
      ...process.env,
      DATABASE_URL: url,
      DATA_SECRET: 'another secret of the tests, long enough',
      INIT_CWD: process.cwd(),
    },
  })
  let [report, said] = ['', '']
  child.stdout.on('data', (chunk) => (report += chunk))
  child.stderr.on('data', (chunk) => (said += chunk))
  const code = await new Promise<number | null>((done) => child.on('close', done))
  return { code, report, said }
}

/** Runs `npm run import` on a file with this content. */
export async function importFile(url: string, name: string, content: string | Uint8Array) {
  const folder = await mkdtemp(join(tmpdir(), 'kohue-import-'))
  try {
    await writeFile(join(folder, name), content)
    return await importCommand(url, join(folder, name))
  } finally {
    await rm(folder, { recursive: true })
  }
}
