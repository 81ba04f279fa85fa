import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import type { CustomerAction } from '#platform/action/customer-action.server.ts'
import type { Action } from '#platform/action/staff-action.server.ts'

/** The actions of staff that are defined by the action kit, by name: of one module, or all. */
export const kitActions = (module = '') =>
  actionsWith(module, (action): action is Action<object> => 'needs' in action)

/** The actions of customers and visitors that are defined by the action kit, by name: of one module, or all. */
export const customerActions = (module = '') =>
  actionsWith(module, (action): action is CustomerAction<object> => 'for' in action)

async function actionsWith<Kind>(
  module: string,
  isOne: (action: object) => action is Kind & object,
): Promise<ReadonlyMap<string, Kind>> {
  const folder = join('src', module)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.actions.server.ts'))
    .filter((file) => /(?:staff|customer)\w+\(\{/.test(readFileSync(join(folder, file), 'utf8')))
  const modules = await Promise.all(
    files.map((file) => import(resolve(folder, file)) as Promise<Record<string, unknown>>),
  )
  const isAction = (one: unknown): one is Kind & object =>
    typeof one === 'function' && 'kind' in one && isOne(one)
  const actionsIn = (all: object) =>
    Object.entries(all).filter((pair): pair is [string, Kind & object] => isAction(pair[1]))
  const alone = modules.flatMap(actionsIn)
  const known = new Set(alone.map(([, action]) => action))
  // Those of a page's buttons, such as `securityActions.change-email`.
  const ofPages = modules
    .flatMap((exports) => Object.entries(exports))
    .filter((pair): pair is [string, object] => typeof pair[1] === 'object' && pair[1] !== null)
    .flatMap(([name, all]) =>
      actionsIn(all).flatMap(([intent, action]) =>
        known.has(action) ? [] : [[`${name}.${intent}`, action] as const],
      ),
    )
  return new Map([...alone, ...ofPages])
}
