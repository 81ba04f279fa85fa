import { data, redirect } from 'react-router'

import { booksCopy as copy } from '#domain/copy/books.ts'
import { BooksResult } from '#web/components/admin/books-result.tsx'
import { DeskPage } from '#web/components/admin/desk-page.tsx'
import { EarlierChecks } from '#web/components/admin/earlier-checks.tsx'
import { shopContext, siteContext } from '#web/context.ts'
import { flash } from '#web/flash.ts'
import { memberOf, requireStaff } from '#web/guards.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'

import type { Route } from './+types/books'
import styles from './books.module.css'

export const handle = { interactive: true }
export const middleware: Route.MiddlewareFunction[] = [requireStaff]
export const meta: Route.MetaFunction = () => [{ title: `${copy.title} · Kohue` }]

export async function loader({ context }: Route.LoaderArgs) {
  const viewed = await context.get(shopContext).viewBooks(memberOf(context))
  if (!viewed.ok) throw data(null, { status: 403 })
  return { checks: viewed.checks }
}

export async function action({ context }: Route.ActionArgs) {
  const asked = await context.get(shopContext).askForBooksCheck(memberOf(context))
  if (!asked.ok) throw data(null, { status: 403 })
  const said = flash({ tone: 'info', sentence: copy.asked }, context.get(siteContext))
  return redirect(paths.books(), { status: 303, headers: { 'set-cookie': said } })
}

export default function Books({ loaderData: { checks } }: Route.ComponentProps) {
  const [latest, ...earlier] = checks
  return (
    <DeskPage title={copy.title}>
      <p className={styles.intro}>{copy.intro}</p>
      <form method="post">
        <Button kind="secondary">{copy.check}</Button>
      </form>
      {latest ? <BooksResult check={latest} /> : <p>{copy.never}</p>}
      {earlier.length > 0 && <EarlierChecks checks={earlier} />}
    </DeskPage>
  )
}
