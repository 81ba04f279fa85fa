import { randomUUID } from 'node:crypto'

import { data, Form, redirect } from 'react-router'

import { campaignCopy as copy, campaignsCopy } from './campaigns.copy.ts'
import { textOf } from '#platform/form/form-text.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { shopContext } from '#platform/http/context.ts'
import { memberOf } from '#platform/http/guards.ts'
import { permitted } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { Button } from '#ui/button.tsx'
import { stack } from '#ui/layout.ts'
import { TextField } from '#ui/text-field.tsx'

import type { Route } from './+types/new-campaign.page'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.newTitle)

export const loader = () => ({ key: randomUUID() })

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const key = textOf(form, 'key')
  const made = { key, name: textOf(form, 'name'), of: null }
  const created = permitted(await context.get(shopContext).createCampaign(memberOf(context), made))
  if (created.ok) return redirect(paths.campaign(created.id), 303)
  return data({ key, error: copy.refused['no-name'] }, 400)
}

export default function NewCampaign({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AdminPage title={copy.newTitle}>
      <Form method="post" className={stack(2, { width: 40 })}>
        <input type="hidden" name="key" value={actionData?.key ?? loaderData.key} />
        <TextField
          name="name"
          label={campaignsCopy.name}
          hint={campaignsCopy.nameHint}
          maxLength={80}
          error={actionData?.error}
          required
        />
        <Button>{copy.create}</Button>
      </Form>
    </AdminPage>
  )
}
