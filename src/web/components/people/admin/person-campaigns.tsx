import { Form } from 'react-router'

import { campaignCopy } from '#domain/copy/campaigns.ts'
import { personCopy as copy } from '#domain/copy/personal-data.ts'
import type { Person } from '#use-cases/people/view-person.ts'
import { ShopMoment } from '#web/components/dates.tsx'
import { Block } from '#web/components/people/block.tsx'
import { Button } from '#web/ui/button.tsx'
import { DataTable } from '#web/ui/data-table.tsx'

type Props = { person: Pick<Person, 'email' | 'campaigns' | 'linkTo'>; formKey: string }

/** What campaigns wrote to a person and what came of it, and a fresh link to their purchase. */
export function PersonCampaigns({ person: { email, campaigns, linkTo }, formKey }: Props) {
  return (
    <Block id="campaigns" title={copy.campaigns}>
      {campaigns.length === 0 ? (
        <p>{copy.noCampaigns}</p>
      ) : (
        <DataTable label={copy.campaigns} stacked>
          <thead>
            <tr>
              <th scope="col">{copy.campaign}</th>
              <th scope="col">{copy.outcome}</th>
              <th scope="col">{copy.came}</th>
              <th scope="col">{copy.ordered}</th>
            </tr>
          </thead>
          <tbody>
            {campaigns.map(({ id, name, outcome, reason, settledAt, enteredAt, orderedAt }) => (
              <tr key={id}>
                <td data-label={copy.campaign}>{name}</td>
                <td data-label={copy.outcome}>
                  <span>
                    {campaignCopy.outcomes[outcome]}
                    {reason && `: ${campaignCopy.reasons[reason]}`}{' '}
                    {outcome === 'sent' && settledAt && <ShopMoment at={settledAt} />}
                  </span>
                </td>
                <td data-label={copy.came}>
                  {enteredAt ? <ShopMoment at={enteredAt} /> : copy.not}
                </td>
                <td data-label={copy.ordered}>
                  {orderedAt ? <ShopMoment at={orderedAt} /> : copy.not}
                </td>
              </tr>
            ))}
          </tbody>
        </DataTable>
      )}
      {linkTo.map(({ id, name }) => (
        <Form key={id} method="post" replace>
          <input type="hidden" name="key" value={formKey} />
          <input type="hidden" name="release" value={id} />
          <Button kind="secondary">
            {copy.freshLink} {copy.freshLinkTo(name)}
          </Button>
        </Form>
      ))}
      {linkTo.length > 0 && <p>{copy.freshLinkText(email)}</p>}
    </Block>
  )
}
