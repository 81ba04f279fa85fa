import { Link } from 'react-router'

import { servedSince, statesServed } from '#catalogue/destinations/ship-to.rules.ts'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { Lines } from '#platform/address/lines.tsx'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { numericDay } from '#platform/text/dates.rules.ts'
import { inOrder } from '#platform/text/in-order.rules.ts'
import { plural } from '#platform/text/plural.rules.ts'
import type { Destination } from '#platform/text/us-states.rules.ts'
import { destinationNames, stateName } from '#platform/text/us-states.rules.ts'
import { classes } from '#ui/classes.ts'
import type { TableColumn } from '#ui/data-table.tsx'
import { RowsTable } from '#ui/data-table.tsx'
import { atMost, letters, stack } from '#ui/layout.ts'

import { reportsDueText } from '../licences/licence.rules.ts'
import { complianceParts } from '../parts.rules.ts'
import type { Route } from './+types/states.page'
import { bottlesText, countedText, litersText, volumeText } from './rule-words.copy.ts'
import type { StateSummary } from './states.store.server.ts'
import { stateSummaries } from './states.store.server.ts'

const { title } = complianceParts.compliance

const page = staffPage({
  needs: 'manage-compliance',
  async load({ db, now, today }) {
    const served = byName(statesServed(today))
    return {
      states: (await stateSummaries(db, served, now)).map((one, index) => ({
        ...one,
        servedSince: servedSince(served[index]!),
      })),
      others: byName(Object.keys(destinationNames) as Destination[]).filter(
        (state) => !served.includes(state),
      ),
    }
  },
  actions: {},
})
export const loader = page.loader

const byName = (states: readonly Destination[]) =>
  states.toSorted((one, other) => inOrder(stateName(one), stateName(other)))

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, title)

/** Of a state that is not served only its name. */
type Row = { state: string; of: (StateSummary & { servedSince: string }) | null }

const none = <span className={letters.quiet}>None</span>

const columns: readonly TableColumn<Row>[] = [
  {
    label: 'State',
    headsRow: true,
    cell: ({ state, of }) =>
      of ? (
        <Link to={paths.complianceState(state)}>{stateName(state)}</Link>
      ) : (
        <span className={letters.quiet}>{stateName(state)}</span>
      ),
  },
  {
    label: 'Served since',
    cell: ({ of }) =>
      of ? (
        numericDay(of.servedSince)
      ) : (
        <span className={letters.quiet}>Not in the specification</span>
      ),
  },
  { label: 'Rule in force', cell: ({ of }) => of && <RuleOf summary={of} /> },
  { label: 'Limit', cell: ({ of }) => of && <LimitOf summary={of} /> },
  { label: 'License until', cell: ({ of }) => of && <LicenseOf summary={of} /> },
  {
    label: 'Ordered',
    numeric: true,
    cell: ({ of }) =>
      of && (
        <>
          {bottlesText(of.orderedMl)}
          <span className={letters.below}>{litersText(of.orderedMl)}</span>
          <span className={letters.below}>since {numericDay(of.since)}</span>
        </>
      ),
  },
  {
    label: 'Reports',
    cell: ({ of }) => of && <ReportsOf summary={of} />,
  },
]

const RuleOf = ({ summary: { rule, proposals } }: { summary: StateSummary }) => (
  <>
    {!rule && none}
    {rule && (
      <span className={classes(rule.isSuspended && letters.bad)}>
        {rule.isSuspended ? 'Suspended' : `Version ${rule.version}`}
      </span>
    )}
    {proposals > 0 && <span className={letters.below}>{plural(proposals, 'proposal')}</span>}
  </>
)

function LimitOf({ summary: { rule } }: { summary: StateSummary }) {
  if (!rule || rule.isSuspended) return none
  const { limitMl, largestOrderMl, needsBirthdate } = rule
  return (
    <>
      {limitMl === null ? 'No limit' : `${bottlesText(limitMl)} ${countedText(rule)}`}
      {limitMl !== null && <span className={letters.below}>{litersText(limitMl)}</span>}
      {largestOrderMl !== null && (
        <span className={letters.below}>an order: {volumeText(largestOrderMl)}</span>
      )}
      {needsBirthdate && <span className={letters.below}>birthdate needed</span>}
    </>
  )
}

const LicenseOf = ({ summary: { licensedUntil, isLicenseEnded } }: { summary: StateSummary }) => (
  <>
    {licensedUntil === null ? none : numericDay(licensedUntil)}
    {isLicenseEnded && <span className={classes(letters.below, letters.bad)}>ended</span>}
  </>
)

const ReportsOf = ({ summary: { reports } }: { summary: StateSummary }) =>
  reports.length === 0 ? (
    none
  ) : (
    <Lines of={reports.map(({ every, dueDay }) => reportsDueText(every, dueDay)!)} />
  )

export default function States({ loaderData: { states, others } }: Route.ComponentProps) {
  const inForce = states.filter(({ rule }) => rule).length
  const rows: readonly Row[] = [
    ...states.map((of) => ({ state: of.state, of })),
    ...others.map((state) => ({ state, of: null })),
  ]
  return (
    <AdminPage
      title={title}
      summary={`${plural(states.length, 'state is', 'states are')} served, ${inForce} with a rule in force`}
      actions={
        <>
          <Link to={paths.licences()}>Licenses</Link>
          <Link to={paths.complianceReports()}>Reports</Link>
          <Link to={paths.dryPlaces()}>Dry places</Link>
        </>
      }
    >
      <div className={stack(2)}>
        <p className={classes(atMost(68), letters.quiet)}>
          A rule does nothing until it is confirmed on the page of its state. Limits are in bottles
          of 750 ml and in liters: by a case laws mean 12 bottles, 9 liters; ours has 3 bottles,
          2.25 liters.
        </p>
        <RowsTable
          label="States"
          stacked
          isWide
          columns={columns}
          rows={rows}
          rowKey={({ state }) => state}
        />
      </div>
    </AdminPage>
  )
}
