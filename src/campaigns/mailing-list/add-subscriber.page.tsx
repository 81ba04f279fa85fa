import { Form } from 'react-router'

import { pageAction } from '#platform/action/page-action.server.ts'
import { fieldsOf } from '#platform/action/sent-form.ts'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { cluster, stack } from '#ui/layout.ts'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'

import type { Route } from './+types/add-subscriber.page'
import { addSubscriber } from './add-subscriber.actions.server.ts'
import { subscriberCopy } from './subscriber.copy.ts'

const copy = subscriberCopy.add

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

const page = staffPage({ needs: 'edit-subscribers', load: async () => ({}), actions: {} })
export const loader = page.loader
export const action = pageAction(addSubscriber)

export default function AddSubscriber({ actionData }: Route.ComponentProps) {
  const field = fieldsOf(actionData)
  return (
    <AdminPage title={copy.title}>
      <Form method="post" className={stack(3, { width: 34, text: 'sans' })} noValidate>
        <p>{copy.intro}</p>
        <TextField {...field('fullname')} label={copy.fullname} autoComplete="off" />
        <TextField {...field('email')} type="email" label={copy.email} autoComplete="off" />
        <TextArea {...field('proof')} label={copy.proof} hint={copy.proofHint} />
        <div className={cluster(2)}>
          <Button>{copy.submit}</Button>
          <ButtonLink href={paths.subscriberList()} kind="secondary">
            {copy.back}
          </ButtonLink>
        </div>
      </Form>
    </AdminPage>
  )
}
