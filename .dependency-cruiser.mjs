/**
 * Which layer may import which (docs/architecture.md). `types` are layers of which only types may be
 * imported; a layer always imports itself, and a test whatever it tests.
 */
const layers = {
  domain: { imports: [] },
  data: { imports: ['domain'] },
  services: { imports: ['domain', 'data'] },
  'use-cases': { imports: ['domain', 'data', 'services'] },
  jobs: { imports: ['domain', 'data', 'services'], types: ['use-cases'] },
  api: { imports: ['domain'], types: ['use-cases', 'data', 'services'] },
  'web/ui': { imports: [] },
  web: { imports: ['domain', 'web/ui'], types: ['use-cases', 'data'] },
  server: { imports: ['domain', 'data', 'services', 'use-cases', 'jobs', 'api', 'web'] },
}

const test = '[.]test[.]tsx?$'
const folder = (name) => `^src/${name}/`
const filesOf = (name) =>
  name === 'web'
    ? { path: folder('web'), pathNot: [folder('web/ui'), test] }
    : { path: folder(name), pathNot: test }

const layerRules = Object.entries(layers).flatMap(([name, { imports, types = [] }]) => [
  {
    name: `${name}-imports`,
    severity: 'error',
    from: filesOf(name),
    to: {
      path: '^(src|fakes|launch|tests|bench)/',
      pathNot: [name, ...imports, ...types].map(folder),
    },
  },
  ...(types.length > 0
    ? [
        {
          name: `${name}-imports-types-only`,
          severity: 'error',
          from: filesOf(name),
          to: { path: types.map(folder), dependencyTypesNot: ['type-only'] },
        },
      ]
    : []),
])

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...layerRules,
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'components-import-no-routes',
      severity: 'error',
      from: { path: '^src/web/(components|ui)/', pathNot: test },
      to: { path: folder('web/routes') },
    },
    {
      name: 'domain-is-pure',
      comment: 'No I/O and no packages but zod.',
      severity: 'error',
      from: { path: folder('domain'), pathNot: test },
      to: { dependencyTypes: ['core', 'npm'], pathNot: '(^|/)node_modules/zod/' },
    },
    {
      name: 'web-ui-knows-no-package-of-ours',
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
