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

/** Packages that read files of their own, or start workers, when they run. */
const atRunTime = ['pg', 'pino', 'graphile-worker', 'nodemailer', 'fastify', '@emailjs/nodejs']

export default defineConfig({
  plugins: [reactRouter(), layersInOrder],
  environments: {
    ssr: {
      // React goes into the bundle as its production build, whatever NODE_ENV says at run time, and
      // with it what would be read from hundreds of files at boot (see docs/decisions/0005).
      define: { 'process.env.NODE_ENV': '"production"' },
      resolve: { noExternal: true, external: atRunTime },
      build: { rollupOptions: { input: './src/server/main.ts' } },
    },
  },
  // One style sheet for the whole house: smaller than its parts, and asked for once.
  build: { target: 'es2022', sourcemap: false, cssCodeSplit: false },
})
