import { randomUUID } from 'node:crypto'

import { useEffect, useEffectEvent } from 'react'
import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { Link, useRevalidator } from 'react-router'

import type { CampaignState } from '#domain/campaigns/campaign.ts'
import type { ContentErrors } from '#domain/campaigns/content.ts'
import { campaignCopy as copy, campaignsCopy } from '#domain/copy/campaigns.ts'
import { paths } from '#domain/paths.ts'
import { AdminPage } from '#web/components/admin/admin-page.tsx'
import { CampaignEditor } from '#web/components/campaigns/admin/campaign-editor.tsx'
import { CampaignFigures } from '#web/components/campaigns/admin/campaign-figures.tsx'
import { CampaignPreview } from '#web/components/campaigns/admin/campaign-preview.tsx'
import { CampaignSchedule } from '#web/components/campaigns/admin/campaign-schedule.tsx'
import styles from '#web/components/campaigns/admin/campaign.module.css'
import { shopContext, siteContext } from '#web/context.ts'
import { memberOf } from '#web/guards.ts'
import { httpError } from '#web/http-error.ts'
import { unlistedMeta } from '#web/page-meta.ts'
import { Notice } from '#web/ui/notice.tsx'

import type { Route } from './+types/campaign'
import { changeCampaign } from './campaign-action.ts'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, campaignsCopy.title)

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const viewer = memberOf(context)
  const shop = context.get(shopContext)
  const viewed = await shop.viewCampaign(viewer, params.id)
  if (!viewed) throw httpError(404)
  const search = url.searchParams.get('person')?.trim() ?? ''
  const people = search ? await shop.findCampaignRecipients(viewer, search) : null
  const wanted = url.searchParams.get('as')
  const recipient = wanted ? await shop.viewCampaignRecipient(viewer, params.id, wanted) : null
  if (wanted && !recipient) throw httpError(404)
  const as = recipient ? { personId: recipient.id } : { isKnown: true }
  const preview = await shop.previewCampaign(viewer, params.id, as)
  const { timeZone } = context.get(siteContext)
  const shown = { subject: preview?.subject ?? '', text: preview?.text ?? '' }
  return { ...viewed, ...shown, search, people, recipient, timeZone, key: randomUUID() }
}

export const action = (args: Route.ActionArgs) => changeCampaign(args)

/** Also after a refusal: what was pressed saved the words first, and raised the version. */
export const shouldRevalidate = ({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) => actionStatus !== undefined || defaultShouldRevalidate

/** What nobody has written yet is no mistake, until it is to leave. */
const mistakes = (errors: ContentErrors): ContentErrors =>
  Object.fromEntries(
    Object.entries(errors).filter(([, { error }]) => error !== 'empty' && error !== 'no-blocks'),
  )

/** The counts of a campaign are loaded again so often while it leaves. */
const everyMs = 3_000

function useCountsOf(state: CampaignState): void {
  const { revalidate, state: loading } = useRevalidator()
  const refresh = useEffectEvent(() => {
    if (loading === 'idle' && document.visibilityState === 'visible') void revalidate()
  })
  useEffect(() => {
    if (state !== 'sending' && state !== 'scheduled') return
    const timer = setInterval(() => refresh(), everyMs)
    return () => clearInterval(timer)
  }, [state])
}

export default function CampaignPage({ loaderData, actionData }: Route.ComponentProps) {
  const { campaign, key } = loaderData
  const refused = actionData && 'error' in actionData ? actionData : null
  useCountsOf(campaign.state)
  return (
    <AdminPage
      title={campaign.name}
      summary={campaignsCopy.states[campaign.state]}
      actions={<Link to={paths.campaigns()}>{copy.all}</Link>}
    >
      {refused && <Notice tone="bad">{refused.error}</Notice>}
      <div className={styles.columns}>
        <div className={styles.column}>
          {loaderData.figures && (
            <CampaignFigures
              figures={loaderData.figures}
              hours={loaderData.hours}
              campaign={campaign}
              newKey={key}
            />
          )}
          {campaign.state === 'draft' && (
            <CampaignEditor
              key={campaign.version}
              campaign={{ ...campaign, ...refused?.typed, version: campaign.version }}
              corrected={loaderData.corrected}
              releases={loaderData.releases}
              errors={{ ...mistakes(loaderData.errors), ...refused?.errors }}
              nameError={refused?.nameError}
            />
          )}
          <CampaignSchedule {...loaderData} hour={refused?.hour} />
        </div>
        <CampaignPreview {...loaderData} />
      </div>
    </AdminPage>
  )
}
