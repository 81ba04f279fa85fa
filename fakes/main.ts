import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Stripping types and compiling is most of the start-up time, so it is cached between runs.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)))

await import('./serve.ts')
