import { Link } from 'react-router'

import { maxSource } from '#catalogue/destinations/state-rules/state-rules.rules.ts'
import { ActionForm } from '#platform/action/action-form.tsx'
import type { Sent } from '#platform/action/sent-form.ts'
import { fieldsOf, sentBy } from '#platform/action/sent-form.ts'
import { staffPage } from '#platform/action/staff-page.server.ts'
import { AdminPage } from '#platform/admin/admin-page.tsx'
import { ButtonForm } from '#platform/form/button-form.tsx'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Block } from '#platform/layout/block.tsx'
import { numericDay } from '#platform/text/dates.rules.ts'
import { plural } from '#platform/text/plural.rules.ts'
import { stateName } from '#platform/text/us-states.rules.ts'
import { Button } from '#ui/button.tsx'
import type { TableColumn } from '#ui/data-table.tsx'
import { RowsTable } from '#ui/data-table.tsx'
import { DateField } from '#ui/date-field.tsx'
import { cluster, fields, letters, pairs } from '#ui/layout.ts'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'

import { complianceParts } from '../parts.rules.ts'
import type { Route } from './+types/dry-places.page'
import { maxZips, stateOfZip } from './dry-place.rules.ts'
import { addDryPlaces, confirmDry, endDry, removeDry } from './dry-places.actions.server.ts'
import { dryPlaces } from './dry-places.store.server.ts'

export { alsoAfterConflict as shouldRevalidate } from '#platform/http/after-refusal.ts'

const page = staffPage({
  needs: 'manage-compliance',
  async load({ db, today }) {
    const places = await dryPlaces(db)
    return {
      today,
      places: places.map((place) => ({ ...place, state: stateOfZip(place.zip, today) })),
    }
  },
  actions: { add: addDryPlaces, confirm: confirmDry, end: endDry, remove: removeDry },
})
export const loader = page.loader
export const action = page.action

const title = 'Dry places'

export const meta: Route.MetaFunction = (args) => unlistedMeta(args, title)

type Place = Route.ComponentProps['loaderData']['places'][number]

const columnsOf = (sent: Sent | undefined, formKey: string): readonly TableColumn<Place>[] => [
  {
    label: 'ZIP code',
    headsRow: true,
    cell: ({ zip, state }) => (
      <>
        {zip}
        {state && <span className={letters.below}>{stateName(state)}</span>}
      </>
    ),
  },
  {
    label: 'Holds',
    cell: ({ from, until }) =>
      `from ${numericDay(from)} ${until ? `until ${numericDay(until)}` : 'without an end'}`,
  },
  { label: 'Source', cell: ({ source }) => source },
  {
    label: 'Confirmed',
    cell: ({ confirmedBy, addedBy }) =>
      confirmedBy ? (
        `by ${confirmedBy}`
      ) : (
        <>
          Not yet
          <span className={letters.below}>proposed by {addedBy}</span>
        </>
      ),
  },
  {
    label: 'Action',
    cell: (place) => (
      <ActionsOf place={place} sent={sentBy(sent, { id: place.id })} formKey={formKey} />
    ),
  },
]

function ActionsOf(props: { place: Place; sent: Sent | null; formKey: string }) {
  const { place, sent, formKey } = props
  const { id, zip, until, confirmedBy } = place
  if (confirmedBy === null) {
    return (
      <div className={cluster([0.5, 2])}>
        <ButtonForm kind="quiet" intent="confirm" fields={{ id }} aria-label={`Confirm: ${zip}`}>
          Confirm
        </ButtonForm>
        <ButtonForm kind="quiet" intent="remove" fields={{ id }} aria-label={`Remove: ${zip}`}>
          Remove
        </ButtonForm>
      </div>
    )
  }
  const name = until === null ? 'End it' : 'Change its end'
  return (
    <details open={sent !== null}>
      <summary aria-label={`${name}: ${zip}`}>{name}</summary>
      <ActionForm {...{ formKey, sent }} className={fields(26)}>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="was" value={until ?? ''} />
        <DateField label="Until" required {...fieldsOf(sent, { until: until ?? '' })('until')} />
        <Button kind="secondary" name="intent" value="end">
          Set its end
        </Button>
      </ActionForm>
    </details>
  )
}

export default function DryPlaces({ loaderData, actionData }: Route.ComponentProps) {
  const { places, today, formKey } = loaderData
  const sent = sentBy(actionData, { intent: 'add' })
  const field = fieldsOf(sent, { from: today })
  const confirmed = places.filter(({ confirmedBy }) => confirmedBy !== null).length
  return (
    <AdminPage
      title={title}
      summary={
        places.length > 0
          ? plural(confirmed, 'ZIP code is', 'ZIP codes are') + ' confirmed'
          : undefined
      }
      actions={<Link to={paths.compliance()}>{complianceParts.compliance.title}</Link>}
    >
      <div>
        <Block id="places" title="ZIP codes" isWide>
          <RowsTable
            label={title}
            stacked
            isWide
            columns={columnsOf(actionData, formKey)}
            rows={places}
            rowKey={({ id }) => id}
            none="None yet: wherever a state is served, all of its ZIP codes are."
          />
        </Block>
        <Block id="add" title="Propose ZIP codes">
          <p>
            Wine does not go to a ZIP code whose place is dry although its state is served. Nothing
            changes until each is confirmed.
          </p>
          <ActionForm {...{ formKey, sent }} className={fields(34)}>
            <TextArea
              label="ZIP codes"
              hint={`Of five digits, with spaces or commas between them; at most ${maxZips}.`}
              rows={3}
              required
              {...field('zips')}
            />
            <div className={pairs(2, 3)}>
              <DateField label="From" required {...field('from')} />
              <DateField
                label="Until"
                hint="The first day on which it no longer holds."
                {...field('until')}
              />
            </div>
            <TextField
              label="Source"
              hint={`Where the law says so, in at most ${maxSource} characters.`}
              required
              {...field('source')}
            />
            <Button kind="secondary" name="intent" value="add">
              Propose
            </Button>
          </ActionForm>
        </Block>
      </div>
    </AdminPage>
  )
}
