import type { RouteObject, ServerBuild } from 'react-router'
import { matchRoutes } from 'react-router'

type Routes = ServerBuild['routes']

/** The routes of the build as a tree, for matching. */
const treeOf = (routes: Routes, parentId?: string): RouteObject[] =>
  Object.values(routes).flatMap((route): RouteObject[] => {
    if (!route || route.parentId !== parentId) return []
    const at = { id: route.id, ...(route.path !== undefined && { path: route.path }) }
    return [route.index ? { ...at, index: true } : { ...at, children: treeOf(routes, route.id) }]
  })

/** The methods of the page at a path; null where there is none. */
export function pageMethods(routes: Routes): (path: string) => string[] | null {
  const tree = treeOf(routes)
  return (path) => {
    const matches = matchRoutes(tree, path.replace(/\.data$/, ''))
    if (!matches || matches.at(-1)!.route.path?.endsWith('*')) return null
    const takesForms = matches.some(({ route }) => routes[route.id!]?.module.action)
    return ['GET', 'HEAD', ...(takesForms ? ['POST'] : [])]
  }
}
