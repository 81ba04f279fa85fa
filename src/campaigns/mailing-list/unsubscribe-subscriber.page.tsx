import { Form } from 'react-router'

import { subscriberCopy } from './subscriber.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { shopContext } from '#platform/http/context.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { memberOf } from '#platform/http/guards.ts'
import { found, httpError } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { cluster, stack } from '#ui/layout.ts'

import type { Route } from './+types/unsubscribe-subscriber.page'

const copy = subscriberCopy.leave

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export async function loader({ params, context }: Route.LoaderArgs) {
  const viewed = found(await context.get(shopContext).viewSubscriber(memberOf(context), params.id))
  const { fields, id, version } = viewed.subscriber
  return { id, version, name: fields.fullname, email: fields.email }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const version = Number((await request.formData()).get('version'))
  const shop = context.get(shopContext)
  const left = await shop.unsubscribeSubscriber(memberOf(context), params.id, version)
  if (!left.ok && left.reason !== 'saved-elsewhere') {
    throw httpError(left.reason === 'gone' ? 404 : 403)
  }
  const said = left.ok
    ? ({ tone: 'good', sentence: copy.done } as const)
    : ({ tone: 'bad', sentence: copy.savedElsewhere } as const)
  return redirectWithFlash(paths.subscriber(params.id), said, context)
}

export default function UnsubscribeSubscriber({ loaderData }: Route.ComponentProps) {
  const { id, version, name, email } = loaderData
  return (
    <AdminPage title={copy.ask(name)}>
      <Form method="post" className={stack(3, { width: 34, text: 'sans' })}>
        <p>{copy.text(email)}</p>
        <input type="hidden" name="version" value={version} />
        <div className={cluster(2)}>
          <Button>{copy.submit}</Button>
          <ButtonLink href={paths.subscriber(id)} kind="secondary">
            {copy.keep}
          </ButtonLink>
        </div>
      </Form>
    </AdminPage>
  )
}
