import { pageAction } from '#platform/action/page-action.server.ts'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { logOf } from '#platform/audit/record-log.actions.server.ts'
import { RecordLog } from '#platform/audit/record-log.tsx'
import { unlistedMeta } from '#platform/http/page-meta.ts'

import type { Route } from './+types/release-texts.page'
import { releaseFormCopy as copy } from './admin-releases.copy.ts'
import { loadRelease } from './load-release.ts'
import { ReleasePage } from './release-page.tsx'
import { saveReleaseTexts } from './save-release.actions.server.ts'
import { TextsForm } from './texts-form.tsx'
import { textsIn } from './typed-release.rules.ts'

export const meta: Route.MetaFunction = (args) =>
  unlistedMeta(args, args.loaderData?.release.fields.name ?? '')

const page = staffPage({
  needs: 'manage-releases',
  load: async ({ services, db, params }) => {
    const release = await loadRelease(db, params)
    const log = await logOf(db, 'release', release.id)
    return { release, log, timeZone: services.settings.timeZone }
  },
  actions: {},
})
export const loader = page.loader

export const action = pageAction(saveReleaseTexts)

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
  const result = actionData?.shown ?? null
  const isSaid = result === null || actionData?.refusal
  return (
    <ReleasePage release={release} tab="texts" error={isSaid ? null : copy.errors[result.problem]}>
      <TextsForm
        key={release.version}
        texts={textsIn(release.fields)}
        version={release.version}
        errors={result?.errors ?? {}}
        result={result}
        button={copy.save}
        timeZone={timeZone}
        fixed={fixedIn[release.phase]}
      />
      <RecordLog kind="release" id={release.id} entries={log} />
    </ReleasePage>
  )
}
