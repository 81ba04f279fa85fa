import type { ServerBuild } from 'react-router'
import { expect, test } from 'vitest'

import { pageMethods } from './page-methods.ts'

type Routes = ServerBuild['routes']

const aRoute = (id: string, path: string | undefined, parentId?: string, module = {}) => ({
  [id]: { id, parentId, path, module } as never,
})
const routes: Routes = {
  ...aRoute('root', ''),
  ...aRoute('missing', '*', 'root'),
  ...aRoute('admin', undefined, 'root', { action: () => null }),
  ...aRoute('orders', 'admin/orders', 'admin'),
  ...aRoute('missing-of-staff', 'admin/*', 'admin'),
}

test.each([
  ['/admin/orders', ['GET', 'HEAD', 'POST']],
  ['/admin/orders.data', ['GET', 'HEAD', 'POST']],
  ['/nope', null],
  ['/admin/nope', null],
  ['/admin/nope/nope.data', null],
])('%s takes %j', (path, methods) => expect(pageMethods(routes)(path)).toEqual(methods))
