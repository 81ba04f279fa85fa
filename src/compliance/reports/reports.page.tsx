import { Form, Link } from 'react-router'

import { statesServed } from '#catalogue/destinations/ship-to.rules.ts'
import { ActionForm } from '#platform/action/action-form.tsx'
import type { Sent } from '#platform/action/sent-form.ts'
import { fieldsOf } from '#platform/action/sent-form.ts'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { useFormResult } from '#platform/form/use-form-result.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Block } from '#platform/layout/block.tsx'
import { CursorPager } from '#platform/list/pager.tsx'
import { numericDay } from '#platform/text/dates.rules.ts'
import { destinationNames, stateName } from '#platform/text/us-states.rules.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { classes } from '#ui/classes.ts'
import type { TableColumn } from '#ui/data-table.tsx'
import { RowsTable } from '#ui/data-table.tsx'
import { cluster, fields, grid, letters } from '#ui/layout.ts'
import { RadioGroup } from '#ui/radio-group.tsx'
import { SelectField } from '#ui/select-field.tsx'

import type { Route } from './+types/reports.page'
import { choosableColumns, columnHeading, firstColumns } from './columns.rules.ts'
import { formatFor, formatName, reportFormats } from './formats.rules.ts'
import { makeReport } from './make-report.actions.server.ts'
import { periodBefore, periodCode, periodName, periodOf, readPeriod } from './period.rules.ts'
import { reportColumns } from './report-columns.tsx'
import { periodChoices } from './report-form.rules.ts'
import { dueReports, lastColumns, madeReports, reportedPeriods } from './reports.store.server.ts'

const title = 'Reports to states'

/** Reports on a page. */
const listed = 50

const page = staffPage({
  needs: 'manage-compliance',
  async load({ db, today, url }) {
    const asked = url.searchParams.get('state') ?? ''
    const state = Object.hasOwn(destinationNames, asked) ? asked : null
    const period = readPeriod(url.searchParams.get('period') ?? '')
    const before = url.searchParams.get('before')
    const [due, made, periods, columns] = await Promise.all([
      dueReports(db, today, { state, running: true }),
      madeReports(db, { state, period, before }, listed),
      reportedPeriods(db),
      lastColumns(db, state),
    ])
    const served: string[] = statesServed(today)
    return {
      state,
      period: period && periodCode(period),
      due: due.filter((one) => !period || periodCode(one) === periodCode(period)),
      ...made,
      isOlder: before !== null,
      today,
      columns: columns ?? firstColumns,
      states: state && !served.includes(state) ? [...served, state] : served,
      periods: periods.map((one) => ({ value: periodCode(one), label: periodName(one) })),
      choices: periodChoices(today, period),
      newest: periodCode(periodBefore(periodOf('month', today))),
    }
  },
  actions: { make: makeReport },
})
export const loader = page.loader
export const action = page.action

export { alsoAfterConflict as shouldRevalidate } from '#platform/http/after-refusal.ts'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, title)

type Loaded = Route.ComponentProps['loaderData']

export default function Reports({ loaderData, actionData }: Route.ComponentProps) {
  const { state, period } = loaderData
  return (
    <AdminPage
      title={title}
      summary={state ? stateName(state) : undefined}
      actions={
        <>
          <Link to={paths.complianceWines()}>Wines in reports</Link>
          <Link to={paths.carrierList()}>Compare a carrier’s list</Link>
        </>
      }
    >
      <div>
        <Block id="due" title="Due" isWide>
          <Due {...loaderData} />
        </Block>
        <Block id="make" title="Make a report">
          <MakeReport
            key={`${state} ${period}`}
            {...loaderData}
            sent={useFormResult(actionData) ?? null}
          />
        </Block>
        <Block id="made" title="Made" isWide>
          <Made {...loaderData} />
        </Block>
      </div>
    </AdminPage>
  )
}

type DueRow = Loaded['due'][number]

/** What licenses ask for, the present periods too. */
function Due({ due, today }: Loaded) {
  const columns: readonly TableColumn<DueRow>[] = [
    { label: 'State', headsRow: true, cell: (one) => stateName(one.state) },
    { label: 'Period', cell: periodName },
    {
      label: 'Due',
      cell: ({ until, dueOn }) => {
        const isLate = dueOn < today
        return (
          <span className={classes(isLate && letters.bad)}>
            {numericDay(dueOn)}
            {isLate ? ', overdue' : until > today && ', the period is not over'}
          </span>
        )
      },
    },
    {
      label: 'Report',
      cell: (one) =>
        one.made ? (
          <Link to={paths.complianceReport(one.made)}>Made, not filed</Link>
        ) : (
          <Link
            to={`${paths.complianceReports({ state: one.state, period: periodCode(one) })}#make`}
          >
            Make it
          </Link>
        ),
    },
  ]
  return (
    <RowsTable
      label="Reports due"
      stacked
      columns={columns}
      rows={due}
      rowKey={(one) => `${one.state} ${one.every} ${one.from}`}
      none="No report is due. A license says how often its state asks for one."
    />
  )
}

type MakeProps = Loaded & { sent: Sent | null }

function MakeReport({ sent, formKey, state, period, states, choices, columns, newest }: MakeProps) {
  const field = fieldsOf(sent, { state: state ?? '', period: period ?? newest })
  const chosen = sent ? (sent.values['columns'] ?? '').split(',') : columns
  return (
    <ActionForm formKey={formKey} sent={sent} className={fields(34)}>
      <p>
        Rows are the shipments into the state by their ship dates, in days of its own time. A report
        of a period that is not over is marked as a draft. Made again after a correction, it becomes
        a further version that names what changed.
      </p>
      <SelectField
        label="State"
        options={[
          { value: '', label: 'Choose a state' },
          ...states.map((value) => ({ value, label: stateName(value) })),
        ]}
        {...field('state')}
      />
      <SelectField label="Period" options={choices} {...field('period')} />
      <RadioGroup
        legend="Format"
        name="format"
        defaultValue={sent?.values['format'] ?? formatFor(state ?? '')}
        error={sent?.errors['format']}
        options={reportFormats.map((value) => ({ value, label: formatName[value] }))}
      />
      <fieldset>
        <legend className={letters.small}>Columns of a general list</legend>
        <p className={letters.small}>
          Shipment and ship date are always there. What you choose is kept for the next list of this
          state. With a fact of a wine, each wine has a row of its own.
        </p>
        <div className={grid(12, 0, 3)}>
          {choosableColumns.map((column) => (
            <Checkbox
              key={column}
              name="columns"
              value={column}
              label={columnHeading(column)}
              defaultChecked={chosen.includes(column)}
            />
          ))}
        </div>
      </fieldset>
      <Button name="intent" value="make">
        Make the report
      </Button>
    </ActionForm>
  )
}

function Made({ reports, older, isOlder, state, period, states, periods }: Loaded) {
  const query = { state: state ?? undefined, period: period ?? undefined }
  return (
    <>
      <Form className={cluster([2, 2], { align: 'end' })} action="#made">
        <SelectField
          label="State"
          name="state"
          defaultValue={state ?? ''}
          options={[
            { value: '', label: 'All states' },
            ...states.map((value) => ({ value, label: stateName(value) })),
          ]}
        />
        <SelectField
          label="Period"
          name="period"
          defaultValue={period ?? ''}
          options={[
            { value: '', label: 'All periods' },
            ...(period && !periods.some(({ value }) => value === period)
              ? [{ value: period, label: periodName(readPeriod(period)!) }]
              : []),
            ...periods,
          ]}
        />
        <Button kind="secondary">Show</Button>
      </Form>
      <RowsTable
        label="Reports made"
        stacked
        columns={reportColumns}
        rows={reports}
        rowKey={({ id }) => id}
        none={state || period || isOlder ? 'No such report was made.' : 'No report was made yet.'}
      />
      <CursorPager
        newest={isOlder ? paths.complianceReports(query) : null}
        older={older && paths.complianceReports({ ...query, before: older })}
      />
    </>
  )
}
