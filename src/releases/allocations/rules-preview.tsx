import { Link } from 'react-router'

import type { RuleCondition } from '#catalogue/on-sale/allocation.rules.ts'
import { count } from '#platform/admin/admin.copy.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Block } from '#platform/layout/block.tsx'
import { RowsTable } from '#ui/data-table.tsx'
import { letters, stack } from '#ui/layout.ts'

import type { StaffRelease } from '../release/staff-releases.store.server.ts'
import { adminRulesCopy as copy } from './admin-rules.copy.ts'
import type { AllocationPlan, PlannedWine } from './allocation-plan.store.server.ts'
import type { TypedRule } from './rules-form.rules.ts'

type Props = {
  release: StaffRelease
  typed: readonly TypedRule[]
  plan: AllocationPlan
  /** Whether allocations set by hand or by a file stay as they are. */
  keepManual: boolean
}

/** The preview of the rules: people by rule, sums compared with the stock, and people that no rule matches. */
export function RulesPreview({ release, typed, plan, keepManual }: Props) {
  const isCap = release.fields.promise === 'cap'
  const unmatched = (
    <>
      {copy.people(plan.unmatched)}
      <Unmatched plan={plan} />
    </>
  )
  const fits = [
    ...plan.people.map((people, index) => ({
      condition: `${copy.rule(index + 1)}: ${copy.conditions[typed[index]?.condition as RuleCondition]}`,
      people: copy.people(people),
    })),
    { condition: 'No rule', people: unmatched },
  ]
  return (
    <Block id="rules-preview" title="What these rules give">
      <div className={stack(2)}>
        <p className={letters.intro}>Nothing is written yet.</p>
        {plan.setByHand > 0 && <p>{copy.setByHand(plan.setByHand, keepManual)}</p>}
        <RowsTable
          label={copy.fits}
          stacked
          rows={fits}
          rowKey={({ condition }) => condition}
          columns={[
            { label: copy.condition, cell: ({ condition }) => condition },
            { label: copy.fits, cell: ({ people }) => people },
          ]}
        />
        <RowsTable
          label={copy.sum}
          stacked
          rows={plan.wines}
          rowKey={({ productId }) => productId}
          columns={[
            { label: 'Wine', cell: ({ title }) => title },
            { label: copy.sum, cell: (wine) => <Sum wine={wine} isCap={isCap} /> },
            {
              label: 'Stock for them',
              cell: ({ stock }) => (stock === null ? 'None set' : count(stock)),
            },
          ]}
        />
      </div>
    </Block>
  )
}

function Sum({ wine: { units, stock }, isCap }: { wine: PlannedWine; isCap: boolean }) {
  if (isCap) return copy.capOf(units, stock)
  const isOver = stock !== null && units > stock
  return <span className={isOver ? letters.bad : undefined}>{copy.sumOf(units, stock)}</span>
}

/** The first people that no rule matches, with links to their accounts. */
function Unmatched({ plan: { unmatched, unmatchedPeople } }: { plan: AllocationPlan }) {
  const listed = unmatchedPeople.length
  if (listed === 0) return null
  return (
    <details>
      <summary>{listed === unmatched ? 'Who' : `The first ${listed} of them`}</summary>
      <ul className={stack(0)}>
        {unmatchedPeople.map(({ id, name, email }) => (
          <li key={id}>
            <Link to={paths.user(id)}>{`${name} ${email}`.trim()}</Link>
          </li>
        ))}
      </ul>
    </details>
  )
}
