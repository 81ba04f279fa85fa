import type { ReactNode } from 'react'
import { Form, Link } from 'react-router'

import type { RuleCondition } from '#catalogue/on-sale/allocation.rules.ts'
import { ruleConditions } from '#catalogue/on-sale/allocation.rules.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Block } from '#platform/layout/block.tsx'
import { centsFromDollars, formatPrice } from '#platform/text/money.rules.ts'
import { plural } from '#platform/text/plural.rules.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { classes } from '#ui/classes.ts'
import { RowsTable } from '#ui/data-table.tsx'
import { cluster, divided, letters, stack } from '#ui/layout.ts'
import { SelectField } from '#ui/select-field.tsx'
import { TextField } from '#ui/text-field.tsx'

import type { StaffRelease } from '../release/staff-releases.store.server.ts'
import { adminRulesCopy as copy } from './admin-rules.copy.ts'
import type { RuleErrors, TypedRule } from './rules-form.rules.ts'
import { emptyRule, maxRules, spareRules } from './rules-form.rules.ts'

import styles from './rules-form.module.css'

type Props = {
  release: StaffRelease
  typed: readonly TypedRule[]
  errors: RuleErrors
  keepManual: boolean
  /** Identifies the previewed rules; only those are written. Empty before a preview. */
  mark: string
  /** The preview. */
  children: ReactNode
}

/** The rules from the top, a few empty ones below them, and the buttons to preview and write. */
export function RulesForm(props: Props) {
  const { release, typed, errors, keepManual, mark, children } = props
  const count = Math.min(maxRules, typed.length + spareRules)
  return (
    <Form
      method="post"
      className={stack(3, { text: 'sans' })}
      key={`${release.version} ${typed.length} ${mark}`}
      aria-label={copy.title}
    >
      <input type="hidden" name="version" value={release.version} />
      <input type="hidden" name="previewed" value={mark} />
      <Block
        id="release-rules"
        title={copy.title}
        action={<Link to={paths.release(release.id, 'allocations')}>All allocations</Link>}
      >
        <p className={letters.intro}>
          Each person gets the first rule that fits, from the top: units per wine, and the wave they
          can buy from.
        </p>
        <div className={divided(3)}>
          {Array.from({ length: count }, (_, index) => (
            // The line between two rules is not the fieldset's own, which its legend would stand on.
            <div key={index}>
              <Rule
                index={index}
                rule={typed[index] ?? emptyRule}
                isNew={index >= typed.length}
                {...{ release, errors }}
              />
            </div>
          ))}
        </div>
        <Checkbox
          name="replaceManual"
          label="Also replace what was added by hand, by file or from an earlier release"
          hint="Otherwise these stay as they are. Nothing goes below what is bought or in payment."
          defaultChecked={!keepManual}
        />
      </Block>
      {children}
      <div className={cluster(2)}>
        <Button name="intent" value="preview" kind={mark ? 'secondary' : 'primary'}>
          {copy.preview}
        </Button>
        {mark && (
          <Button name="intent" value="build">
            {copy.build}
          </Button>
        )}
      </div>
    </Form>
  )
}

type RuleProps = {
  index: number
  rule: TypedRule
  isNew: boolean
  release: StaffRelease
  errors: RuleErrors
}

function Rule({ index, rule, isNew, release: { fields, wines }, errors }: RuleProps) {
  const field = (name: string) => {
    const problem = errors[`rules.${index}.${name}`]
    return {
      name: `rules.${index}.${name}`,
      error: problem && copy.problems[problem],
    }
  }
  const number = { inputMode: 'numeric', autoComplete: 'off' } as const
  return (
    <fieldset className={classes(stack(2), styles.rule)}>
      <legend className={letters.strong}>{isNew ? 'Another rule' : copy.rule(index + 1)}</legend>
      <div className={styles.fields}>
        <TextField
          {...field('place')}
          {...number}
          label="Order"
          defaultValue={rule.place || index + 1}
          maxLength={3}
        />
        <SelectField
          {...field('condition')}
          label={copy.condition}
          defaultValue={rule.condition}
          options={[
            { value: '', label: 'Not used' },
            ...ruleConditions.map((value) => ({ value, label: copy.conditions[value] })),
          ]}
        />
        <SelectField
          {...field('waveId')}
          label="Wave"
          defaultValue={rule.waveId || (fields.waves[0]?.id ?? '')}
          options={fields.waves.map(({ id, name }) => ({ value: id, label: name }))}
        />
      </div>
      <div className={styles.numbers} data-for="bought">
        <TextField
          {...field('atLeast')}
          {...number}
          label="In at least (releases)"
          defaultValue={rule.atLeast}
        />
        <TextField
          {...field('ofLast')}
          {...number}
          label="Of the last (releases)"
          defaultValue={rule.ofLast}
        />
      </div>
      <div className={styles.numbers} data-for="spent">
        <TextField
          {...field('dollars')}
          inputMode="decimal"
          autoComplete="off"
          label="At least (dollars)"
          defaultValue={rule.dollars}
        />
        <TextField
          {...field('months')}
          {...number}
          label="Within (months)"
          defaultValue={rule.months}
        />
      </div>
      <div className={styles.numbers}>
        {wines.map((wine) => (
          <TextField
            key={wine.id}
            {...field(`units.${wine.id}`)}
            {...number}
            label={`Units of ${wine.title}, ${wine.subtitle}`}
            defaultValue={rule.units[wine.id] ?? ''}
            maxLength={2}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** The rules by which the allocations were built, once they can no longer be applied. */
export const FixedRules = ({ release, typed }: Pick<Props, 'release' | 'typed'>) => (
  <RowsTable
    label={copy.title}
    stacked
    rows={typed}
    rowKey={(_rule, index) => index}
    columns={[
      { label: copy.condition, cell: ruleText },
      {
        label: 'Wave',
        cell: (rule) => release.fields.waves.find(({ id }) => id === rule.waveId)?.name,
      },
      ...release.wines.map(({ id, title }) => ({
        label: title,
        numeric: true,
        cell: (rule: TypedRule) => rule.units[id],
      })),
    ]}
  />
)

function ruleText({ condition, atLeast, ofLast, dollars, months }: TypedRule): string {
  if (condition === 'bought') {
    return ofLast === '1'
      ? 'Bought in the last release'
      : `Bought in ${atLeast} of the last ${ofLast} releases`
  }
  if (condition === 'spent') {
    const amount = formatPrice(centsFromDollars(dollars))
    return `Spent at least ${amount} in ${plural(Number(months), 'month')}`
  }
  return copy.conditions[condition as RuleCondition]
}
