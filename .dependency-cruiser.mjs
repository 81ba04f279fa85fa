/** The modules in their order: each imports only what stands above it (docs/architecture.md). */
const modules = [
  'ui',
  'platform',
  'catalogue',
  'payments',
  'mail',
  'accounts',
  'orders',
  'checkout',
  'shipping',
  'requests',
  'order-changes',
  'waiting-room',
  'storefront',
  'campaigns',
  'accounting',
  'releases',
  'compliance',
  'admin',
  'privacy',
  'site',
  'app',
]

const test = '[.]test[.]tsx?$'
const folders = (names) => `^src/(${names.join('|')})/`
const files = (...suffixes) => `[.](${suffixes.join('|')})[.]tsx?$`

/** Types count too. Tests, and the routes and root in `src` itself, may import anything. */
const moduleRules = modules.slice(0, -1).map((name, at) => ({
  name: `${name}-imports-what-stands-above`,
  severity: 'error',
  from: { path: folders([name]), pathNot: test },
  to: { path: folders(modules.slice(at + 1)) },
}))

/** The suffix of a file says its layer, and with it what the file may import. */
const suffixRules = [
  {
    name: 'rules-are-pure',
    comment: 'No I/O, no React, and no packages but zod and the reader of CSV.',
    severity: 'error',
    from: { path: files('rules', 'copy'), pathNot: test },
    to: {
      path: '[.](tsx|css|server[.]ts)$|[.](page|route|api)[.]tsx?$',
      dependencyTypesNot: ['type-only'],
    },
  },
  {
    name: 'rules-take-no-package-but-zod-and-csv',
    severity: 'error',
    from: { path: files('rules', 'copy'), pathNot: test },
    to: { dependencyTypes: ['core', 'npm'], pathNot: '(^|/)node_modules/(zod|csv-parse)/' },
  },
  {
    name: 'stores-call-no-action-and-show-nothing',
    severity: 'error',
    from: { path: files('store[.]server') },
    to: { path: '[.](actions[.]server[.]ts|page[.]tsx|route[.]ts|api[.]ts|tsx|css)$' },
  },
  {
    name: 'actions-show-nothing',
    severity: 'error',
    from: { path: files('actions[.]server') },
    to: { path: '[.](page[.]tsx|route[.]ts|api[.]ts|css)$' },
  },
  {
    name: 'components-import-no-page',
    severity: 'error',
    from: { path: '^src/[^.]+[.]tsx?$', pathNot: '^src/(app|[^/]+$)' },
    to: { path: '[.](page[.]tsx|route[.]ts)$' },
  },
  {
    name: 'components-import-nothing-of-the-server',
    comment: 'The build would fail.',
    severity: 'error',
    from: { path: '^src/[^.]+[.]tsx$', pathNot: '/mails[.]tsx$' },
    to: { path: '[.]server[.]ts$', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'only-app-and-tests-see-adapters',
    severity: 'error',
    from: { path: '^src/', pathNot: ['^src/app/', test, files('adapter[.]server')] },
    to: { path: files('adapter[.]server'), dependencyTypesNot: ['type-only'] },
  },
]

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...moduleRules,
    ...suffixRules,
    {
      name: 'only-app-and-the-release-day-know-the-waiting-room',
      comment: 'Nothing of it is paid for on an ordinary day.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/(waiting-room|app|releases/release-day)/', test] },
      to: { path: '^src/waiting-room/' },
    },
    {
      name: 'no-circular',
      comment: 'Types count too.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'fakes-import-nothing-of-the-shop',
      severity: 'error',
      from: { path: '^fakes/', pathNot: test },
      to: { path: '^src/' },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:|[?]|[+]types/' },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '[.]react-router/|[.]d[.]m?ts$' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      conditionNames: ['import', 'node', 'default'],
      exportsFields: ['exports'],
    },
  },
}
