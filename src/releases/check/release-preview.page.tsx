import { data, Form } from 'react-router'

import { releaseFormCopy, releasePreviewCopy as copy } from '../release/admin-releases.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import type { PreviewedAs } from './preview.rules.ts'
import { hourOf, readHour } from '#platform/text/typed-hour.rules.ts'
import { Block } from '#platform/layout/block.tsx'
import { PreviewedWines } from './previewed-wines.tsx'
import { ReleasePage } from '../release/release-page.tsx'
import { siteContext } from '#platform/http/context.ts'
import { callerOf } from '#platform/http/guards.ts'
import { found } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { versionIn } from '#platform/form/version-in.ts'
import { Button } from '#ui/button.tsx'
import { cluster, letters, pairs, stack } from '#ui/layout.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'

import type { Route } from './+types/release-preview.page'
import { doneAt } from '../release/load-release.ts'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.title)

const asIn = (typed: string): PreviewedAs =>
  typed === 'visitor' || typed === 'nobody' ? { kind: typed } : { kind: 'wave', waveId: typed }

export async function loader({ url, params, context }: Route.LoaderArgs) {
  const { timeZone } = context.get(siteContext)
  const as = url.searchParams.get('as') ?? 'visitor'
  const typed = readHour(url.searchParams.get('at') ?? '', timeZone)
  const at = typed.ok ? typed.at : new Date()
  const { shop, viewer } = callerOf(context)
  const viewed = found(await shop.previewReleaseAs(viewer, params.id, { as: asIn(as), at }))
  const { release, wines } = viewed
  return { release, wines, as, at: hourOf(at, timeZone), timeZone }
}

/** Puts the draft behind the year, or takes it away. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await request.formData()
  const isBehind = form.get('intent') === 'behind'
  const { shop, viewer } = callerOf(context)
  const set = found(
    await shop.setBehindYear(viewer, params.id, { version: versionIn(form), isBehind }),
  )
  if (set.ok) {
    const done = isBehind
      ? 'This draft is behind the year now.'
      : 'This draft is no longer behind the year.'
    return doneAt(context, paths.release(params.id, 'preview'), done)
  }
  return data({ error: releaseFormCopy.errors[set.reason] }, 409)
}

export default function ReleasePreviewPage({ loaderData, actionData }: Route.ComponentProps) {
  const { release, wines, as, at, timeZone } = loaderData
  return (
    <ReleasePage release={release} tab="preview" error={actionData?.error ?? null}>
      <p className={letters.intro}>
        How the release looks to a customer at a given time. A draft is shown as if it were
        scheduled, and with nothing bought. Its buttons do nothing.
      </p>
      <Form className={stack(3, { text: 'sans' })} key={`${as} ${at}`}>
        <div className={pairs(2, 3)}>
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
            hint={`In ${timeZone}; leave empty for now.`}
            defaultValue={at}
          />
        </div>
        <div className={cluster(2, { text: 'tight' })}>
          <Button kind="secondary">Show</Button>
        </div>
      </Form>
      <PreviewedWines release={release} wines={wines} />
      {release.phase === 'draft' && (
        <Block id="release-behind" title="Behind the year">
          <Form method="post" className={stack(3, { text: 'sans' })}>
            <input type="hidden" name="version" value={release.version} />
            <p className={letters.quiet}>
              The secret prompt of the membership view shows one draft: its name, its text and the
              picture of its first wine. Without one it shows what it always did.
            </p>
            {release.isBehindYear && <p>This draft is behind the year.</p>}
            <div className={cluster(2, { text: 'tight' })}>
              <Button
                name="intent"
                value={release.isBehindYear ? 'away' : 'behind'}
                kind="secondary"
              >
                {release.isBehindYear
                  ? 'Take it away from there'
                  : 'Put this draft behind the year'}
              </Button>
            </div>
          </Form>
        </Block>
      )}
    </ReleasePage>
  )
}
