import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import type { RouteConfigEntry } from '@react-router/dev/routes'
import { test } from 'vitest'

import { actionOfPage } from '#platform/admin/parts.rules.ts'
import { worded } from '#platform/audit/log-words.server.ts'
import type { Module } from '#platform/module/module.ts'
import { expectText } from '#tests/harness/expected-text.ts'
import { customerActions, kitActions } from '#tests/harness/kit-actions.ts'
import { moduleFolders } from '#tests/harness/module-folders.ts'
import { gateAt } from '#waiting-room/line.rules.ts'

import routes from '../routes.ts'

/** `name: fact, fact`, without the facts that are not so. */
const line = (name: string, ...facts: (string | false | undefined | null)[]) =>
  `${name}: ${facts.filter(Boolean).join(', ')}`

/** A heading with its lines; nothing where there are none. */
const section = (title: string, lines: readonly string[]) =>
  lines.length > 0 ? ['', `## ${title}`, ...lines] : []

const rows = <Value>(of: Readonly<Record<string, Value>> | undefined) => Object.entries(of ?? {})

/** A route's source, with that of the file from which it takes its middleware. */
function sourceOf(file: string): string {
  const source = readFileSync(join('src', file), 'utf8')
  const from = /^export \{[^}]*\bmiddleware\b[^}]*\} from '(.+)'/m.exec(source)?.[1]
  return from ? source + sourceOf(join(dirname(file), from)) : source
}

/** What a route says of itself, in its file or in that from which it takes it. */
function handleIn(file: string): string {
  const source = readFileSync(join('src', file), 'utf8')
  const from = /^export \{[^}]*\bhandle\b[^}]*\} from '(.+)'/m.exec(source)?.[1]
  if (from) return handleIn(join(dirname(file), from))
  return /^export const handle\b[^=]*= (\{[\s\S]*?\})$/m.exec(source)?.[1] ?? ''
}

/**
 * The routes of a module with who may open them, which is what the middleware of its file and of its layouts demands;
 * `in line` are those for which one waits in a rush. All of the admin is interactive.
 */
function pagesOf(folder: string, { lists = [] }: Module): string[] {
  const files = lists.map(({ name }) => `${name}.csv`)
  const demands = (source: string) =>
    ['Staff', 'Member'].find((who) =>
      new RegExp(`^export const middleware.*\\brequire${who}`, 'm').test(source),
    )
  const walk = (
    entries: readonly RouteConfigEntry[],
    around: readonly string[],
    outer: readonly string[],
  ): string[] =>
    entries.flatMap(({ id = '', file, path, index, children = [] }) => {
      const sources = [...around, sourceOf(file)]
      const handle = handleIn(file)
      const handles = [...outer, handle]
      const says = (fact: string) => handle.includes(`${fact}: true`)
      const who = sources.map(demands).find(Boolean)
      const address = `/${path ?? ''}`
      const own = line(
        address,
        who === 'Staff' ? actionOfPage(address) : (who?.toLowerCase() ?? 'anyone'),
        gateAt(address) && 'in line',
        handles.some((one) => one.includes('leadsToPayment: true')) && 'leads to payment',
        who !== 'Staff' &&
          handles.some((one) => one.includes('interactive: true')) &&
          'interactive',
        says('barOverPicture') && 'bar over a picture',
        /^export const middleware.*\breadableRedirects\b/m.test(sources.at(-1)!) &&
          'redirects that scripts read',
        says('shared') ? 'shared renders' : handle.includes('shared:') && 'shared renders at times',
      )
      const isPage = path !== undefined || index
      const isOwn = id.endsWith('.csv') ? files.includes(id) : file.startsWith(`${folder}/`)
      return [...(isPage && isOwn ? [own] : []), ...walk(children, sources, handles)]
    })
  return walk(routes as RouteConfigEntry[], [], [])
}

const staffLines = async (folder: string) =>
  [...(await kitActions(folder))].map(([name, { needs, fresh }]) =>
    line(name, needs, fresh && 'fresh code'),
  )

/** A limited login session is one that a purchase link opened; `mails` is refused to headless browsers. */
const customerLines = async (folder: string) =>
  [...(await customerActions(folder))].map(([name, { for: who, limited, mails, limit }]) =>
    line(
      name,
      who,
      limited && 'limited',
      mails && 'mails',
      typeof limit === 'object' ? `counts ${limit.counts}` : limit && `limit: ${limit}`,
    ),
  )

/** Each action that is logged: what the list of entries calls it, and its sentence about “it”. */
const logLines = ({ log }: Module) =>
  rows(log?.actions).map(([action, [title]]) => {
    const entry = {
      ...{ id: 1, at: new Date(), actorId: null, actorEmail: 'Sofia', action },
      ...{ subjectKind: 'list', subjectId: 'it', subjectLabel: 'it', before: null, after: null },
    }
    const { before, subject, after } = worded(entry).sentence
    return line(action, title, `${before} ${subject}${after}`)
  })

async function linesOf(folder: string, module: Module): Promise<string[]> {
  const { mails = [], jobs, tasks, lists = [], parts, figures, limited, personalData } = module
  return [
    ...section('pages, and who may open them', pagesOf(folder, module)),
    ...section('actions of staff', await staffLines(folder)),
    ...section('actions of customers', await customerLines(folder)),
    ...section('of a limited login session', [
      ...rows(limited?.pages).map(([page, methods]) => line(`/${page}`, ...methods)),
      ...rows(limited?.views).map(([page, views]) => line(`/${page}?view`, ...views)),
      ...(limited?.calls ?? []),
    ]),
    ...section(
      'parts of the admin',
      rows(parts).map(([, { title, page, action, group, place }]) =>
        line(title, page, action, `${group} ${place}`),
      ),
    ),
    ...section(
      'lists',
      lists.map(({ name, action, namesPeople }) =>
        line(name, action, namesPeople && 'a long file needs a fresh code'),
      ),
    ),
    ...section(
      'tasks',
      rows(tasks).map(([kind, { action, isTimed, href, button }]) =>
        line(kind, action, isTimed && 'by time', `${button} ${href({ subject: 'x', number: 7 })}`),
      ),
    ),
    ...section(
      'emails',
      mails.flatMap(({ kinds }) =>
        rows(kinds).map(([kind, { name, urgency, limit, list, keep }]) =>
          line(
            kind,
            name,
            `urgency ${urgency}`,
            limit,
            list && 'to the list',
            keep && `keeps ${keep.join(' ')}`,
          ),
        ),
      ),
    ),
    ...section(
      'jobs',
      rows(jobs).map(([name, { cron, queue, earlierNames }]) =>
        line(
          name,
          cron ?? 'queued',
          queue && `queue ${queue}`,
          earlierNames && `was ${earlierNames.join(' ')}`,
        ),
      ),
    ),
    ...section(
      'alarms',
      rows(figures?.alarms).map(([cause, { after, title, todo }]) =>
        line(cause, after ? `after ${after} min` : 'at once', `${title}. ${todo}`),
      ),
    ),
    ...section(
      'tables with persons',
      rows(personalData?.tables).map(([table, { exported, erased, merged }]) =>
        line(table, exported && 'exported', `erased: ${erased}`, `merged: ${merged}`),
      ),
    ),
    ...section('log', logLines(module)),
  ]
}

const contributing = new Map(await moduleFolders())
const folders = readdirSync('src', { withFileTypes: true }).filter((one) => one.isDirectory())
const written = await Promise.all(
  folders.map(
    async ({ name }) => [name, await linesOf(name, contributing.get(name) ?? {})] as const,
  ),
)

test.each(written.filter(([, lines]) => lines.length > 0))(
  'what %s contributes is what was read and found right',
  (folder, lines) => expectText(`../${folder}/module`, lines),
)
