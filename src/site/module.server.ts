import type { Module } from '#platform/module/module.ts'

export const site: Module = {
  limited: {
    pages: {
      '': ['GET'],
      about: ['GET'],
      clubmember: ['GET'],
      members: ['GET'],
      privacy: ['GET'],
      stay: ['GET'],
      terms: ['GET'],
      test: ['GET', 'POST'],
      thanks: ['GET'],
      '*': ['GET'],
    },
    views: { members: ['current'] },
  },
}
