import { Form } from 'react-router'

import { pageAction } from '#platform/action/page-action.server.ts'
import { fieldsOf } from '#platform/action/sent-form.ts'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { Button } from '#ui/button.tsx'
import { fields } from '#ui/layout.ts'
import { TextField } from '#ui/text-field.tsx'

import type { Route } from './+types/new-campaign.page'
import { campaignCopy as copy, campaignsCopy } from './campaigns.copy.ts'
import { createCampaign } from './write-campaign.actions.server.ts'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.newTitle)

const page = staffPage({ needs: 'write-emails', load: async () => ({}), actions: {} })
export const loader = page.loader
export const action = pageAction(createCampaign)

export default function NewCampaign({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AdminPage title={copy.newTitle}>
      <Form method="post" className={fields(40, 2)}>
        <input type="hidden" name="key" value={actionData?.values['key'] ?? loaderData.formKey} />
        <TextField
          {...fieldsOf(actionData)('name')}
          label={campaignsCopy.name}
          hint={campaignsCopy.nameHint}
          maxLength={80}
          required
        />
        <Button>{copy.create}</Button>
      </Form>
    </AdminPage>
  )
}
