/**
 * Checks recorded traffic against the declarations of the `stripe` package:
 *   RECORD_TO=/tmp/traffic.ndjson npx vitest run --project unit fakes
 *   node fakes/conformance/check-recording.ts /tmp/traffic.ndjson
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { RecordedCall } from '#fakes/payments/recorder.ts'

import { closedDeclarations } from './closed-declarations.ts'
import { generateChecks, type Check } from './generate-checks.ts'

type Mismatch = { call: string; message: string; line: string }

const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url))
const nodeTypes = fileURLToPath(new URL('../../node_modules/@types', import.meta.url))

export async function readRecording(file: string): Promise<RecordedCall[]> {
  const text = await readFile(file, 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RecordedCall)
}

/** Compiles a line per request and response; returns the mismatches with the compiler's messages. */
export async function checkCalls(
  calls: RecordedCall[],
): Promise<{ checked: number; mismatches: Mismatch[] }> {
  const checks = generateChecks(calls)
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'))
  try {
    const options = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: 'ES2024',
      lib: ['ES2024', 'DOM'],
      module: 'ESNext',
      moduleResolution: 'bundler',
      types: ['node'],
      typeRoots: [nodeTypes],
      paths: { stripe: [await closedDeclarations()] },
    }
    const head = "import type { Stripe } from 'stripe'"
    await writeFile(join(folder, 'calls.ts'), [head, ...checks.map(({ line }) => line)].join('\n'))
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: options, files: ['calls.ts'] }),
    )
    const output = await compile(folder)
    return { checked: checks.length, mismatches: mismatchesIn(output, checks) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function compile(folder: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { cwd: folder, maxBuffer: 256 * 1024 * 1024 }
    execFile(
      process.execPath,
      [compiler, '-p', folder, '--pretty', 'false'],
      options,
      (error, stdout, stderr) => {
        // tsc exits with 1 or 2 when it reports errors; any other code is a failure of tsc itself.
        if (error && ![1, 2].includes(Number(error.code)))
          reject(new Error(`${error.message}\n${stderr}`))
        else resolve(stdout)
      },
    )
  })
}

function mismatchesIn(output: string, checks: Check[]): Mismatch[] {
  const mismatches: Mismatch[] = []
  for (const line of output.split('\n')) {
    const found = /^calls\.ts\((\d+),(\d+)\): (error .*)$/.exec(line)
    if (found) {
      const check = checks[Number(found[1]) - 2]
      if (!check) throw new Error(`The compiler could not read the declarations: ${line}`)
      const at = check.line.slice(Number(found[2]) - 1, Number(found[2]) + 79)
      mismatches.push({ ...check, message: `at ${at}… ${found[3]}` })
    } else if (line.startsWith('  ') && mismatches.length > 0)
      mismatches.at(-1)!.message += `\n${line}`
    else if (line.trim() !== '') throw new Error(`The compiler failed: ${line}`)
  }
  return mismatches
}

async function main(file: string | undefined) {
  if (!file) throw new Error('Name the file that was recorded.')
  const { checked, mismatches } = await checkCalls(await readRecording(file))
  for (const { call, message } of mismatches) process.stdout.write(`${call}\n  ${message}\n`)
  process.stdout.write(
    `${checked} requests and responses checked, ${mismatches.length} do not fit.\n`,
  )
  process.exitCode = mismatches.length > 0 ? 1 : 0
}

if (import.meta.main) await main(process.argv[2])
