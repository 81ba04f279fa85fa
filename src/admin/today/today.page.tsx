import { Form, redirect } from 'react-router'

import type { TitledTask } from './tasks.actions.server.ts'
import { urgencyOf } from './tasks.rules.ts'
import { listCopy } from '#platform/admin/admin.copy.ts'
import { ageOf, agoOf, tasksCopy as copy } from './admin-tasks.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { lastShownRows } from '#platform/list/last-shown.ts'
import { useLiveList } from '#platform/list/use-live-list.ts'
import { ShopMoment } from '#platform/text/dates.tsx'
import { shopContext } from '#platform/http/context.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { callerOf, memberOf } from '#platform/http/guards.ts'
import { httpError, permitted } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { Button } from '#ui/button.tsx'
import { letters } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'

import type { Route } from './+types/today.page'
import styles from './today.page.module.css'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export async function loader({ context }: Route.LoaderArgs) {
  const viewed = await context.get(shopContext).viewTasks(memberOf(context))
  if (!viewed) throw httpError(403)
  return { ...viewed, isStale: false }
}

const last = lastShownRows<Awaited<ReturnType<typeof loader>>>()

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) =>
  last.loadOrStale(() => serverLoader())

export async function action({ request, context }: Route.ActionArgs) {
  const { shop, viewer } = callerOf(context)
  const form = await request.formData()
  const id = String(form.get('task') ?? '')
  if (form.get('intent') === 'give-back') {
    if (!(await shop.returnTask(viewer, id))) throw httpError(403)
    return redirectWithFlash(paths.today(), { tone: 'good', sentence: copy.returned }, context)
  }
  const begun = permitted(await shop.beginTask(viewer, id))
  if (begun.ok) return redirect(begun.href, 303)
  if (begun.reason === 'taken') {
    const sentence = copy.takenNow(begun.by)
    return redirectWithFlash(begun.href, { tone: 'info', sentence }, context)
  }
  return redirectWithFlash(paths.today(), { tone: 'info', sentence: copy.closed }, context)
}

export default function Today({ loaderData }: Route.ComponentProps) {
  const { tasks, isMore, next, now, isStale } = loaderData
  useLiveList('tasks', isStale)
  return (
    <AdminPage
      title={copy.title}
      {...(tasks.length > 0 && { summary: copy.summary(tasks.length, isMore) })}
    >
      {isStale && (
        <Notice tone="info">
          {listCopy.stale} <ShopMoment at={now} />
        </Notice>
      )}
      {tasks.length === 0 ? (
        <p className={styles.none}>
          {copy.none}{' '}
          {next ? (
            <>
              {copy.next[next.kind](next.number)} <ShopMoment at={next.at} />.
            </>
          ) : (
            copy.nothing
          )}
        </p>
      ) : (
        <>
          <p className={styles.intro}>{copy.intro}</p>
          <ol className={styles.tasks}>
            {tasks.map((task) => (
              <TaskRow key={task.id} task={task} now={now} />
            ))}
          </ol>
        </>
      )}
    </AdminPage>
  )
}

function TaskRow({ task, now }: { task: TitledTask; now: Date }) {
  const urgency = urgencyOf(task, now)
  const { taken, title, button } = task
  return (
    <li className={styles.task} data-urgency={urgency}>
      <span className={styles.since}>{ageOf(task.since, now)}</span>
      <div className={styles.what}>
        <h2>{title}</h2>
        {task.due && (
          <p className={styles.due}>
            {urgency === 'overdue' ? copy.overdue : copy.due} <ShopMoment at={task.due} />
          </p>
        )}
        {taken && (
          <p className={letters.small}>
            {taken.isOwn
              ? copy.own(agoOf(taken.at, now))
              : copy.taken(taken.by, agoOf(taken.at, now))}
          </p>
        )}
      </div>
      <Form method="post" className={styles.actions}>
        <input type="hidden" name="task" value={task.id} />
        <Button kind="secondary" aria-label={`${button}: ${title}`}>
          {button}
        </Button>
        {taken?.isOwn && (
          <Button kind="quiet" name="intent" value="give-back" aria-label={copy.giveBackOf(title)}>
            {copy.giveBack}
          </Button>
        )}
      </Form>
    </li>
  )
}
