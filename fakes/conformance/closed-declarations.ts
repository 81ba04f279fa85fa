import { existsSync, readFileSync } from 'node:fs'
import { cp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const stripe = fileURLToPath(new URL('../../node_modules/stripe/', import.meta.url))
const cache = fileURLToPath(new URL('../../node_modules/.cache/', import.meta.url))

/**
 * A copy of the `stripe` package's declarations in which the lists of values are closed: the
 * package leaves them open with `OtherString`, so that any text would do. Decimals are the text they
 * are on the wire. Written once per version of the package; returns the path of its entry.
 */
export async function closedDeclarations(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(stripe, 'package.json'), 'utf8')) as {
    version: string
  }
  const folder = join(cache, `stripe-closed-${version}`)
  const entry = join(folder, 'stripe.esm.node.d.ts')
  if (existsSync(entry)) return entry
  const made = `${folder}-${process.pid}`
  await cp(join(stripe, 'esm'), made, {
    recursive: true,
    filter: (source) => !source.endsWith('.js') && !source.endsWith('.map'),
  })
  const shared = join(made, 'shared.d.ts')
  const open = await readFile(shared, 'utf8')
  const closed = open
    .replace("export { Decimal } from './Decimal.js';", 'export type Decimal = string;')
    .replace(/export type OtherString = .*;/, 'export type OtherString = never;')
  if (!closed.includes('OtherString = never') || !closed.includes('Decimal = string')) {
    throw new Error(
      'The stripe package spells its open lists in another way now: mend closed-declarations.ts.',
    )
  }
  await writeFile(shared, closed)
  await rename(made, folder).catch(() => rm(made, { recursive: true, force: true }))
  return entry
}
