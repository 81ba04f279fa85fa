import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src',
  buildDirectory: 'build',
  ssr: true,
  // Asked for bit by bit, it is cut off where a page is left quickly, and browsers report an error.
  routeDiscovery: { mode: 'initial' },
  // What a form does when the network is gone has to be there before it goes.
  splitRouteModules: false,
} satisfies Config
