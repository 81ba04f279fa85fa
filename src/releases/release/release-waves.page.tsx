import { data, Form } from 'react-router'

import { releaseFormCopy as copy } from './admin-releases.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { maxWaves } from '#catalogue/on-sale/release-form.rules.ts'
import { mayChange } from '#catalogue/on-sale/release.rules.ts'
import { readHours, typedOf } from './typed-release.rules.ts'
import { HoursFields } from './hours-fields.tsx'
import { ReleasePage } from './release-page.tsx'
import styles from './release.module.css'
import { Block } from '#platform/layout/block.tsx'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { servicesContext } from '#platform/http/context.ts'
import { redirectWithFlash } from '#platform/http/flash.ts'
import { callerOf } from '#platform/http/guards.ts'
import { found, httpError } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { versionIn } from '#platform/form/version-in.ts'
import { Button } from '#ui/button.tsx'
import { cluster, letters, stack } from '#ui/layout.ts'
import { TextField } from '#ui/text-field.tsx'

import type { Route } from './+types/release-waves.page'
import { loadRelease } from './load-release.ts'
import { sentencesOf } from './release-errors.ts'
import { saveRelease } from './save-release.actions.server.ts'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, copy.waves)

const page = staffPage({
  duty: 'manage-releases',
  async load({ services, db, now, params }) {
    const release = await loadRelease(db, params)
    const times = { state: release.state, ...release.fields }
    const canSave = mayChange('hours', times, now) === 'all'
    return { release, canSave, timeZone: services.settings.timeZone }
  },
  actions: {},
})
export const loader = page.loader

export async function action({ request, params, context }: Route.ActionArgs) {
  const { db, settings } = context.get(servicesContext)
  const release = await loadRelease(db, params)
  const form = await request.formData()
  const hours = readHours(form)
  if (!hours) throw httpError(400)
  const typed = { ...typedOf(release.fields, settings.timeZone), ...hours }
  const version = versionIn(form)
  const { services, viewer } = callerOf(context)
  const saved = found(await saveRelease(services, viewer, params.id, { typed, version }))
  if (saved.ok) {
    const said = { tone: 'good', sentence: copy.saved } as const
    return redirectWithFlash(paths.release(params.id, 'waves'), said, context)
  }
  if (saved.reason === 'invalid') {
    const errors = sentencesOf(saved.errors)
    return data({ typed, error: errors['waves'] ?? copy.errors.invalid, errors }, 400)
  }
  return data({ typed, error: copy.errors[saved.reason], errors: {} }, 409)
}

/** Rows beyond the waves that are there, to add more without a script. */
const spareRows = 2

export default function ReleaseWavesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { release, timeZone, canSave } = loaderData
  const typed = actionData?.typed ?? typedOf(release.fields, timeZone)
  const errors: Partial<Record<string, string>> = actionData?.errors ?? {}
  const isDraft = release.phase === 'draft'
  const rows = isDraft ? Math.min(maxWaves, typed.waves.length + spareRows) : typed.waves.length
  return (
    <ReleasePage release={release} tab="waves" error={actionData?.error ?? null}>
      <Form method="post" className={stack(3, { text: 'sans' })} key={release.version}>
        <input type="hidden" name="version" value={release.version} />
        <Block id="release-hours" title={copy.hours}>
          <HoursFields hours={typed} errors={errors} timeZone={timeZone} isReadOnly={!canSave} />
        </Block>
        <Block id="release-waves" title={copy.waves}>
          <p className={letters.intro}>{copy.wavesIntro}</p>
          {Array.from({ length: rows }, (_, index) => (
            <fieldset key={index} className={styles.wave}>
              <legend>{copy.wave(index + 1)}</legend>
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
                readOnly={!isDraft}
              />
            </fieldset>
          ))}
          {isDraft && <p className={letters.quiet}>A wave without a name is left out.</p>}
        </Block>
        {canSave && (
          <div className={cluster(2, { text: 'tight' })}>
            <Button>{copy.save}</Button>
          </div>
        )}
      </Form>
    </ReleasePage>
  )
}
