import { ConflictTable } from '#platform/form/conflict-table.tsx'
import { wordIn } from '#platform/form/field-value.rules.ts'
import type { RecordResult } from '#platform/form/record-result.ts'
import { TypedForm } from '#platform/form/typed-form.tsx'
import { useLastResult } from '#platform/form/use-form-result.ts'
import { Block } from '#platform/layout/block.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { classes } from '#ui/classes.ts'
import { cluster, letters, pairs, stack, whole } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'

import { adminWineCopy as copy } from './admin-wines.copy.ts'
import type { WineFields } from './wine-form.rules.ts'
import { noStockLimit } from './wine-form.rules.ts'

import recordStyles from '#platform/form/record-form.module.css'

type Props = {
  fields: WineFields
  /** Its page, where the form may stand on another one. */
  action?: string
  /** Of the wine as it was read; a new wine has none. */
  version?: number
  result: RecordResult<WineFields> | null
  intro?: string
  button: string
}

const labels = {
  name: 'Name',
  vintage: copy.vintage,
  subtitle: 'What one unit is',
  bottles: 'Bottles in one unit',
  bottleMl: 'Milliliters in one bottle',
  titleCart: 'Name in the cart',
  description: 'Origin, in a sentence or two',
  story: 'Story',
  price: 'Price in dollars',
  stock: 'Cases in all',
} as const satisfies Record<keyof WineFields, string>

const noLimit = 'No limit'
const inWords = { stock: wordIn({ [noStockLimit]: noLimit }) }

const whyNot = {
  gone: copy.errors.gone,
  invalid: copy.errors.invalid,
  'saved-elsewhere': copy.errors['saved-elsewhere'],
}

/** Who types a number means it: the box beside it would win. */
function limit(form: HTMLFormElement | null) {
  const box = form?.elements.namedItem('unlimited')
  if (box instanceof HTMLInputElement) box.checked = false
}

/** The form of a wine, new or known. A known wine's price is sent along as it is, and stays. */
export function WineForm({ fields, action, version, intro, button, ...sent }: Props) {
  const result = useLastResult(sent.result)
  const values = result?.values ?? fields
  const now = result?.now ?? null
  const isNew = version === undefined
  const field = (name: keyof WineFields) => ({
    name,
    label: labels[name],
    defaultValue: values[name],
    error: result?.errors[name],
    autoComplete: 'off',
  })
  const isUnlimited = values.stock === noStockLimit
  return (
    <>
      {result && (
        <Notice tone="bad">
          <p>{whyNot[result.problem]}</p>
        </Notice>
      )}
      {now && (
        <ConflictTable
          {...{ conflicts: now.conflicts, values, words: inWords, names: labels }}
          choose={() => {}}
        />
      )}
      <TypedForm
        action={action}
        className={classes(stack(0), recordStyles.form)}
        isFilled={result !== null}
        key={now ? `merged-${now.version}` : 'as-typed'}
      >
        {!isNew && <input type="hidden" name="version" value={now?.version ?? version} />}
        {!isNew && (
          <input type="hidden" name="base" value={JSON.stringify(now?.fields ?? fields)} />
        )}
        <Block id="wine-texts" title="Texts">
          {intro && <p className={letters.intro}>{intro}</p>}
          <div className={pairs(2, 3)}>
            <TextField {...field('name')} hint={copy.nameHint} />
            <TextField {...field('vintage')} inputMode="numeric" />
            <TextField {...field('subtitle')} hint={copy.subtitleHint} />
            <TextField {...field('titleCart')} hint={copy.titleCartHint} />
            <TextField {...field('bottles')} hint={copy.bottlesHint} inputMode="numeric" />
            <TextField {...field('bottleMl')} inputMode="numeric" />
            <TextField
              {...field('description')}
              hint={copy.descriptionHint}
              className={whole ?? ''}
            />
            <TextArea {...field('story')} hint={copy.storyHint} rows={4} className={whole ?? ''} />
          </div>
        </Block>
        <Block id="wine-numbers" title="Price and stock">
          <div className={pairs(2, 3)}>
            <TextField
              {...field('price')}
              inputMode="decimal"
              {...(!isNew && {
                readOnly: true,
                hint: 'Fixed. For another price, copy it as a new wine.',
              })}
            />
            <div>
              <TextField
                {...field('stock')}
                hint="Required for a release by allocation."
                inputMode="numeric"
                onInput={(event) => limit(event.currentTarget.form)}
                defaultValue={isUnlimited ? '' : values.stock}
              />
              <Checkbox name="unlimited" value="yes" label={noLimit} defaultChecked={isUnlimited} />
            </div>
          </div>
        </Block>
        <div className={classes(cluster([1, 3], { text: 'tight' }), recordStyles.actions)}>
          <Button name="intent" value="save">
            {button}
          </Button>
        </div>
      </TypedForm>
    </>
  )
}
