import { createHash } from 'node:crypto'
import { basename } from 'node:path'

import type { Plugin, Rolldown } from 'vite'
import { build } from 'vite'

const mark = '?script'

/**
 * `import script from './x.script.ts?script'` gives the URL of that file bundled with its imports, for
 * pages that need a small script and no framework.
 */
export function pageScripts(): Plugin {
  let isDev = false
  const made = new Map<string, Promise<{ fileName: string; source: string }>>()
  return {
    name: 'page-scripts',
    enforce: 'pre',
    configResolved: ({ command }) => {
      isDev = command === 'serve'
    },
    async resolveId(source, importer) {
      if (!source.endsWith(mark)) return null
      const found = await this.resolve(source.slice(0, -mark.length), importer)
      return found && found.id + mark
    },
    async load(id) {
      if (!id.endsWith(mark)) return null
      const file = id.slice(0, -mark.length)
      // In development Vite serves the source itself.
      if (isDev) return `export default ${JSON.stringify(file.slice(process.cwd().length))}`
      if (!made.has(file)) made.set(file, bundled(file))
      const { fileName, source } = await made.get(file)!
      this.emitFile({ type: 'asset', fileName, source })
      return `export default ${JSON.stringify(`/${fileName}`)}`
    },
  }
}

/** Named by a hash of its content, so that server and browser use the same name. */
async function bundled(file: string) {
  const outputs = (await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rolldownOptions: { input: file },
    },
  })) as Rolldown.RolldownOutput
  const source = outputs.output[0].code
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
  const name = basename(file).replace(/\.script\.ts$/, '')
  return { fileName: `assets/${name}-${hash}.js`, source }
}
