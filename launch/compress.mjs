// After a build: writes a brotli and a gzip copy of every file that gets smaller; the server sends
// them as they are (src/app/static-files.ts).
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const folder = resolve(process.argv[2] ?? 'build/client')
const compressible = new Set(
  ['css', 'html', 'ico', 'js', 'json', 'svg', 'txt', 'webmanifest', 'xml'].map(
    (name) => `.${name}`,
  ),
)
const encoders = {
  '.br': (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  '.gz': (bytes) => promisify(gzip)(bytes, { level: 9 }),
}

for (const name of await readdir(folder, { recursive: true })) {
  if (!compressible.has(extname(name))) continue
  const path = join(folder, name)
  const bytes = await readFile(path)
  for (const [ending, encode] of Object.entries(encoders)) {
    const small = await encode(bytes)
    // Less than a tenth saved is not worth the time to decompress.
    if (small.length < bytes.length * 0.9) await writeFile(path + ending, small)
    else await rm(path + ending, { force: true })
  }
}
