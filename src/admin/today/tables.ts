import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

import { moment } from '#platform/database/columns.ts'
import type { TaskKind } from '#platform/tasks/tasks.server.ts'

import { taskStates } from './tasks.rules.ts'

/**
 * Tasks of staff. Triggers on the tables of their causes open and close them, in the same transaction. No
 * personal data except who has taken one.
 */
export const tasks = pgTable(
  'tasks',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    kind: text('kind').$type<TaskKind>().notNull(),
    /** The id of what it is about. */
    subject: text('subject').notNull(),
    /** Of the order, shipment or request. */
    number: integer('number'),
    detail: text('detail').notNull().default(''),
    since: moment('since').notNull(),
    due: moment('due'),
    state: text('state', { enum: taskStates }).notNull().default('open'),
    /** No foreign key: emptied with the account. */
    takenBy: uuid('taken_by'),
    takenByEmail: text('taken_by_email'),
    takenAt: moment('taken_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    closedAt: moment('closed_at'),
    /** The hourly check opened or closed it, which a trigger should have done. */
    isRepaired: boolean('is_repaired').notNull().default(false),
  },
  (table) => [
    uniqueIndex('tasks_one_open')
      .on(table.kind, table.subject)
      .where(sql`state in ('open', 'taken')`),
    index('tasks_oldest')
      .on(table.since, table.id)
      .where(sql`state in ('open', 'taken')`),
    index('tasks_closed')
      .on(table.closedAt)
      .where(sql`closed_at is not null`),
    index('tasks_repaired')
      .on(table.createdAt)
      .where(sql`is_repaired`),
    index('tasks_taken').on(table.takenBy),
  ],
)
