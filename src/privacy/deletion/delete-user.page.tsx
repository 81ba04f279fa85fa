import { textOf } from '#platform/form/form-text.rules.ts'
import { data, Form } from 'react-router'

import { userCopy } from '../people/user.copy.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import styles from '#campaigns/mailing-list/delete-subscriber.module.css'
import { GoneRecord } from '#platform/form/gone-record.tsx'
import { shopContext } from '#platform/http/context.ts'
import { flashTo } from '#platform/http/flash.ts'
import { memberOf, requireFreshCode } from '#platform/http/guards.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { safeReturnTo } from '#platform/http/return-to.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { permitted } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { cluster } from '#ui/layout.ts'

import type { Route } from './+types/delete-user.page'

const copy = userCopy.deletion

export const middleware: Route.MiddlewareFunction[] = [requireFreshCode]
export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.confirm)

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const viewed = permitted(await context.get(shopContext).viewUser(memberOf(context), params.id))
  const to = safeReturnTo(url.searchParams.get('to'), paths.usersList())
  if (!viewed.ok) return data({ person: null, to }, { status: 404 })
  const { firstname, lastname, email } = viewed.user.fields
  return data({ person: { name: `${firstname} ${lastname}`.trim() || email, email }, to })
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const to = safeReturnTo(textOf(await request.formData(), 'to'), paths.usersList())
  const deleted = await context.get(shopContext).deleteUser(memberOf(context), params.id)
  const say = flashTo(context, to)
  return deleted.ok ? say('good', copy.done) : say('bad', copy[deleted.reason])
}

/** Names the person, states the consequences, and asks for confirmation. */
export default function DeleteUser({ loaderData: { person, to } }: Route.ComponentProps) {
  if (!person) return <GoneRecord backTo={to} />
  const { name, email } = person
  return (
    <AdminPage title={copy.title(name)}>
      <Form method="post" replace className={styles.form}>
        <p>{copy.text(email)}</p>
        <input type="hidden" name="to" value={to} />
        <div className={cluster(2)}>
          <Button>{copy.confirm}</Button>
          <ButtonLink href={to} kind="secondary">
            {copy.keep}
          </ButtonLink>
        </div>
      </Form>
    </AdminPage>
  )
}
