import { randomUUID } from 'node:crypto'

import { data, Link, redirect } from 'react-router'

import type { ContentErrors } from '#domain/campaigns/content.ts'
import { campaignCopy as copy, campaignsCopy } from '#domain/copy/campaigns.ts'
import { textOf } from '#domain/form-text.ts'
import { paths } from '#domain/paths.ts'
import { readHour } from '#domain/typed-hour.ts'
import { AdminPage } from '#web/components/admin/admin-page.tsx'
import { CampaignEditor } from '#web/components/campaigns/admin/campaign-editor.tsx'
import { CampaignFigures } from '#web/components/campaigns/admin/campaign-figures.tsx'
import { CampaignPreview } from '#web/components/campaigns/admin/campaign-preview.tsx'
import { CampaignSchedule } from '#web/components/campaigns/admin/campaign-schedule.tsx'
import styles from '#web/components/campaigns/admin/campaign.module.css'
import { shopContext, siteContext } from '#web/context.ts'
import { redirectWithFlash } from '#web/flash.ts'
import { memberOf, requireStaff } from '#web/guards.ts'
import { httpError } from '#web/http-error.ts'
import { unlistedMeta } from '#web/page-meta.ts'
import { Notice } from '#web/ui/notice.tsx'

import type { Route } from './+types/campaign'
import { readCampaign } from './campaign-form.ts'

export const handle = { interactive: true }
export const middleware: Route.MiddlewareFunction[] = [requireStaff]
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

type Refused = { error: string; errors: ContentErrors; nameError?: string }

const turns = {
  unschedule: ['unscheduleCampaign', copy.unscheduled],
  pause: ['pauseCampaign', copy.paused],
  resume: ['resumeCampaign', copy.resumed],
  stop: ['stopCampaign', copy.stopped],
} as const

export async function action({ params, request, context }: Route.ActionArgs) {
  const shop = context.get(shopContext)
  const viewer = memberOf(context)
  const form = await request.formData()
  const intent = textOf(form, 'intent')
  const version = Number(textOf(form, 'version'))
  const here = paths.campaign(params.id)
  const done = (sentence: string) => redirectWithFlash(here, { tone: 'good', sentence }, context)
  const refused = (reason: keyof typeof copy.refused, errors: ContentErrors = {}, status = 409) =>
    data<Refused>({ error: copy.refused[reason], errors }, status)

  if (intent === 'save') {
    const saved = await shop.saveCampaign(viewer, params.id, readCampaign(form))
    if (saved.ok) return done(copy.saved)
    if (saved.reason === 'not-staff') throw httpError(403)
    if (saved.reason === 'no-name') {
      const { invalid, 'no-name': nameError } = copy.refused
      return data<Refused>({ error: invalid, errors: {}, nameError }, 400)
    }
    return saved.reason === 'invalid'
      ? refused('invalid', saved.errors, 400)
      : refused(saved.reason)
  }
  if (intent === 'test') {
    if (!(await shop.sendTestCampaign(viewer, params.id))) throw httpError(403)
    return done(copy.tested)
  }
  if (intent === 'remind') {
    const made = { key: textOf(form, 'key'), name: textOf(form, 'name') }
    const created = await shop.createReminder(viewer, params.id, made)
    if (created.ok) return redirect(paths.campaign(created.id), 303)
    if (created.reason === 'not-staff') throw httpError(403)
    return refused(created.reason, {}, 400)
  }
  if (intent === 'schedule') {
    const hour = readHour(textOf(form, 'sendAt'), context.get(siteContext).timeZone)
    if (!hour.ok) return refused('hour', {}, 400)
    const scheduled = await shop.scheduleCampaign(viewer, params.id, { version, sendAt: hour.at })
    if (scheduled.ok) return done(copy.scheduled)
    if (scheduled.reason === 'not-staff') throw httpError(403)
    return refused(scheduled.reason)
  }
  if (!Object.hasOwn(turns, intent)) throw httpError(400)
  const [useCase, sentence] = turns[intent as keyof typeof turns]
  const turned = await shop[useCase](viewer, params.id, { version })
  if (turned.ok) return done(sentence)
  if (turned.reason === 'not-staff') throw httpError(403)
  return refused(turned.reason)
}

export default function CampaignPage({ loaderData, actionData }: Route.ComponentProps) {
  const { campaign, key } = loaderData
  const refused = actionData && 'error' in actionData ? actionData : null
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
              campaign={campaign}
              releases={loaderData.releases}
              errors={{ ...loaderData.errors, ...refused?.errors }}
              nameError={refused?.nameError}
            />
          )}
          <CampaignSchedule {...loaderData} />
        </div>
        <CampaignPreview {...loaderData} />
      </div>
    </AdminPage>
  )
}
