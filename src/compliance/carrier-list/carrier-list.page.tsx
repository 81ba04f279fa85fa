import { Form, Link } from 'react-router'

import { statesServed } from '#catalogue/destinations/ship-to.rules.ts'
import { fieldsOf } from '#platform/action/sent-form.ts'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { count, counted } from '#platform/admin/admin.copy.ts'
import { csvFileLimits } from '#platform/csv/csv.rules.ts'
import { FileField } from '#platform/form/file-field.tsx'
import { useFormResult } from '#platform/form/use-form-result.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Block } from '#platform/layout/block.tsx'
import { stateName } from '#platform/text/us-states.rules.ts'
import { shipmentNumber } from '#shipping/shipments/shipment.rules.ts'
import { carrierName, carriers } from '#shipping/tracking/carriers.rules.ts'
import { Button } from '#ui/button.tsx'
import type { TableColumn } from '#ui/data-table.tsx'
import { RowsTable } from '#ui/data-table.tsx'
import { fields } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'
import { SelectField } from '#ui/select-field.tsx'

import { periodBefore, periodCode, periodOf, readPeriod } from '../reports/period.rules.ts'
import { periodChoices } from '../reports/report-form.rules.ts'
import type { Route } from './+types/carrier-list.page'
import type { ParcelDifference, UnreadRow } from './carrier-list.rules.ts'
import type { ComparedList } from './compare-list.actions.server.ts'
import { compareCarrierList } from './compare-list.actions.server.ts'

const title = 'Compare a carrier’s list'

const page = staffPage({
  needs: 'manage-compliance',
  async load({ today, url }) {
    const period = readPeriod(url.searchParams.get('period') ?? '')
    return {
      states: statesServed(today),
      choices: periodChoices(today, period),
      period: periodCode(period ?? periodBefore(periodOf('month', today))),
    }
  },
  actions: { compare: compareCarrierList },
})
export const loader = page.loader
export const action = page.action

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, title)

/** Rows on the page of what differs, and of what could not be read. */
const shown = 1_000

export default function CarrierList({ loaderData, actionData }: Route.ComponentProps) {
  const { states, choices, period } = loaderData
  const sent = useFormResult(actionData) ?? null
  const field = fieldsOf(sent, { period })
  return (
    <AdminPage title={title} actions={<Link to={paths.complianceReports()}>Reports</Link>}>
      <div>
        <Block id="list" title="Their list">
          <Form
            method="post"
            encType="multipart/form-data"
            reloadDocument
            noValidate
            className={fields(34)}
          >
            <p>
              A CSV file of a carrier or shipper, with a column for the tracking number, and where
              it has them for the state and the ship date. States find errors by such lists. Nothing
              of it is kept.
            </p>
            <FileField
              name="file"
              maxBytes={csvFileLimits.bytes}
              accept=".csv,text/csv"
              label="File"
              error={sent?.errors['file']}
            />
            <SelectField label="Period" options={choices} {...field('period')} />
            <SelectField
              label="State"
              options={[
                { value: '', label: 'All states' },
                ...states.map((value) => ({ value, label: stateName(value) })),
              ]}
              {...field('state')}
            />
            <SelectField
              label="Carrier"
              options={[
                { value: '', label: 'All carriers' },
                ...carriers.map((value) => ({ value, label: carrierName[value] })),
              ]}
              {...field('carrier')}
            />
            <Button name="intent" value="compare">
              Compare
            </Button>
          </Form>
        </Block>
        {sent?.shown && <Result {...sent.shown} />}
      </div>
    </AdminPage>
  )
}

function Result({ period, both, others, differences, unread }: ComparedList) {
  return (
    <Block id="result" title={`Compared, ${period}`} isWide>
      <Notice tone={differences.length > 0 ? 'bad' : 'good'}>
        {differences.length === 0
          ? 'Nothing differs. '
          : `${counted(differences.length, 'difference', 'differences')}, named below. `}
        {`${counted(both, 'parcel is', 'parcels are')} in both lists.`}
        {others > 0 &&
          ` ${counted(others, 'row', 'rows')} of other periods or states ${others === 1 ? 'was' : 'were'} left out.`}
      </Notice>
      <RowsTable
        label="Differences"
        stacked
        columns={columns}
        rows={differences.slice(0, shown)}
        rowKey={({ kind, trackingNumber }) => `${kind} ${trackingNumber}`}
        none=""
      />
      <More left={differences.length - shown} />
      {unread.length > 0 && (
        <>
          <Notice tone="bad">
            {counted(unread.length, 'cell', 'cells')} could not be read. Rows with one were not
            compared.
          </Notice>
          <RowsTable
            label="Rows that were not compared"
            stacked
            columns={unreadColumns}
            rows={unread.slice(0, shown)}
            rowKey={({ line, field }) => `${line} ${field}`}
          />
          <More left={unread.length - shown} />
        </>
      )}
    </Block>
  )
}

const More = ({ left }: { left: number }) => left > 0 && <p>and {count(left)} more</p>

const kindName = {
  'theirs-only': 'Only in their list',
  'ours-only': 'Only in the shop',
  'other-state': 'Another state',
  'other-day': 'Another day',
} as const

const columns: readonly TableColumn<ParcelDifference>[] = [
  { label: 'Tracking number', headsRow: true, cell: ({ trackingNumber }) => trackingNumber },
  { label: 'Difference', cell: ({ kind }) => kindName[kind] },
  { label: 'Row', numeric: true, cell: ({ line }) => line ?? '–' },
  { label: 'Theirs', cell: ({ theirs }) => theirs || '–' },
  { label: 'Ours', cell: ({ ours }) => ours || '–' },
  {
    label: 'Shipment',
    cell: ({ shipment, order }) =>
      shipment === null ? '–' : `${shipmentNumber(shipment)} of K-${order}`,
  },
]

const whyNot = {
  'no-tracking-number': 'No tracking number',
  'no-state': 'Not a state',
  'no-date': 'Not a day',
  twice: 'Appears twice in this file',
} satisfies Record<UnreadRow['why'], string>

const unreadColumns: readonly TableColumn<UnreadRow>[] = [
  { label: 'Row', headsRow: true, cell: ({ line }) => `Row ${line}` },
  { label: 'Field', cell: ({ field }) => field },
  { label: 'Value', cell: ({ value }) => value || '–' },
  { label: 'Why', cell: ({ why }) => whyNot[why] },
]
