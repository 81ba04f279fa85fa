import { data } from 'react-router'

import { releaseFormCopy as copy } from './admin-releases.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { ReleaseTexts } from './typed-release.rules.ts'
import { textFields } from '#catalogue/on-sale/release-form.rules.ts'
import { readTexts, textsOfRelease, typedOf } from './typed-release.rules.ts'
import { RecordLog } from '#platform/audit/record-log.tsx'
import { ReleasePage } from './release-page.tsx'
import { TextsForm } from './texts-form.tsx'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { logOf } from '#platform/audit/record-log.actions.server.ts'
import { servicesContext } from '#platform/http/context.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { callerOf } from '#platform/http/guards.ts'
import { found } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { formResult, baseIn, conflictResponse } from '#platform/form/record-response.ts'
import { versionIn } from '#platform/form/version-in.ts'

import type { Route } from './+types/release-texts.page'
import { loadRelease } from './load-release.ts'
import { sentencesOf } from './release-errors.ts'
import { saveRelease } from './save-release.actions.server.ts'

export const meta: Route.MetaFunction = (args) =>
  unlistedMeta(args, args.loaderData?.release.fields.name ?? '')

const page = staffPage({
  duty: 'manage-releases',
  load: async ({ services, db, params }) => {
    const release = await loadRelease(db, params)
    const log = await logOf(db, 'release', release.id)
    return { release, log, timeZone: services.settings.timeZone }
  },
  actions: {},
})
export const loader = page.loader

export async function action({ request, params, context }: Route.ActionArgs) {
  const { db, settings } = context.get(servicesContext)
  const { timeZone } = settings
  const release = await loadRelease(db, params)
  const form = await request.formData()
  const now = typedOf(release.fields, timeZone)
  const sent = readTexts(form)
  // What can no longer be changed is shown as text, and not sent.
  const values = { ...sent }
  for (const name of textFields) if (!form.has(name)) values[name] = now[name]
  const version = versionIn(form)
  const { services, viewer } = callerOf(context)
  const saved = found(
    await saveRelease(services, viewer, params.id, { typed: { ...now, ...values }, version }),
  )
  if (saved.ok) {
    const said = { tone: 'good', sentence: copy.saved } as const
    return redirectWithFlash(paths.release(params.id), said, context)
  }
  const refuse = (error: string, errors: Partial<Record<string, string>>, status: number) =>
    data({ error, errors, result: formResult<ReleaseTexts>('invalid', values) }, status)
  if (saved.reason === 'invalid') {
    return refuse(copy.errors.invalid, sentencesOf(saved.errors), 400)
  }
  if (saved.reason !== 'saved-elsewhere') return refuse(copy.errors[saved.reason], {}, 409)
  const theirs = textsOfRelease(typedOf(saved.release.fields, timeZone))
  const edits = { base: baseIn<ReleaseTexts>(form, textFields), yours: values }
  const result = conflictResponse(textFields, edits, {
    version: saved.release.version,
    fields: theirs,
    by: saved.by,
  })
  return data({ error: copy.errors['saved-elsewhere'], errors: {}, result }, 409)
}

/** What of the form is shown as text. */
const fixedIn = {
  draft: 'nothing',
  before: 'kind',
  open: 'season',
  paused: 'season',
  closed: 'everything',
} as const

export default function ReleaseTextsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { release, log, timeZone } = loaderData
  const { phase } = release
  return (
    <ReleasePage release={release} tab="texts" error={actionData?.error ?? null}>
      <TextsForm
        key={release.version}
        texts={textsOfRelease(typedOf(release.fields, timeZone))}
        version={release.version}
        errors={actionData?.errors ?? {}}
        result={actionData?.result ?? null}
        button={copy.save}
        timeZone={timeZone}
        fixed={fixedIn[phase]}
      />
      <RecordLog kind="release" id={release.id} entries={log} />
    </ReleasePage>
  )
}
