import { Form } from 'react-router'

import { staffPage } from '#platform/action/staff-page.server.ts'
import { Block } from '#platform/layout/block.tsx'
import { hourOf, readHour, zoneName } from '#platform/text/typed-hour.rules.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { atMost, cluster, letters, pairs, stack } from '#ui/layout.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'

import { setBehindYear } from '../allocations/behind-year.actions.server.ts'
import { releaseFormCopy, releasePreviewCopy as copy } from '../release/admin-releases.copy.ts'
import { loadRelease } from '../release/load-release.ts'
import { metaOfPart, ReleasePage } from '../release/release-page.tsx'
import type { Route } from './+types/release-preview.page'
import { previewedWines } from './preview-release.actions.server.ts'
import type { PreviewedAs } from './preview.rules.ts'
import { PreviewedWines } from './previewed-wines.tsx'

export const meta: Route.MetaFunction = (args) => metaOfPart(args, copy.title)

const asIn = (typed: string): PreviewedAs =>
  typed === 'visitor' || typed === 'nobody' ? { kind: typed } : { kind: 'wave', waveId: typed }

const page = staffPage({
  needs: 'manage-releases',
  async load({ services, db, now, params, url }) {
    const { timeZone } = services.settings
    const release = await loadRelease(db, params)
    const as = url.searchParams.get('as') ?? 'visitor'
    const typed = url.searchParams.get('at') ?? ''
    const hour = typed ? readHour(typed, timeZone) : { ok: true as const, at: now }
    const at = hour.ok ? hourOf(hour.at, timeZone) : typed
    const wines = hour.ok ? await previewedWines(db, release, { as: asIn(as), at: hour.at }) : []
    const error = hour.ok ? undefined : releaseFormCopy.problems[hour.reason]
    return { release, wines, as, at, error, timeZone }
  },
  actions: { behind: setBehindYear, away: setBehindYear },
})
export const loader = page.loader
export const action = page.action
export { alsoAfterConflict as shouldRevalidate } from '#platform/http/after-refusal.ts'

export default function ReleasePreviewPage({ loaderData }: Route.ComponentProps) {
  const { release, wines, as, at, error, timeZone } = loaderData
  return (
    <ReleasePage release={release} tab="preview">
      <p className={letters.intro}>
        How the release looks to a customer at a given time. A draft is shown as if it were
        scheduled, and with nothing bought. Its buttons do nothing.
      </p>
      <Form className={stack(3, { text: 'sans' })} key={`${as} ${at}`}>
        <div className={classes(pairs(2, 3), atMost(68))}>
          <SelectField
            name="as"
            label="As"
            defaultValue={as}
            options={[
              { value: 'visitor', label: 'A visitor' },
              { value: 'nobody', label: 'A customer without an allocation' },
              ...release.fields.waves.map(({ id, name }) => ({
                value: id,
                label: `A customer of ${name}`,
              })),
            ]}
          />
          <TextField
            name="at"
            type="datetime-local"
            label="At"
            hint={`${zoneName(timeZone)}. Empty shows it as it is now.`}
            defaultValue={at}
            error={error}
          />
        </div>
        <div className={cluster(2, { text: 'tight' })}>
          <Button kind="secondary">Show</Button>
        </div>
      </Form>
      {!error && <PreviewedWines release={release} wines={wines} />}
      {release.phase === 'draft' && (
        <Block id="release-behind" title="Secret preview">
          <Form method="post" className={stack(3, { text: 'sans' })}>
            <input type="hidden" name="version" value={release.version} />
            <p className={letters.quiet}>
              Members who click the year and answer its prompt see one draft: its name, its text and
              the picture of its first wine. Without a draft they see what they always did.
            </p>
            {release.isBehindYear && <p>They see this draft now.</p>}
            <div className={cluster(2, { text: 'tight' })}>
              <Button
                name="intent"
                value={release.isBehindYear ? 'away' : 'behind'}
                kind="secondary"
              >
                {release.isBehindYear ? 'Stop using it' : 'Use this draft'}
              </Button>
            </div>
          </Form>
        </Block>
      )}
    </ReleasePage>
  )
}
