import { maxWaves } from '#catalogue/on-sale/release-form.rules.ts'
import { mayChange } from '#catalogue/on-sale/release.rules.ts'
import { pageAction } from '#platform/action/page-action.server.ts'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { TypedForm } from '#platform/form/typed-form.tsx'
import { Block } from '#platform/layout/block.tsx'
import { Fact } from '#platform/layout/fact.tsx'
import { ShopMoment } from '#platform/text/dates.tsx'
import { Button } from '#ui/button.tsx'
import { RowsTable } from '#ui/data-table.tsx'
import { cluster, factList, letters, pairs, stack } from '#ui/layout.ts'
import { TextField } from '#ui/text-field.tsx'

import type { Route } from './+types/release-waves.page'
import { releaseFormCopy as copy } from './admin-releases.copy.ts'
import { HoursFields } from './hours-fields.tsx'
import { loadRelease } from './load-release.ts'
import { metaOfPart, ReleasePage } from './release-page.tsx'
import { saveReleaseHours } from './save-release.actions.server.ts'
import type { StaffRelease } from './staff-releases.store.server.ts'
import { typedOf } from './typed-release.rules.ts'

export const meta: Route.MetaFunction = (args) => metaOfPart(args, copy.waves)

const page = staffPage({
  needs: 'manage-releases',
  async load({ services, db, now, params }) {
    const release = await loadRelease(db, params)
    const times = { state: release.state, ...release.fields }
    const canSave = mayChange('hours', times, now) === 'all'
    return { release, canSave, timeZone: services.settings.timeZone }
  },
  actions: {},
})
export const loader = page.loader

export const action = pageAction(saveReleaseHours)
export { alsoAfterConflict as shouldRevalidate } from '#platform/http/after-refusal.ts'

/** Rows beyond the waves that are there, to add more without a script. */
const spareRows = 2

export default function ReleaseWavesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { release, timeZone, canSave } = loaderData
  if (!canSave) return <FixedWaves release={release} />
  const typed = actionData?.shown?.typed ?? typedOf(release.fields, timeZone)
  const errors: Readonly<Record<string, string>> = actionData?.errors ?? {}
  const isOfField = actionData !== undefined && actionData.refusal === null
  const isDraft = release.phase === 'draft'
  const rows = isDraft ? Math.min(maxWaves, typed.waves.length + spareRows) : typed.waves.length
  return (
    <ReleasePage
      release={release}
      tab="waves"
      error={isOfField ? (errors['waves'] ?? copy.errors.invalid) : null}
    >
      <TypedForm className={stack(3, { text: 'sans' })} isFilled={isOfField} key={release.version}>
        <input type="hidden" name="version" value={release.version} />
        <Block id="release-hours" title={copy.hours}>
          <HoursFields hours={typed} errors={errors} timeZone={timeZone} />
        </Block>
        <Block id="release-waves" title={copy.waves}>
          <p className={letters.intro}>{copy.wavesIntro}</p>
          {Array.from({ length: rows }, (_, index) => (
            <fieldset key={index} className={pairs(2, 3)}>
              <legend className={letters.strong}>{copy.wave(index + 1)}</legend>
              <input
                type="hidden"
                name={`waves.${index}.id`}
                value={typed.waves[index]?.id ?? ''}
              />
              <TextField
                name={`waves.${index}.name`}
                label="Name"
                defaultValue={typed.waves[index]?.name ?? ''}
                error={errors[`waves.${index}.name`]}
                readOnly={!isDraft}
              />
              <TextField
                name={`waves.${index}.opensAt`}
                type="datetime-local"
                label="Opens"
                defaultValue={typed.waves[index]?.opensAt ?? ''}
                error={errors[`waves.${index}.opensAt`]}
              />
            </fieldset>
          ))}
          {isDraft && <p className={letters.quiet}>Waves without a name are not saved.</p>}
        </Block>
        <div className={cluster(2, { text: 'tight' })}>
          <Button>{copy.save}</Button>
        </div>
      </TypedForm>
    </ReleasePage>
  )
}

/** Once it is open, hours and waves are text. */
function FixedWaves({ release }: { release: StaffRelease }) {
  const { kind, opensAt, closesAt, promiseUntil, waves } = release.fields
  return (
    <ReleasePage release={release} tab="waves">
      <div>
        <Block id="release-hours" title={copy.hours}>
          <dl className={factList()}>
            <Fact term="Opens">
              <ShopMoment at={opensAt} />
            </Fact>
            <Fact term="Closes">
              <ShopMoment at={closesAt} />
            </Fact>
            {kind === 'allocated' && (
              <Fact term="Promises end">
                <ShopMoment at={promiseUntil ?? closesAt} />
              </Fact>
            )}
          </dl>
        </Block>
        <Block id="release-waves" title={copy.waves}>
          <RowsTable
            label={copy.waves}
            rows={waves}
            rowKey={({ id }) => id}
            columns={[
              { label: 'Name', cell: ({ name }) => name },
              { label: 'Opens', cell: ({ opensAt: at }) => <ShopMoment at={at} /> },
            ]}
          />
        </Block>
      </div>
    </ReleasePage>
  )
}
