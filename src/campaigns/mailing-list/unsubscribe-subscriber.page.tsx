import { Form } from 'react-router'

import { pageAction } from '#platform/action/page-action.server.ts'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { httpError } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { cluster, stack } from '#ui/layout.ts'

import type { Route } from './+types/unsubscribe-subscriber.page'
import { subscriberCopy } from './subscriber.copy.ts'
import { nameOfSubscriber } from './subscriber.rules.ts'
import { subscriberById } from './subscribers.store.server.ts'
import { unsubscribeSubscriber } from './unsubscribe.actions.server.ts'

const copy = subscriberCopy.leave

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

export { alsoAfterConflict as shouldRevalidate } from '#platform/http/after-refusal.ts'

const page = staffPage({
  needs: 'edit-subscribers',
  async load({ db, params }) {
    const subscriber = await subscriberById(db, params['id']!)
    if (!subscriber) throw httpError(404)
    const { fields, id, version } = subscriber
    return { id, version, name: nameOfSubscriber(fields), email: fields.email }
  },
  actions: {},
})
export const loader = page.loader
export const action = pageAction(unsubscribeSubscriber)

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
