import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'src',
  buildDirectory: 'build',
  ssr: true,
  // What a form does when the network is gone has to be there before it goes.
  splitRouteModules: false,
} satisfies Config
