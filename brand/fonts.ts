/**
 * Cuts the three typefaces to the characters in use: `node brand/fonts.ts`.
 * Sources are the @fontsource packages (SIL OFL 1.1); results go where the styles import them.
 * The first cut of each is preloaded, so it holds what our own sentences need; names with accents and
 * rarer signs bring the second (`unicode-range` in src/ui/fonts.css). The age gate carries cuts of
 * its own in its styles: a first visitor sees it in the right typeface with the first paint.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

import { convert } from 'fontverter'
import subsetFont from 'subset-font'

import { ageGateCopy } from '../src/accounts/age-gate/age-gate.copy.ts'
import { withTypographicApostrophe } from './typographic-apostrophe.ts'

const ascii = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index)).join('')
/** What sentences are set in; the faces for reading need no more on a first screen. */
const reading = ascii.replace(/["#$%*+/<=>@[\\\]^_`{|}~]/g, '')
const own = '\u00a0·×–—‘’“”…'
const accents = 'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿßŒœ'
const marks = '¡¿«»•−°½¼¾©®™§¶€£'

const forTitles = { first: reading, features: ['kern', 'liga'] }
/** For prices too. */
const forText = { first: `${reading}$`, features: ['kern', 'liga'] }
/** For tables too: with tabular figures. */
const forTables = { first: ascii, features: ['kern', 'liga', 'mark', 'tnum', 'pnum'] }
const faces = {
  cinzel: { file: 'cinzel/files/cinzel-latin-400-normal.woff2', ...forTitles },
  'eb-garamond': { file: 'eb-garamond/files/eb-garamond-latin-400-normal.woff2', ...forText },
  'source-sans': { file: 'source-sans-3/files/source-sans-3-latin-400-normal.woff2', ...forTables },
}

const { resolve } = createRequire(import.meta.url)
const sourceOf = ({ file }: { file: string }) => readFile(resolve(`@fontsource/${file}`))

for (const [name, face] of Object.entries(faces)) {
  const source = await sourceOf(face)
  const { first, features } = face
  const rest = [...ascii].filter((sign) => !first.includes(sign)).join('')
  await save(name, await cut(source, first + own, features))
  await save(`${name}-more`, await cut(source, rest + accents + marks, features))
}

// Labels of tables and ledgers: letters alone.
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz '
const italic = { file: 'eb-garamond/files/eb-garamond-latin-400-italic.woff2' }
await save('eb-garamond-italic', await cut(await sourceOf(italic), letters, ['kern']))

// The gate's own cuts: its title and buttons are set in Cinzel, its sentences in Garamond.
const { question, refusedTitle, over, under, ...sentences } = ageGateCopy
const gate = [
  ['Gate Cinzel', faces.cinzel, [question, refusedTitle, over, under]],
  ['Gate Garamond', faces['eb-garamond'], Object.values(sentences)],
] as const
const rules: string[] = []
for (const [family, face, texts] of gate) {
  const characters = [...new Set(texts.join(''))].toSorted()
  const font = await cut(await sourceOf(face), characters.join(''), ['kern'])
  const range = characters.map((sign) => `U+${sign.codePointAt(0)!.toString(16).toUpperCase()}`)
  rules.push(`@font-face {
  font-family: '${family}';
  src: url('data:font/woff2;base64,${font.toString('base64')}') format('woff2');
  font-display: block;
  unicode-range: ${range.join(', ')};
}`)
}
const css = `/* Made by brand/fonts.ts from src/accounts/age-gate/age-gate.copy.ts. */\n${rules.join('\n\n')}\n`
await writeFile(new URL('../src/ui/fonts/gate.css', import.meta.url), css)
process.stdout.write(`gate.css ${(css.length / 1024).toFixed(1)} kB\n`)

async function cut(source: Buffer, characters: string, keepFeatures: string[]): Promise<Buffer> {
  const hasApostrophe = characters.includes("'")
  const font = await subsetFont(source, characters.replaceAll("'", hasApostrophe ? '’' : ''), {
    targetFormat: 'sfnt',
    keepFeatures,
    noHinting: true,
  })
  return convert(hasApostrophe ? withTypographicApostrophe(font) : font, 'woff2')
}

async function save(name: string, font: Buffer): Promise<void> {
  await writeFile(new URL(`../src/ui/fonts/${name}.woff2`, import.meta.url), font)
  process.stdout.write(`${name}.woff2 ${(font.length / 1024).toFixed(1)} kB\n`)
}
