import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import type { Action } from '#platform/action/staff-action.server.ts'

const isAction = (value: unknown): value is Action<object> =>
  typeof value === 'function' && 'kind' in value && 'duty' in value

/** Every action that is defined by the action kit, by its name. */
export async function kitActions(): Promise<ReadonlyMap<string, Action<object>>> {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.actions.server.ts'))
    .filter((file) =>
      /staff(?:Action|Preview|Work|Switch)\(/.test(readFileSync(join('src', file), 'utf8')),
    )
  const modules = await Promise.all(
    files.map((file) => import(resolve('src', file)) as Promise<Record<string, unknown>>),
  )
  return new Map(
    modules.flatMap((exports) =>
      Object.entries(exports).filter((pair): pair is [string, Action<object>] => isAction(pair[1])),
    ),
  )
}
