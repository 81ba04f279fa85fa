import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

// Stripping types and compiling is most of the time it takes to start, so it is kept between runs.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/stand-ins', import.meta.url)))

await import('./serve.ts')
