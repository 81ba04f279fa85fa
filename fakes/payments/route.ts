import { acceptedParams, type AcceptedObject } from './params/accepted.ts'
import type { World } from './world.ts'

export type Call<P> = {
  world: World
  params: P
  /** The ids in the path, in order. */
  ids: string[]
  id: string
  withKey: 'secret' | 'publishable'
}

export type Route = {
  method: 'GET' | 'POST' | 'DELETE'
  segments: string[]
  paramsName: string
  accepted: AcceptedObject
  /** Whether the publishable key may call it. */
  fromBrowser: boolean
  handle: (call: Call<never>) => object
}

type Options = { fromBrowser?: boolean; accepted?: AcceptedObject }

/** `pattern` is `METHOD /v1/…` with `:id` for ids; `paramsName` the SDK's name of its parameters. */
export function route<P>(
  pattern: string,
  paramsName: string,
  handle: (call: Call<P>) => object,
  { fromBrowser = false, accepted }: Options = {},
): Route {
  const [method, path] = pattern.split(' ')
  return {
    method: method as Route['method'],
    segments: path!.split('/').slice(2),
    paramsName,
    accepted: accepted ?? acceptedParams(paramsName),
    fromBrowser,
    handle: handle as unknown as Route['handle'],
  }
}

export class Router {
  readonly #bySize = new Map<string, Route[]>()

  constructor(routes: Route[]) {
    for (const each of routes) {
      const key = `${each.method}${each.segments.length}`
      this.#bySize.set(key, [...(this.#bySize.get(key) ?? []), each])
    }
  }

  find(method: string, path: string): { route: Route; ids: string[] } | null {
    const segments = path.split('/').slice(2)
    for (const each of this.#bySize.get(`${method}${segments.length}`) ?? []) {
      const ids = match(each.segments, segments)
      if (ids) return { route: each, ids }
    }
    return null
  }
}

function match(pattern: string[], segments: string[]): string[] | null {
  const ids: string[] = []
  for (let at = 0; at < pattern.length; at++) {
    const segment = segments[at]!
    if (pattern[at] === ':id' && segment !== '') ids.push(segment)
    else if (pattern[at] !== segment) return null
  }
  return ids
}
