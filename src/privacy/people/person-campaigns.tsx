import { campaignCopy } from '#campaigns/campaign/campaigns.copy.ts'
import { personCopy as copy } from '../personal-data/personal-data.copy.ts'
import type { Person } from './view-person.actions.server.ts'
import { ShopMoment } from '#platform/text/dates.tsx'
import { ButtonForm } from '#platform/form/button-form.tsx'
import { Block } from '#platform/layout/block.tsx'
import type { TableColumn } from '#ui/data-table.tsx'
import { RowsTable } from '#ui/data-table.tsx'

const columns: readonly TableColumn<Person['campaigns'][number]>[] = [
  { label: copy.campaign, cell: ({ name }) => name },
  {
    label: copy.outcome,
    cell: ({ outcome, reason, settledAt }) => (
      <span>
        {campaignCopy.outcomes[outcome]}
        {reason && `: ${campaignCopy.reasons[reason]}`}{' '}
        {outcome === 'sent' && settledAt && <ShopMoment at={settledAt} />}
      </span>
    ),
  },
  {
    label: copy.came,
    cell: ({ enteredAt }) => (enteredAt ? <ShopMoment at={enteredAt} /> : copy.not),
  },
  {
    label: copy.ordered,
    cell: ({ orderedAt }) => (orderedAt ? <ShopMoment at={orderedAt} /> : copy.not),
  },
]

type Props = { person: Pick<Person, 'email' | 'campaigns' | 'linkTo'>; formKey: string }

/** What campaigns wrote to a person and what came of it, and a fresh link to their purchase. */
export function PersonCampaigns({ person: { email, campaigns, linkTo }, formKey }: Props) {
  return (
    <Block id="campaigns" title={copy.campaigns}>
      <RowsTable
        label={copy.campaigns}
        stacked
        columns={columns}
        rows={campaigns}
        rowKey={({ id }) => id}
        none={copy.noCampaigns}
      />
      {linkTo.map(({ id, name }) => (
        <ButtonForm key={id} kind="secondary" replace fields={{ key: formKey, release: id }}>
          {copy.freshLink} {copy.freshLinkTo(name)}
        </ButtonForm>
      ))}
      {linkTo.length > 0 && <p>{copy.freshLinkText(email)}</p>}
    </Block>
  )
}
