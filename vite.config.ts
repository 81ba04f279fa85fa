import { reactRouter } from '@react-router/dev/vite'
import type { Plugin } from 'vite'
import { defineConfig } from 'vite'

/** Says the order of the cascade's layers first, whichever module's styles the bundle begins with. */
const layersInOrder: Plugin = {
  name: 'layers-in-order',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const asset of Object.values(bundle)) {
        if (asset.type === 'asset' && asset.fileName.endsWith('.css')) {
          asset.source = `@layer tokens,base,components,pages;${String(asset.source)}`
        }
      }
    },
  },
}

export default defineConfig({
  plugins: [reactRouter(), layersInOrder],
  environments: {
    ssr: {
      build: { rollupOptions: { input: './src/server/main.ts' } },
    },
  },
  // One style sheet for the whole house: smaller than its parts, and asked for once.
  build: { target: 'es2022', sourcemap: false, cssCodeSplit: false },
})
