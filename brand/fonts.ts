/**
 * Cuts the three typefaces of the house to the characters it uses: `node brand/fonts.ts`.
 * Sources are the @fontsource packages (SIL OFL 1.1); results go where the styles import them.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

import subsetFont from 'subset-font'

const ascii = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index)).join('')
const accents = 'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿßŒœ'
const marks = '\u00a0¡¿«»“”‘’–—…·•×−°½¼¾©®™§¶€£'

const cuts = [
  {
    name: 'cinzel',
    file: 'cinzel/files/cinzel-latin-400-normal.woff2',
    characters: ascii + 'ÁÉÍÑÓÚÜáéíñóúüÀÈÇàèçÖöÄä\u00a0’–—·×',
  },
  {
    name: 'eb-garamond',
    file: 'eb-garamond/files/eb-garamond-latin-400-normal.woff2',
    characters: ascii + accents + marks,
  },
  {
    name: 'source-sans',
    file: 'source-sans-3/files/source-sans-3-latin-400-normal.woff2',
    characters: ascii + accents + marks,
  },
]

const { resolve } = createRequire(import.meta.url)

for (const { name, file, characters } of cuts) {
  const source = await readFile(resolve(`@fontsource/${file}`))
  const cut = await subsetFont(source, characters, {
    targetFormat: 'woff2',
    keepFeatures: ['kern', 'liga', 'mark', 'tnum', 'pnum'],
    noHinting: true,
  })
  await writeFile(new URL(`../src/web/ui/fonts/${name}.woff2`, import.meta.url), cut)
  process.stdout.write(`${name}.woff2 ${(cut.length / 1024).toFixed(1)} kB\n`)
}
