import { data, Link, redirect } from 'react-router'

import { counted } from '#domain/copy/desk.ts'
import { lettersCopy as copy } from '#domain/copy/letters-desk.ts'
import { DeadLetters } from '#web/components/admin/dead-letters.tsx'
import { DeskPage } from '#web/components/admin/desk-page.tsx'
import { shopContext, siteContext } from '#web/context.ts'
import { flash } from '#web/flash.ts'
import { memberOf, requireStaff } from '#web/guards.ts'
import { paths } from '#web/paths.ts'

import type { Route } from './+types/letters'

export const handle = { interactive: true }
export const middleware: Route.MiddlewareFunction[] = [requireStaff]
export const meta: Route.MetaFunction = () => [{ title: `${copy.title} · Kohue` }]

const pageOf = (url: URL): number => {
  const page = Number(url.searchParams.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 && page < 100_000 ? page : 1
}

export async function loader({ url, context }: Route.LoaderArgs) {
  const page = pageOf(url)
  const listed = await context.get(shopContext).listDeadMails(memberOf(context), page)
  if (!listed.ok) throw data(null, { status: 403 })
  const { mails, total, pages } = listed
  return { letters: mails, total, page, pages }
}

/** Sends one letter again; it is noted who asked for it. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const id = String((await request.formData()).get('id') ?? '')
  const sent = await context.get(shopContext).resendMail(memberOf(context), id)
  if (!sent.ok && sent.reason === 'not-staff') throw data(null, { status: 403 })
  const said = flash(
    sent.ok ? { tone: 'good', sentence: copy.sentAgain } : { tone: 'info', sentence: copy.notDead },
    context.get(siteContext),
  )
  const page = pageOf(url)
  const here = paths.letters({ page: page > 1 ? String(page) : undefined })
  return redirect(here, { headers: { 'set-cookie': said } })
}

export default function Letters({ loaderData }: Route.ComponentProps) {
  const { total } = loaderData
  return (
    <DeskPage
      title={copy.title}
      summary={counted(total, copy.one, copy.many)}
      actions={<Link to={paths.auditLog({ q: 'resend-mail' })}>{copy.log}</Link>}
    >
      <p>{copy.intro}</p>
      <DeadLetters {...loaderData} />
    </DeskPage>
  )
}
