import { globSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'

import { modules } from '#app/modules.server.ts'
import type { Module } from '#platform/module/module.ts'

/** The modules that contribute to the shop, each with the name of its folder, in their order. */
export async function moduleFolders(): Promise<[folder: string, module: Module][]> {
  const exported = await Promise.all(
    globSync('src/*/module.server.ts').map(
      async (file) =>
        [basename(dirname(file)), Object.values((await import(resolve(file))) as object)] as const,
    ),
  )
  return modules.map((module) => [
    exported.find(([, values]) => values.includes(module))![0],
    module,
  ])
}
