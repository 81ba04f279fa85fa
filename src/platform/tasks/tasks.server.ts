import type { SQL } from 'drizzle-orm'

import type { Access, StaffAction } from '../access/access.rules.ts'
import { may } from '../access/access.rules.ts'
import type { ApprovalKind } from '../approvals/approval.rules.ts'

/** What a task is about. */
export type TaskSubject = {
  subject: string
  /** Of the order, shipment or request. */
  number: number | null
  /** The reason of a flag, the name of a wine, the kind of an email. */
  detail: string
}

/** Parameters of the queries for causes. */
export type TaskMoment = {
  /** IANA name. */
  timeZone: string
  /** As `2026-11-20`. */
  today: string
}

type TaskDefinition = {
  /** The action that lets staff do it. */
  action: StaffAction
  /** The admin page on which it is done. */
  href: (about: Pick<TaskSubject, 'subject' | 'number'>) => string
  /** What has to be done, without personal data. */
  title: (about: Pick<TaskSubject, 'number' | 'detail'>) => string
  button: string
  /** What does it in one press: an action of that page, and the field that names the subject or approval. */
  atOnce?: { button: string; intent: string; field: string }
  /**
   * The query for whom and which wine tasks of this kind are about, as rows of `key` (a task's subject or
   * number) and `words`. Read for the page alone: what is stored and logged of a task names nobody.
   */
  about?: (of: { subjects: readonly string[]; numbers: readonly number[] }) => SQL
  /** The query for its causes, along an index: `subject`, `number`, `detail`, `since` and `due`. */
  causes: (moment: TaskMoment) => SQL
  /**
   * It becomes due by time, not by a write: a job creates it once a minute. All others are created by
   * triggers in the transaction of their cause.
   */
  isTimed?: true
  /** For a day without tasks: the query for the `number` and `at` of the next one, and what it is. */
  next?: { query: SQL; words: (number: number | null) => string }
  /** It asks for this approval: another than who asked for it has to decide. */
  approval?: ApprovalKind
}

/** Tasks by kind. */
export type ModuleTasks = Readonly<Record<string, TaskDefinition>>

/** The kinds of tasks. Each module adds its own in its `tasks.server.ts`, by declaration merging. */
export interface TaskKinds {}
export type TaskKind = keyof TaskKinds

const definitions = new Map<string, TaskDefinition>()

/** Adds a module's kinds of tasks; `app` does so with each module before the shop opens. */
export function addTasks(tasks: ModuleTasks): void {
  for (const [kind, definition] of Object.entries(tasks)) definitions.set(kind, definition)
}

export const taskKinds = () => [...definitions.keys()] as TaskKind[]

export function taskOf(kind: TaskKind): TaskDefinition {
  const definition = definitions.get(kind)
  if (!definition) throw new Error(`No task of the kind ${kind}`)
  return definition
}

/** Whether time alone makes tasks of a kind due. */
export const isTimedTask = (kind: TaskKind): boolean => taskOf(kind).isTimed === true

/** The kinds of tasks that a staff member's duties cover. */
export const taskKindsFor = (viewer: Access): TaskKind[] =>
  taskKinds().filter((kind) => may(viewer, taskOf(kind).action))
