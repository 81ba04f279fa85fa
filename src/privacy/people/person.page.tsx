import { randomUUID } from 'node:crypto'

import { Form, Link } from 'react-router'

import { consentCopy, leftSentence } from '#accounts/consent/consent.copy.ts'
import { campaignCopy } from '#campaigns/campaign/campaigns.copy.ts'
import { ConsentLedger } from '#campaigns/mailing-list/consent-ledger.tsx'
import { pageAction } from '#platform/action/page-action.server.ts'
import { LogEntries } from '#platform/audit/log-entries.tsx'
import { ButtonForm } from '#platform/form/button-form.tsx'
import { RecordFacts } from '#platform/form/record-facts.tsx'
import { RecordPage } from '#platform/form/record-page.tsx'
import { servicesContext } from '#platform/http/context.ts'
import { memberOf } from '#platform/http/guards.ts'
import { found } from '#platform/http/http-error.ts'
import { unlistedMeta } from '#platform/http/page-meta.ts'
import { paths } from '#platform/http/paths.rules.ts'
import { Block } from '#platform/layout/block.tsx'
import { ShopDay, ShopMoment, useDates } from '#platform/text/dates.tsx'
import { formatAmount } from '#platform/text/money.rules.ts'
import { phoneText } from '#platform/text/phone.rules.ts'
import { plural } from '#platform/text/plural.rules.ts'
import { adminRequestsCopy, requestStateName } from '#requests/admin-requests.copy.ts'
import { requestNumber } from '#requests/request.rules.ts'
import { Button } from '#ui/button.tsx'
import type { TableColumn } from '#ui/data-table.tsx'
import { RowsTable } from '#ui/data-table.tsx'
import { letters, stack } from '#ui/layout.ts'
import { Notice } from '#ui/notice.tsx'

import { mergeCopy } from '../merging/merges.copy.ts'
import { dataRequestsCopy, personCopy as copy } from '../personal-data/personal-data.copy.ts'
import { sendFreshLink } from '../personal-data/send-fresh-link.actions.server.ts'
import type { Route } from './+types/person.page'
import { UsersOrders } from './user-orders.tsx'
import type { Person } from './view-person.actions.server.ts'
import { viewPerson } from './view-person.actions.server.ts'

export const meta: Route.MetaFunction = (args) =>
  unlistedMeta(args, args.loaderData?.person.name ?? copy.link)

export async function loader({ params, context }: Route.LoaderArgs) {
  const viewed = found(await viewPerson(context.get(servicesContext), memberOf(context), params.id))
  return { person: viewed.person, key: randomUUID() }
}

export const action = pageAction(sendFreshLink)

/** Account and list record as one person, with everything that is kept about them. */
export default function PersonPage({ loaderData: { person, key } }: Route.ComponentProps) {
  const dates = useDates()
  const { userId, subscriberId, unconfirmed, summary, whyNot, left } = person
  const empty = emptyParts(person)
  const other =
    unconfirmed && ('userId' in unconfirmed ? unconfirmed.userId : unconfirmed.subscriberId)
  const actions = (
    <>
      {userId && <Link to={paths.mergeUser(userId)}>{mergeCopy.link}</Link>}
      {userId && <Link to={paths.user(userId)}>{copy.toAccount}</Link>}
      {subscriberId && <Link to={paths.subscriber(subscriberId)}>{copy.toSubscriber}</Link>}
    </>
  )
  const backTo = userId ? paths.usersList() : paths.subscriberList()
  return (
    <RecordPage title={person.name} email={person.email} backTo={backTo} actions={actions}>
      {other && (
        <Notice tone="info">
          {copy.unconfirmed}. {copy.unconfirmedText}{' '}
          <Link to={paths.person(other)}>{copy.other}</Link>
        </Notice>
      )}
      <RecordFacts
        facts={[
          ['Spent', userId && formatAmount(summary.spentCents)],
          ['Last order', summary.lastOrderAt && dates.day(summary.lastOrderAt)],
          ['Phone', phoneText(summary.phone)],
          [
            'Allocation',
            summary.allocationLeft > 0 ? `${plural(summary.allocationLeft, 'case')} left` : null,
          ],
          [copy.permission, whyNot ? copy.mayNot[whyNot] : copy.may],
          [consentCopy.reads, left && leftSentence(dates.longDay(left.at), left.source)],
          [copy.sessions, userId ? String(person.sessions) : null],
        ]}
      />
      <div>
        {userId && <MergedAccounts userId={userId} person={person} />}
        {person.consents.length > 0 && (
          <Block id="consents" title={consentCopy.title}>
            <ConsentLedger entries={person.consents} />
          </Block>
        )}
        {person.orders.length > 0 && (
          <Block id="orders" title={copy.orders}>
            <UsersOrders history={{ orders: person.orders, page: 1, hasMore: false }} />
          </Block>
        )}
        {person.allocations.length > 0 && <PersonAllocations allocations={person.allocations} />}
        {person.requests.length > 0 && (
          <Block id="requests" title={copy.requests}>
            <ul className={stack(2)}>
              {person.requests.map(({ number, kind, state, createdAt }) => (
                <li key={number}>
                  <Link to={paths.staffRequest(number)}>{requestNumber(number)}</Link>{' '}
                  {adminRequestsCopy.kinds[kind]}, {requestStateName(kind, state)},{' '}
                  <ShopDay at={createdAt} />
                </li>
              ))}
            </ul>
          </Block>
        )}
        {(person.campaigns.length > 0 || person.linkTo.length > 0) && (
          <PersonCampaigns person={person} formKey={key} />
        )}
        {person.mails.length > 0 && (
          <Block id="emails" title={copy.emails}>
            <RowsTable
              label={copy.emails}
              stacked
              rows={person.mails}
              rowKey={({ kind, at }) => `${kind} ${at.toISOString()}`}
              columns={[
                { label: copy.kind, cell: ({ name }) => name },
                { label: copy.state, cell: ({ state }) => copy.mailStates[state] ?? state },
                { label: copy.at, cell: ({ at }) => <ShopMoment at={at} /> },
              ]}
            />
          </Block>
        )}
        {person.dataRequests.length > 0 && (
          <Block id="data-requests" title={copy.dataRequests}>
            <ul className={stack(2)}>
              {person.dataRequests.map(
                ({ number, kind, askedAt, doneAt, outcome, outcomeNote }) => (
                  <li key={number}>
                    {copy.number} {number}: {dataRequestsCopy.kinds[kind]}, <ShopDay at={askedAt} />
                    {doneAt && `, ${dataRequestsCopy.done.toLowerCase()}`}
                    {outcome && `: ${dataRequestsCopy.outcomes[outcome]}`}
                    {outcomeNote && ` (${outcomeNote})`}
                  </li>
                ),
              )}
            </ul>
          </Block>
        )}
        {empty.length > 0 && <p className={letters.sans}>Nothing yet: {empty.join(', ')}.</p>}
        <LogEntries entries={person.log} onRecord />
      </div>
    </RecordPage>
  )
}

/** The parts of the page that have nothing in them, in one line together. */
const emptyParts = (person: Person): string[] =>
  [
    // Those of an unconfirmed account may be on the other record.
    ...(person.unconfirmed && person.userId
      ? []
      : [
          [consentCopy.title, person.consents] as const,
          [copy.emails, person.mails] as const,
          [copy.dataRequests, person.dataRequests] as const,
        ]),
    [copy.orders, person.orders],
    [copy.allocations, person.allocations],
    [copy.requests, person.requests],
    [copy.campaigns, [...person.campaigns, ...person.linkTo]],
  ].flatMap(([title, rows]) => (rows!.length === 0 ? String(title).toLowerCase() : []))

type MergedProps = { userId: string; person: Pick<Person, 'merges' | 'secondAddresses'> }

/** What was merged into an account, with the undo while there is one. */
function MergedAccounts({ userId, person: { merges, secondAddresses } }: MergedProps) {
  const dates = useDates()
  if (merges.length === 0 && secondAddresses.length === 0) return null
  return (
    <Block id="merged" title={mergeCopy.mergedTitle}>
      <RecordFacts
        facts={[[mergeCopy.second, secondAddresses.map(({ email }) => email).join(', ')]]}
      />
      {merges.length > 0 && (
        <ul className={stack(2)}>
          {merges.map(({ id, at, by, email, moved, undoneAt, undoUntil, mayUndo }) => (
            <li key={id}>
              {mergeCopy.entry(dates.day(at), by)}
              {email && ` (${email})`}: {mergeCopy.moved(moved)}
              {undoneAt && `, ${mergeCopy.undone}`}
              {mayUndo && (
                <Form
                  method="post"
                  action={paths.mergeUser(userId)}
                  className={stack(2, { align: 'start' })}
                >
                  <p>
                    {mergeCopy.until} <ShopMoment at={undoUntil} />.
                  </p>
                  <input type="hidden" name="merge" value={id} />
                  <Button kind="secondary" name="intent" value="undo">
                    {mergeCopy.undoButton}
                  </Button>
                </Form>
              )}
            </li>
          ))}
        </ul>
      )}
    </Block>
  )
}

const allocationColumns: readonly TableColumn<Person['allocations'][number]>[] = [
  { label: copy.release, cell: ({ release }) => release ?? copy.noRelease },
  { label: copy.wine, cell: ({ wine }) => wine },
  { label: copy.units, cell: ({ units }) => units },
  {
    label: copy.bought,
    cell: ({ bought, held }) => (held > 0 ? `${bought} ${copy.inPayment(held)}` : bought),
  },
]

/** What releases and queues allocate to a person, and how much of it was bought. */
const PersonAllocations = ({ allocations }: Pick<Person, 'allocations'>) => (
  <Block id="allocations" title={copy.allocations}>
    <RowsTable
      label={copy.allocations}
      stacked
      columns={allocationColumns}
      rows={allocations}
      rowKey={({ id }) => id}
    />
  </Block>
)

const campaignColumns: readonly TableColumn<Person['campaigns'][number]>[] = [
  { label: copy.campaign, cell: ({ name }) => name },
  {
    label: copy.outcome,
    cell: ({ outcome, reason, settledAt }) => (
      <>
        {campaignCopy.outcomes[outcome]}
        {reason && `: ${campaignCopy.reasons[reason]}`}{' '}
        {outcome === 'sent' && settledAt && <ShopMoment at={settledAt} />}
      </>
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

type CampaignsProps = { person: Pick<Person, 'email' | 'campaigns' | 'linkTo'>; formKey: string }

/** What campaigns wrote to a person and what came of it, and a fresh link to their purchase. */
function PersonCampaigns({ person: { email, campaigns, linkTo }, formKey }: CampaignsProps) {
  return (
    <Block id="campaigns" title={copy.campaigns} isWide>
      <RowsTable
        label={copy.campaigns}
        stacked
        columns={campaignColumns}
        rows={campaigns}
        rowKey={({ id }) => id}
        none={copy.noCampaigns}
      />
      {linkTo.map(({ id, name }) => (
        <ButtonForm key={id} kind="secondary" replace fields={{ key: formKey, release: id }}>
          {`${copy.freshLink} ${copy.freshLinkTo(name)}`}
        </ButtonForm>
      ))}
      {linkTo.length > 0 && <p>{copy.freshLinkText(email)}</p>}
    </Block>
  )
}
