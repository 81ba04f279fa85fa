import { data, Form } from 'react-router'

import { subscriberCopy } from './subscriber.copy.ts'
import type { AddedErrors, AddedFields } from './add-subscriber-form.rules.ts'
import { readAdded } from './add-subscriber-form.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { shopContext } from '#platform/http/context.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { memberOf } from '#platform/http/guards.ts'
import { permitted } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { cluster, stack } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'

import type { Route } from './+types/add-subscriber.page'

const copy = subscriberCopy.add

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

type Result = { values: AddedFields; errors: AddedErrors; sentence: string | null }

export async function action({ request, context }: Route.ActionArgs) {
  const values = readAdded(await request.formData())
  const added = permitted(await context.get(shopContext).addSubscriber(memberOf(context), values))
  const show = (result: Partial<Result>, status: number) =>
    data<Result>({ values, errors: {}, sentence: null, ...result }, { status })
  if (added.ok) {
    const to = paths.subscriber(added.id)
    return redirectWithFlash(to, { tone: 'good', sentence: copy.added }, context)
  }
  if (added.reason === 'invalid') return show({ errors: added.errors }, 400)
  return show({ sentence: copy.refused[added.reason] }, 409)
}

export default function AddSubscriber({ actionData: result }: Route.ComponentProps) {
  return (
    <AdminPage title={copy.title}>
      <Form method="post" className={stack(3, { width: 34, text: 'sans' })} noValidate>
        {result?.sentence && <Notice>{result.sentence}</Notice>}
        <p>{copy.intro}</p>
        <TextField
          name="fullname"
          label={copy.fullname}
          autoComplete="off"
          defaultValue={result?.values.fullname}
          error={result?.errors.fullname}
        />
        <TextField
          name="email"
          type="email"
          label={copy.email}
          autoComplete="off"
          defaultValue={result?.values.email}
          error={result?.errors.email}
        />
        <TextArea
          name="proof"
          label={copy.proof}
          hint={copy.proofHint}
          defaultValue={result?.values.proof}
          error={result?.errors.proof}
        />
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
