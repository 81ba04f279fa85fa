import { Link } from 'react-router'

import type { AllocationPlan, PlannedWine } from '#data/releases/allocation-plan.ts'
import type { StaffRelease } from '#data/releases/staff-releases.ts'
import { adminRulesCopy as copy } from '#domain/copy/admin-rules.ts'
import { paths } from '#domain/paths.ts'
import type { RuleCondition } from '#domain/releases/allocation.ts'
import type { TypedRule } from '#domain/releases/rules-form.ts'
import { Block } from '#web/components/people/block.tsx'
import { DataTable } from '#web/ui/data-table.tsx'

import styles from './rules-form.module.css'

type Props = { release: StaffRelease; typed: readonly TypedRule[]; plan: AllocationPlan }

/** What the rules of the form would give: people by rule, sums beside the stock, whom none fits. */
export function RulesPreview({ release, typed, plan }: Props) {
  const isCap = release.fields.promise === 'cap'
  return (
    <Block id="rules-preview" title={copy.previewTitle}>
      <div className={styles.preview}>
        <p className={styles.intro}>{copy.nothingYet}</p>
        <DataTable label={copy.fits} stacked>
          <thead>
            <tr>
              <th scope="col">{copy.condition}</th>
              <th scope="col">{copy.fits}</th>
            </tr>
          </thead>
          <tbody>
            {plan.people.map((count, index) => (
              <tr key={typed[index]?.place ?? index}>
                <th scope="row" data-label={copy.condition}>
                  {copy.rule(index + 1)}:{' '}
                  {copy.conditions[typed[index]?.condition as RuleCondition]}
                </th>
                <td data-label={copy.fits}>{copy.people(count)}</td>
              </tr>
            ))}
            <tr>
              <th scope="row" data-label={copy.condition}>
                {copy.nobody}
              </th>
              <td data-label={copy.fits}>
                {copy.people(plan.unmatched)}
                <Unmatched plan={plan} />
              </td>
            </tr>
          </tbody>
        </DataTable>
        <DataTable label={copy.sum} stacked>
          <thead>
            <tr>
              <th scope="col">{copy.wine}</th>
              <th scope="col">{copy.sum}</th>
              <th scope="col">{copy.stock}</th>
            </tr>
          </thead>
          <tbody>
            {plan.wines.map((wine) => (
              <tr key={wine.productId}>
                <th scope="row" data-label={copy.wine}>
                  {wine.title}
                </th>
                <td data-label={copy.sum}>
                  <Sum wine={wine} isCap={isCap} />
                </td>
                <td data-label={copy.stock}>
                  {wine.stock?.toLocaleString('en-US') ?? copy.noStock}
                </td>
              </tr>
            ))}
          </tbody>
        </DataTable>
      </div>
    </Block>
  )
}

function Sum({ wine: { units, stock }, isCap }: { wine: PlannedWine; isCap: boolean }) {
  if (isCap) return copy.capOf(units, stock)
  const isOver = stock !== null && units > stock
  return <span className={isOver ? styles.over : undefined}>{copy.sumOf(units, stock)}</span>
}

/** The first of those whom no rule fits, each leading to their account. */
function Unmatched({ plan: { unmatchedPeople } }: { plan: AllocationPlan }) {
  if (unmatchedPeople.length === 0) return null
  return (
    <details>
      <summary>{copy.nobodyNamed(unmatchedPeople.length)}</summary>
      <ul className={styles.people}>
        {unmatchedPeople.map(({ id, name, email }) => (
          <li key={id}>
            <Link to={paths.user(id)}>{`${name} ${email}`.trim()}</Link>
          </li>
        ))}
      </ul>
    </details>
  )
}
