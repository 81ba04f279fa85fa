/**
 * Cuts the three typefaces of the house to the characters it uses: `node brand/fonts.ts`.
 * Sources are the @fontsource packages (SIL OFL 1.1); results go where the styles import them.
 * The first cut of each is preloaded, so it holds what the house's own sentences need; names with
 * accents and rarer signs bring the second (`unicode-range` in src/web/ui/fonts.css).
 */
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

import subsetFont from 'subset-font'

const ascii = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index)).join('')
/** What sentences are set in; the faces for reading need no more on a first screen. */
const reading = ascii.replace(/["#$%*+/<=>@[\\\]^_`{|}~]/g, '')
const signs = [...ascii].filter((sign) => !reading.includes(sign)).join('')
const own = '\u00a0·×–—‘’“”…'
const accents = 'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿßŒœ'
const marks = '¡¿«»•−°½¼¾©®™§¶€£'

const reads = { first: reading, features: ['kern', 'liga'] }
/** Prices and tables are set in it: its figures stand under each other. */
const counts = { first: ascii, features: ['kern', 'liga', 'mark', 'tnum', 'pnum'] }
const faces = {
  cinzel: { file: 'cinzel/files/cinzel-latin-400-normal.woff2', ...reads },
  'eb-garamond': { file: 'eb-garamond/files/eb-garamond-latin-400-normal.woff2', ...reads },
  'source-sans': { file: 'source-sans-3/files/source-sans-3-latin-400-normal.woff2', ...counts },
}

const { resolve } = createRequire(import.meta.url)

for (const [name, { file, first, features }] of Object.entries(faces)) {
  const source = await readFile(resolve(`@fontsource/${file}`))
  await cut(source, name, first + own, features)
  await cut(source, `${name}-more`, (first === reading ? signs : '') + accents + marks, features)
}

async function cut(
  source: Buffer,
  name: string,
  characters: string,
  keepFeatures: string[],
): Promise<void> {
  const font = await subsetFont(source, characters, {
    targetFormat: 'woff2',
    keepFeatures,
    noHinting: true,
  })
  await writeFile(new URL(`../src/web/ui/fonts/${name}.woff2`, import.meta.url), font)
  process.stdout.write(`${name}.woff2 ${(font.length / 1024).toFixed(1)} kB\n`)
}
