import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** `:id` → `{id}`, as the specification writes it. An optional parameter makes two addresses. */
export function addressesOf(pattern: string): string[] {
  const braced = (text: string) => text.replaceAll(/:(\w+)\??/g, '{$1}')
  const optional = /^(.*)\/:\w+\?$/.exec(pattern)
  return optional ? [optional[1]!, braced(pattern)] : [braced(pattern)]
}

/** The addresses of all pages. */
export function routes(): string[] {
  return routeFiles().map(({ address }) => address)
}

/** All API calls as `POST /api/…`; the `module.server.ts` of each module has the prefixes of its calls. */
export function calls(): string[] {
  const folder = 'src'
  const declared = globSync('src/*/module.server.ts')
    .map((file) => readFileSync(file, 'utf8'))
    .join()
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.api.ts') || file === 'app/api.ts')
    .flatMap((file) => {
      const source = readFileSync(join(folder, file), 'utf8')
      const plugin = /export const (\w+): FastifyPlugin/.exec(source)?.[1]
      const prefix =
        plugin && new RegExp(`routes: ${plugin}, prefix: '([^']+)'`).exec(declared)?.[1]
      return [...source.matchAll(/\.(get|post|put|patch|delete)\(\s*'(\/[^']*)'/g)].flatMap(
        ([, method, path]) =>
          addressesOf(path!).map(
            (address) => `${method!.toUpperCase()} /api${prefix ?? ''}${address}`,
          ),
      )
    })
}

/** Whether an address, with or without its slash, is of the admin. */
export const isOfAdmin = (address: string): boolean =>
  /^\/?(?:admin|joinedadmin|usersadmin)\b/.test(address)

/** The addresses of all pages with their route files. */
export function routeFiles(): { address: string; file: string }[] {
  const source = readFileSync('src/routes.ts', 'utf8')
  const found = [...source.matchAll(/\broute\(\s*'([^']+)',\s*'([^']+)'/g)]
  return found.flatMap(([, pattern, file]) =>
    addressesOf(pattern!).map((address) => ({ address, file: file! })),
  )
}

export type PageFacts = { path: string; cached?: string; inSitemap: boolean; redirected: boolean }

/** The facts in the handles of the routes, read from their sources. */
export function pageFacts(): PageFacts[] {
  const home = /\bindex\(\s*'([^']+)'/.exec(readFileSync('src/routes.ts', 'utf8'))![1]!
  return [{ address: '', file: home }, ...routeFiles()].flatMap(({ address, file }) => {
    const source = readFileSync(join('src', file), 'utf8')
    const handle = /export const handle[^]*?\n(?=\S)/.exec(source)?.[0] ?? ''
    const cached = /\bcached: '(\w+)'/.exec(handle)?.[1]
    const has = (fact: string) => handle.includes(`${fact}: true`)
    const [inSitemap, redirected] = [has('inSitemap'), has('redirected')]
    if (!cached && !inSitemap && !redirected) return []
    return [{ path: `/${address}`, ...(cached && { cached }), inSitemap, redirected }]
  })
}
