import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'

import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'

import { mailingListClients, users } from '#platform/database/people.tables.ts'

import { personalData } from './modules.server.ts'

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('tables.ts'),
)
const modules = await Promise.all(
  files.map((file) => import(resolve('src', file)) as Promise<Record<string, unknown>>),
)
const tables = modules
  .flatMap((exports) => Object.values(exports))
  .filter((value) => is(value, PgTable))
  .map((table) => {
    const { name, columns, foreignKeys } = getTableConfig(table)
    const toPeople = foreignKeys.filter((key) =>
      [users, mailingListClients].some((people) => key.reference().foreignTable === people),
    )
    const hasAddress = columns.some(
      (column) => column.getSQLType() === 'text' && /^(email|recipient)$|_email$/.test(column.name),
    )
    return { name, hasPeople: toPeople.length > 0 || hasAddress, toPeople }
  })
const fates = personalData.flatMap((part) => Object.entries(part.tables))

test('of each table with a user or an email address a module says what happens to it', () => {
  const named = tables.filter(({ hasPeople }) => hasPeople).map(({ name }) => name)
  expect(named).toContain('orders')
  expect(fates.map(([name]) => name).toSorted()).toEqual(named.toSorted())
})

test('what the database deletes with a user is said to be deleted', () => {
  const goWithUser = tables.filter(({ toPeople }) =>
    toPeople.some((key) => key.onDelete === 'cascade'),
  )
  const fate = new Map(fates)
  expect(goWithUser.map(({ name }) => [name, fate.get(name)?.erased])).toEqual(
    goWithUser.map(({ name }) => [name, 'deleted']),
  )
})

test('each name in the file of a person’s data is of one module', () => {
  const names = personalData.flatMap(({ exportUser = {}, exportAddress = {} }) => [
    ...Object.keys(exportUser),
    ...Object.keys(exportAddress),
  ])
  expect(new Set(names).size).toBe(names.length)
})
