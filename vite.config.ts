import { reactRouter } from '@react-router/dev/vite'
import type { Plugin } from 'vite'
import { defineConfig } from 'vite'

import { pageScripts } from './launch/page-scripts.ts'
import { atRunTime } from './launch/runtime-packages.mjs'

/** Puts each CSS module into its layer: a page's styles override primitives, and these the components around them. */
const layerByName: Plugin = {
  name: 'layer-by-name',
  enforce: 'pre',
  transform(css, file) {
    if (!file.endsWith('.module.css')) return null
    const layer = file.endsWith('.page.module.css')
      ? 'pages'
      : /ui\/(?:layout|letters)\.module\.css$/.test(file)
        ? 'primitives'
        : 'components'
    return { code: `@layer ${layer}{${css}}`, map: null }
  },
}

/** Says the order of the cascade's layers first, whichever module's styles the bundle begins with. */
const layersInOrder: Plugin = {
  name: 'layers-in-order',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const asset of Object.values(bundle)) {
        if (asset.type === 'asset' && asset.fileName.endsWith('.css')) {
          asset.source = `@layer tokens,base,components,primitives,pages;${String(asset.source)}`
        }
      }
    },
  },
}

/** Commands that a machine without the sources has to have too: `node build/server/backup.js`. */
const commands = ['backup', 'reconcile', 'import', 'migrate', 'restore', 'staff']

const entries = {
  index: './src/app/main.ts',
  decode: './src/catalogue/decoding/child.server.ts',
  ...Object.fromEntries(commands.map((name) => [name, `./src/app/commands/${name}.ts`])),
}

/** Each entry under its own name; the framework would call them all by one. */
const namedEntries: Plugin = {
  name: 'named-entries',
  enforce: 'post',
  configEnvironment: (name) =>
    name === 'ssr'
      ? { build: { rollupOptions: { output: { entryFileNames: '[name].js' } } } }
      : undefined,
}

/** Screens and components below these folders, without their rules and sentences. */
const component = (...folders: string[]) =>
  new RegExp(`src/(?:${folders.join('|')})(?!.*\\.(?:rules|copy)\\.ts$)`)

/**
 * What several pages share goes to the browser in few files: a page of a member's asked for up to 69
 * else, and named each of them in its HTML. `minShareCount` keeps what one page alone needs out of all others.
 * A group takes along what its modules import unless an earlier group has it: the rules stand before
 * the admin, so that no customer loads the admin's components with them. The rules
 * leave out what imports zod, so that only a page that validates loads it.
 */
const chunks = [
  { name: 'framework', test: /node_modules\/(?:react|react-dom|react-router|scheduler)\// },
  {
    name: 'validation',
    test: /node_modules\/zod\/v4\/mini\/|src\/platform\/text\/email-address/,
  },
  {
    name: 'shop',
    test: component(
      'ui',
      'platform/http/(?!panel-change)',
      'platform/layout/(?!members-page|members-menu|nothing-yet|signed-in)',
      'catalogue/destinations/shipping-policy',
      'root',
    ),
    minShareCount: 4,
  },
  {
    name: 'members',
    test: component(
      'platform/layout/(?:members-page|members-menu|nothing-yet|signed-in)',
      'platform/text/dates',
      'platform/form/(?!admin|gone|live|record-[lp]|typed)',
      'platform/action/action-form',
      'storefront/(?!offers)',
      'catalogue/(?:pictures|sheets)',
      'checkout',
      'orders/order',
      'accounts/(?:account|consent)',
      'campaigns/mailing-list/mailing-list-form',
      'privacy/personal-data',
      'site/members',
    ),
    minShareCount: 3,
  },
  {
    name: 'account-words',
    test: /src\/accounts\/(?:account\/account|consent\/consent)\.copy\.ts$/,
    minShareCount: 2,
  },
  {
    name: 'rules',
    test: /src\/(?:platform\/(?:text|http|access|form\/form-text)|storefront|catalogue|checkout|orders|accounts|releases)\b.*\.rules\.ts$/,
    minShareCount: 4,
  },
  {
    name: 'admin',
    test: component(
      'platform/(?:admin|list|form|approvals|audit|undo|access)',
      'admin',
      'releases',
      'shipping',
      'requests',
      'accounting',
      'compliance',
      'privacy',
      'campaigns',
      'catalogue',
    ),
    minShareCount: 4,
  },
]

export default defineConfig(({ command }) => ({
  plugins: [pageScripts(), layerByName, reactRouter(), layersInOrder, namedEntries],
  environments: {
    client: {
      // Where zod looks whether it may compile its checks: the try alone would be a breach of the
      // Content-Security-Policy, written to the browser's console.
      define: { 'globalThis.__zod_globalConfig': '{ jitless: true }' },
      build: { rollupOptions: { output: { codeSplitting: { groups: chunks } } } },
    },
    ssr:
      command === 'build'
        ? {
            // React goes into the bundle as its production build, whatever NODE_ENV says at run time, and
            // with it what would be read from hundreds of files at boot (see docs/decisions/0005).
            define: { 'process.env.NODE_ENV': '"production"' },
            resolve: { noExternal: true, external: atRunTime },
            build: { rollupOptions: { input: entries } },
          }
        : {},
  },
  // One style sheet for the whole shop: smaller than its parts, and asked for once.
  build: { target: 'es2022', sourcemap: false, cssCodeSplit: false },
}))
