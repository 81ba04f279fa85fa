import { promises, releaseKinds, seasons } from '#catalogue/on-sale/release.rules.ts'
import { ConflictTable } from '#platform/form/conflict-table.tsx'
import type { FieldWords } from '#platform/form/field-value.rules.ts'
import { wordIn } from '#platform/form/field-value.rules.ts'
import type { RecordResult } from '#platform/form/record-result.ts'
import { TypedForm } from '#platform/form/typed-form.tsx'
import { useLastResult } from '#platform/form/use-form-result.ts'
import { Block } from '#platform/layout/block.tsx'
import { Fact } from '#platform/layout/fact.tsx'
import { numericDay } from '#platform/text/dates.rules.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { cluster, factList, letters, pairs, stack, whole } from '#ui/layout.ts'
import { RadioGroup } from '#ui/radio-group.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'

import { adminReleasesCopy, releaseFormCopy as copy } from './admin-releases.copy.ts'
import { HoursFields } from './hours-fields.tsx'
import type { ReleaseTexts } from './typed-release.rules.ts'

import recordStyles from '#platform/form/record-form.module.css'

type Hours = { opensAt: string; closesAt: string; promiseUntil: string }

type Props = {
  texts: ReleaseTexts
  errors: Partial<Record<string, string>>
  result: RecordResult<ReleaseTexts> | null
  button: string
  timeZone: string
  /** What is shown as text: also the kind, also the season, or all of it. */
  fixed: 'nothing' | 'kind' | 'season' | 'everything'
} & (
  | { version: number; newKey?: undefined; hours?: undefined; of?: undefined }
  /** A new release: the form's key, and its hours with it. */
  | { version?: undefined; newKey: string; hours: Hours; of: string | null }
)

const labels = {
  name: 'Name',
  season: 'Season',
  year: 'Year',
  kind: 'Who may buy',
  promise: 'What an allocation promises',
  banner: 'Banner',
  announcement: 'Announcement',
  text: 'Text',
  shipsFrom: 'Ships from',
  shipsUntil: 'Last dispatch',
} as const satisfies Record<keyof ReleaseTexts, string>

const inWords: FieldWords = {
  season: wordIn(adminReleasesCopy.seasons),
  kind: wordIn(copy.kinds),
  promise: wordIn(copy.promises),
  shipsFrom: (day) => numericDay(String(day)),
  shipsUntil: (day) => numericDay(String(day)),
}

/** What a release is, and what customers read of it. */
export function TextsForm(props: Props) {
  const { texts, errors, button, timeZone, fixed } = props
  const result = useLastResult(props.result)
  const isSeasonFixed = fixed === 'season' || fixed === 'everything'
  const values = result?.values ?? texts
  const now = result?.now ?? null
  const field = (name: keyof ReleaseTexts) => ({
    name,
    label: labels[name],
    defaultValue: values[name],
    error: errors[name],
    autoComplete: 'off',
    readOnly: fixed === 'everything',
  })
  const wide = whole ?? ''
  return (
    <>
      {now && (
        <ConflictTable
          {...{ conflicts: now.conflicts, values, words: inWords, names: labels }}
          choose={() => {}}
        />
      )}
      <TypedForm
        className={classes(stack(0), recordStyles.form)}
        isFilled={result !== null}
        key={now ? `merged-${now.version}` : ''}
      >
        {props.newKey && <input type="hidden" name="key" value={props.newKey} />}
        {props.newKey && (
          <input type="hidden" name="intent" value={props.of ? 'clone' : 'create'} />
        )}
        {props.of && <input type="hidden" name="of" value={props.of} />}
        {props.version !== undefined && (
          <>
            <input type="hidden" name="version" value={now?.version ?? props.version} />
            <input type="hidden" name="base" value={JSON.stringify(now?.fields ?? texts)} />
          </>
        )}
        <Block id="release-about" title="What it is">
          {props.newKey && (
            <p className={letters.intro}>
              {props.of
                ? 'Texts and waves are copied, half a year later. Wines are not: choose them next.'
                : 'A draft: only staff see it until it is scheduled.'}
            </p>
          )}
          <div className={pairs(2, 3)}>
            <TextField {...field('name')} hint={copy.nameHint} className={wide} />
            {!isSeasonFixed && (
              <>
                <SelectField
                  name="season"
                  label={labels.season}
                  defaultValue={values.season}
                  error={errors['season']}
                  options={seasons.map((season) => ({
                    value: season,
                    label: adminReleasesCopy.seasons[season],
                  }))}
                />
                <TextField {...field('year')} inputMode="numeric" />
              </>
            )}
          </div>
          {fixed === 'nothing' ? (
            <>
              <RadioGroup
                name="kind"
                legend={labels.kind}
                defaultValue={values.kind}
                error={errors['kind']}
                options={releaseKinds.map((kind) => ({ value: kind, label: copy.kinds[kind] }))}
              />
              <RadioGroup
                name="promise"
                legend={labels.promise}
                hint="Only for releases by allocation."
                defaultValue={values.promise}
                error={errors['promise']}
                options={promises.map((promise) => ({
                  value: promise,
                  label: copy.promises[promise],
                }))}
              />
            </>
          ) : (
            <FixedFacts texts={texts} fixed={fixed} />
          )}
        </Block>
        {props.newKey && (
          <Block id="release-hours" title={copy.hours}>
            <HoursFields hours={props.hours} errors={errors} timeZone={timeZone} />
          </Block>
        )}
        <Block id="release-texts" title="What customers read">
          <div className={pairs(2, 3)}>
            <TextField {...field('banner')} hint={copy.bannerHint} className={wide} />
            <TextField {...field('announcement')} hint={copy.announcementHint} className={wide} />
            <TextArea {...field('text')} hint={copy.textHint} rows={6} className={wide} />
          </div>
        </Block>
        {fixed !== 'everything' && (
          <Block id="release-shipping" title="Shipping">
            <div className={pairs(2, 3)}>
              <TextField {...field('shipsFrom')} type="date" />
              <TextField {...field('shipsUntil')} type="date" />
            </div>
            {fixed === 'season' && (
              <p className={letters.quiet}>
                If you choose a later day, everyone whose wine has not shipped is told by email.
              </p>
            )}
          </Block>
        )}
        {fixed !== 'everything' && (
          <div className={classes(cluster([1, 3], { text: 'tight' }), recordStyles.actions)}>
            <Button>{button}</Button>
          </div>
        )}
      </TypedForm>
    </>
  )
}

/** What can no longer be changed, as text. */
function FixedFacts({ texts, fixed }: Pick<Props, 'texts' | 'fixed'>) {
  const { season, year, kind, promise, shipsFrom, shipsUntil } = texts
  const facts = [
    [labels.season, fixed !== 'kind' && `${labelIn(adminReleasesCopy.seasons, season)} ${year}`],
    [labels.kind, labelIn(copy.kinds, kind)],
    [labels.promise, labelIn(copy.promises, promise)],
    [labels.shipsFrom, fixed === 'everything' && shipsFrom && numericDay(shipsFrom)],
    [labels.shipsUntil, fixed === 'everything' && shipsUntil && numericDay(shipsUntil)],
  ] as const
  return (
    <dl className={factList()}>
      {facts.map(
        ([label, value]) =>
          value && (
            <Fact key={label} term={label}>
              {value}
            </Fact>
          ),
      )}
    </dl>
  )
}

const labelIn = (words: Readonly<Record<string, string>>, value: string) => words[value] ?? ''
