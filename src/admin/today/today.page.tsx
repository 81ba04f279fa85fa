import { Form } from 'react-router'

import { staffPage } from '#platform/action/staff-page.server.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { listCopy } from '#platform/admin/admin.copy.ts'
import { ButtonForm } from '#platform/form/button-form.tsx'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { lastShownRows } from '#platform/list/last-shown.ts'
import { useLiveList } from '#platform/list/use-live-list.ts'
import { ShopMoment } from '#platform/text/dates.tsx'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { atMost, cluster, ledger, letters } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'

import { adminParts } from '../parts.rules.ts'
import type { Route } from './+types/today.page'
import { beginTask, returnTask, viewTasks } from './tasks.actions.server.ts'
import { urgencyOf } from './tasks.rules.ts'

import styles from './today.page.module.css'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, adminParts.today.title)

const page = staffPage({
  needs: 'see-today',
  load: async ({ services, viewer }) => ({
    ...(await viewTasks(services, viewer)),
    isStale: false,
  }),
  actions: { begin: beginTask, 'give-back': returnTask },
})
export const loader = page.loader
export const action = page.action

const last = lastShownRows<Awaited<ReturnType<typeof loader>>>()

export const clientLoader = ({ serverLoader }: Route.ClientLoaderArgs) =>
  last.loadOrStale(() => serverLoader())

type Shown = Route.ComponentProps['loaderData']

function summaryOf({ tasks, isMore }: Shown) {
  const count = tasks.reduce((sum, task) => sum + task.count, 0)
  const things = count === 1 && !isMore ? 'thing' : 'things'
  return `${isMore ? 'more than ' : ''}${count.toLocaleString('en-US')} ${things} to do`
}

export default function Today({ loaderData }: Route.ComponentProps) {
  const { tasks, next, now, isStale } = loaderData
  useLiveList('tasks', isStale)
  return (
    <AdminPage
      title={adminParts.today.title}
      {...(tasks.length > 0 && { summary: summaryOf(loaderData) })}
    >
      {isStale && (
        <Notice tone="info">
          {listCopy.stale} <ShopMoment at={now} />
        </Notice>
      )}
      {tasks.length === 0 ? (
        <p className={letters.big}>
          All done.{' '}
          {next ? (
            <>
              {next.words} <ShopMoment at={next.at} />.
            </>
          ) : (
            'Nothing is waiting for you.'
          )}
        </p>
      ) : (
        <>
          <p className={letters.intro}>
            Oldest first. Tasks close themselves when the work is done.
          </p>
          <ol className={classes(ledger(2), atMost(68))}>
            {tasks.map((task) => (
              <TaskRow key={task.id} task={task} now={now} />
            ))}
          </ol>
        </>
      )}
    </AdminPage>
  )
}

function TaskRow({ task, now }: { task: Shown['tasks'][number]; now: Date }) {
  const urgency = urgencyOf(task, now)
  const { taken, title, about, count, button, atOnce } = task
  return (
    <li className={styles.task} data-urgency={urgency}>
      <span className={styles.since}>{ageOf(task.since, now)}</span>
      <div>
        <h2 className={letters.strong}>{count > 1 ? `${title} (${count})` : title}</h2>
        {about && <p className={letters.quiet}>{about}</p>}
        {task.due && (
          <p className={classes(letters.small, styles.due)}>
            {urgency === 'overdue' ? 'Was due' : 'Due'} <ShopMoment at={task.due} />
          </p>
        )}
        {taken && (
          <p className={letters.small}>
            taken by {taken.isOwn ? 'you' : taken.by} {agoOf(taken.at, now)}
          </p>
        )}
      </div>
      <div className={classes(cluster([1, 2], { justify: 'end' }), styles.actions)}>
        {atOnce && (
          <ButtonForm
            kind="secondary"
            action={atOnce.action}
            intent={atOnce.intent}
            fields={atOnce.fields}
            aria-label={`${atOnce.button}: ${title}`}
          >
            {atOnce.button}
          </ButtonForm>
        )}
        <Form method="post" className={cluster([0, 2])}>
          <input type="hidden" name="task" value={task.id} />
          <Button
            kind={atOnce ? 'quiet' : 'secondary'}
            name="intent"
            value="begin"
            aria-label={`${button}: ${title}`}
          >
            {button}
          </Button>
          {taken?.isOwn && (
            <Button kind="quiet" name="intent" value="give-back" aria-label={`Give back: ${title}`}>
              Give back
            </Button>
          )}
        </Form>
      </div>
    </li>
  )
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['min', 60_000],
] as const

/** How long ago, in the largest whole unit: `3 days`, `2 hours`, `5 min`; `now` within a minute. */
function ageOf(since: Date, now: Date): string {
  const millis = Math.max(0, now.getTime() - since.getTime())
  const [unit, size] = units.find(([, length]) => millis >= length) ?? units[2]
  const figure = Math.floor(millis / size)
  if (figure === 0) return 'now'
  return `${figure} ${unit}${figure === 1 || unit === 'min' ? '' : 's'}`
}

/** `3 min ago`, `just now` */
function agoOf(at: Date, now: Date): string {
  const age = ageOf(at, now)
  return age === 'now' ? 'just now' : `${age} ago`
}
