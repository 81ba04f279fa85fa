import { redirect } from 'react-router'

import { reconciliationCopy as copy } from '#domain/copy/reconciliation.ts'
import { ReconciliationResult } from '#web/components/reconciliation/admin/reconciliation-result.tsx'
import { AdminPage } from '#web/components/admin/admin-page.tsx'
import { EarlierReconciliations } from '#web/components/reconciliation/admin/earlier-checks.tsx'
import { shopContext, siteContext } from '#web/context.ts'
import { flash } from '#web/flash.ts'
import { memberOf, requireStaff } from '#web/guards.ts'
import { paths } from '#domain/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { httpError } from '#web/http-error.ts'
import { unlistedMeta } from '#web/page-meta.ts'

import type { Route } from './+types/reconciliation'
import styles from './reconciliation.module.css'

export const handle = { interactive: true }
export const middleware: Route.MiddlewareFunction[] = [requireStaff]
export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export async function loader({ context }: Route.LoaderArgs) {
  const viewed = await context.get(shopContext).viewReconciliation(memberOf(context))
  if (!viewed.ok) throw httpError(403)
  return { checks: viewed.checks }
}

export async function action({ context }: Route.ActionArgs) {
  const requested = await context.get(shopContext).requestReconciliation(memberOf(context))
  if (!requested.ok) throw httpError(403)
  const cookie = flash({ tone: 'info', sentence: copy.asked }, context.get(siteContext))
  return redirect(paths.reconciliation(), { status: 303, headers: { 'set-cookie': cookie } })
}

export default function ReconciliationPage({ loaderData: { checks } }: Route.ComponentProps) {
  const [latest, ...earlier] = checks
  return (
    <AdminPage title={copy.title}>
      <p className={styles.intro}>{copy.intro}</p>
      <form method="post">
        <Button kind="secondary">{copy.check}</Button>
      </form>
      {latest ? <ReconciliationResult check={latest} /> : <p>{copy.never}</p>}
      {earlier.length > 0 && <EarlierReconciliations checks={earlier} />}
    </AdminPage>
  )
}
