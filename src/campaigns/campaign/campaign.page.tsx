import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { Link } from 'react-router'

import { pageAction } from '#platform/action/page-action.server.ts'
import { sentBy } from '#platform/action/sent-form.ts'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { usePolling } from '#platform/admin/use-polling.ts'
import { textOf, wholeNumberIn } from '#platform/form/form-text.rules.ts'
import { httpError } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { stack } from '#ui/layout.ts'

import type { Route } from './+types/campaign.page'
import { CampaignEditor, SavedByEnter } from './campaign-editor.tsx'
import { CampaignFigures } from './campaign-figures.tsx'
import { CampaignPreview, TestButton } from './campaign-preview.tsx'
import { CampaignSchedule } from './campaign-schedule.tsx'
import type { CampaignState } from './campaign.rules.ts'
import { campaignsCopy } from './campaigns.copy.ts'
import type { ContentErrors } from './content.rules.ts'
import { previewCampaign, viewCampaignRecipient } from './preview-campaign.actions.server.ts'
import { findRecipients } from './recipients.store.server.ts'
import {
  pauseCampaign,
  resumeCampaign,
  scheduleCampaign,
  sendTestCampaign,
  stopCampaign,
  unscheduleCampaign,
} from './turn-campaign.actions.server.ts'
import { viewCampaign } from './view-campaign.actions.server.ts'
import {
  createCorrection,
  createReminder,
  discardCampaign,
  saveCampaign,
} from './write-campaign.actions.server.ts'

import styles from './campaign.module.css'

export const meta: Route.MetaFunction = (args) =>
  unlistedMeta(args, args.loaderData?.campaign.name ?? campaignsCopy.title)

/** The address of a preview for nobody, with example values. */
const examples = 'examples'

const page = staffPage({
  needs: 'write-emails',
  async load({ services, db, params, url }) {
    const id = params['id']!
    const viewed = await viewCampaign(services, id)
    if (!viewed) throw httpError(404)
    const search = url.searchParams.get('person')?.trim() ?? ''
    const people = search ? await findRecipients(db, search.slice(0, 100)) : null
    const chosen = url.searchParams.get('as')
    const wanted = chosen ?? viewed.shownTo ?? examples
    const recipient = wanted === examples ? null : await viewCampaignRecipient(services, id, wanted)
    if (chosen && chosen !== examples && !recipient) throw httpError(404)
    const as = recipient ? { personId: recipient.id } : { isKnown: true }
    const preview = await previewCampaign(services, id, as)
    const { timeZone } = services.settings
    const shown = { subject: preview?.subject ?? '', text: preview?.text ?? '' }
    return { ...viewed, ...shown, search, people, recipient, timeZone }
  },
  actions: {},
})
export const loader = page.loader

const actions = {
  test: sendTestCampaign,
  remind: createReminder,
  correct: createCorrection,
  discard: discardCampaign,
  schedule: scheduleCampaign,
  unschedule: unscheduleCampaign,
  pause: pauseCampaign,
  resume: resumeCampaign,
  stop: stopCampaign,
}

/** Whatever is pressed in the editor of a draft saves it first. */
export async function action(args: Route.ActionArgs) {
  const form = await args.request.clone().formData()
  if (!form.has('subject')) return pageAction(actions)(args)
  const saved = await pageAction(saveCampaign)({ ...args, request: args.request.clone() })
  const isSaved = saved instanceof Response
  if (!isSaved || !Object.hasOwn(actions, textOf(form, 'intent'))) return saved
  return pageAction(actions, () => ({ version: (wholeNumberIn(form.get('version')) ?? 0) + 1 }))(
    args,
  )
}

/** Also after a refusal: what was pressed saved the words first, and raised the version. */
export const shouldRevalidate = ({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => actionStatus !== undefined || defaultShouldRevalidate

/** Empty parts of a draft are errors only when it is scheduled. */
const mistakes = (errors: ContentErrors): ContentErrors =>
  Object.fromEntries(
    Object.entries(errors).filter(([, { error }]) => error !== 'empty' && error !== 'no-blocks'),
  )

/** The counts change while it is sent; before, its audience is counted with each poll. */
const pollsEveryMs: Partial<Record<CampaignState, number>> = { scheduled: 15_000, sending: 3_000 }

export default function CampaignPage({ loaderData, actionData }: Route.ComponentProps) {
  const { campaign, formKey } = loaderData
  const refused = actionData?.shown
  const scheduling = refused ? null : sentBy(actionData, { intent: 'schedule' })
  // What is empty in a draft is a mistake only once it is scheduled.
  const errors = scheduling?.refusal ? loaderData.errors : mistakes(loaderData.errors)
  usePolling(pollsEveryMs[campaign.state] ?? null)
  return (
    <AdminPage
      title={campaign.name}
      summary={campaignsCopy.states[campaign.state]}
      actions={
        <>
          {campaign.state === 'draft' && <SavedByEnter />}
          <TestButton campaign={campaign} recipient={loaderData.recipient} />
          <Link to={paths.campaigns()}>All campaigns</Link>
        </>
      }
    >
      <div className={styles.columns}>
        <div className={stack(4)}>
          {loaderData.figures && (
            <CampaignFigures
              figures={loaderData.figures}
              hours={loaderData.hours}
              campaign={campaign}
              newKey={formKey}
            />
          )}
          {campaign.state === 'draft' && (
            <CampaignEditor
              key={campaign.version}
              campaign={{ ...campaign, ...refused?.typed, version: campaign.version }}
              isRefused={Boolean(refused)}
              corrected={loaderData.corrected}
              releases={loaderData.releases}
              errors={{ ...errors, ...refused?.errors }}
              nameError={refused?.nameError}
            />
          )}
          <CampaignSchedule {...loaderData} sent={scheduling} />
        </div>
        <CampaignPreview {...loaderData} />
      </div>
    </AdminPage>
  )
}
