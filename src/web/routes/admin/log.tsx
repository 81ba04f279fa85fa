import { data, Link } from 'react-router'

import { isSubjectKind } from '#domain/audit.ts'
import { logCopy as copy } from '#domain/copy/records.ts'
import { DeskPage } from '#web/components/admin/desk-page.tsx'
import { LogEntries } from '#web/components/admin/log-entries.tsx'
import { shopContext } from '#web/context.ts'
import { memberOf, requireStaff } from '#web/guards.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/text-field.tsx'

import type { Route } from './+types/log'
import styles from './log.module.css'

export const handle = { interactive: true }
export const middleware: Route.MiddlewareFunction[] = [requireStaff]
export const meta: Route.MetaFunction = () => [{ title: `${copy.title} · Kohue` }]

/** Longest search that is looked for. */
const maxSearch = 120

export async function loader({ url, context }: Route.LoaderArgs) {
  const search = (url.searchParams.get('q') ?? '').trim().slice(0, maxSearch)
  const subject = subjectIn(url.searchParams.get('subject'))
  const olderThan = entryIn(url.searchParams.get('before'))
  const question = { search, subject, olderThan }
  const viewed = await context.get(shopContext).viewAuditLog(memberOf(context), question)
  if (!viewed.ok) throw data(null, { status: 403 })
  return { ...question, entries: viewed.entries, hasMore: viewed.hasMore }
}

/** `client:7f…` */
function subjectIn(text: string | null) {
  const [kind, id] = text?.split(/:(.*)/s) ?? []
  return isSubjectKind(kind) && id ? { kind, id: id.slice(0, 200) } : null
}

function entryIn(text: string | null): number | null {
  const id = Number(text)
  return text !== null && Number.isSafeInteger(id) && id > 0 ? id : null
}

export default function LogPage({ loaderData }: Route.ComponentProps) {
  const { search, subject, olderThan, entries, hasMore } = loaderData
  const about = subject ? `${subject.kind}:${subject.id}` : undefined
  const isNarrowed = search !== '' || subject !== null
  const hrefOf = (before?: number) =>
    paths.auditLog({ q: search, subject: about, before: before ? String(before) : undefined })
  return (
    <DeskPage title={copy.title}>
      <form role="search" action={paths.auditLog()} className={styles.search}>
        {about && <input type="hidden" name="subject" value={about} />}
        <TextField
          key={search}
          type="search"
          name="q"
          label={copy.search}
          defaultValue={search}
          maxLength={maxSearch}
          autoComplete="off"
          className={styles.words}
        />
        <Button>{copy.show}</Button>
        {isNarrowed && <Link to={paths.auditLog()}>{copy.clear}</Link>}
      </form>
      {subject && <p>{copy.about(entries[0]?.subjectLabel || subject.id)}</p>}
      {entries.length > 0 ? (
        <LogEntries entries={entries} />
      ) : (
        <p>{isNarrowed || olderThan ? copy.noneFound : copy.none}</p>
      )}
      {(hasMore || olderThan) && (
        <nav className={styles.pages} aria-label={copy.pages}>
          {olderThan && <Link to={hrefOf()}>{copy.newest}</Link>}
          {hasMore && (
            <Link to={hrefOf(entries.at(-1)!.id)} rel="next">
              {copy.older}
            </Link>
          )}
        </nav>
      )}
    </DeskPage>
  )
}
