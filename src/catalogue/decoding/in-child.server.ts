import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'

import { maxUploadBytes } from '../pictures/picture.rules.ts'

export type Decoder = 'picture' | 'sheet'

/** How much of the machine one file may take. The largest pictures that are taken need 280 MB. */
const limits = { megabytes: 360, seconds: 30 }

/** Interval between two looks at the memory of the process, in milliseconds. */
const lookEveryMs = 20

const program = import.meta.env?.PROD
  ? 'build/server/decode.js'
  : 'src/catalogue/decoding/child.server.ts'

const run = promisify(execFile)

/** Files are decoded one after another: what one may take, several at once may not. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Decodes an uploaded file in a process of its own, with limits of memory and time and without the shop's
 * settings. Libraries that read such files can be made to fill memory, to run for ever, or to keep what
 * they read. Null when the process was ended by a limit or a crash: the file is to blame.
 */
export function inChild<Made>(
  decoder: Decoder,
  file: Buffer,
  within = limits,
): Promise<{ made: Made; bytes: Buffer } | null> {
  const turn = last.then(() => decoded<Made>(decoder, file, within))
  last = turn.catch(() => {})
  return turn
}

async function decoded<Made>(decoder: Decoder, file: Buffer, within: typeof limits) {
  const { megabytes, seconds } = within
  const args = ['--max-old-space-size=160', resolve(program), decoder]
  const running = run(process.execPath, args, {
    encoding: 'buffer',
    env: { MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' },
    timeout: seconds * 1_000,
    killSignal: 'SIGKILL',
    maxBuffer: 2 * maxUploadBytes,
  })
  const { child } = running
  const looking = setInterval(async () => {
    if ((await residentMegabytes(child.pid!)) > megabytes) child.kill('SIGKILL')
  }, lookEveryMs)
  // It may end before it has read the file.
  child.stdin!.on('error', () => {})
  child.stdin!.end(file)
  try {
    const { stdout } = await running
    const end = stdout.indexOf('\n')
    const made = JSON.parse(stdout.toString('utf8', 0, end)) as Made
    return { made, bytes: stdout.subarray(end + 1) }
  } catch (error) {
    const { signal, code } = error as { signal?: string | null; code?: unknown }
    if (signal || code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return null
    throw error
  } finally {
    clearInterval(looking)
  }
}

/** Of a process; 0 where the system does not say. */
async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024
}
