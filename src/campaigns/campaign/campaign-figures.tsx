import { count } from '#platform/admin/admin.copy.ts'
import { ButtonForm } from '#platform/form/button-form.tsx'
import { ShopMoment, useDates } from '#platform/text/dates.tsx'
import { formatAmount } from '#platform/text/money.rules.ts'
import { StackedBars } from '#ui/charts/stacked-bars.tsx'
import { DataTable, RowsTable } from '#ui/data-table.tsx'
import { cluster, part } from '#ui/layout.ts'

import type { EmailOutcome } from './campaign.rules.ts'
import { campaignCopy as copy } from './campaigns.copy.ts'
import type { Campaign } from './campaigns.store.server.ts'
import type { ViewedCampaign } from './view-campaign.actions.server.ts'

type Props = {
  campaign: Campaign
  figures: NonNullable<ViewedCampaign['figures']>
  hours: ViewedCampaign['hours']
  newKey: string
}

/** The results of a campaign: its audience by outcome, visits and orders. */
export function CampaignFigures({ campaign, figures, hours, newKey }: Props) {
  const hourOf = useDates().hour
  const all = figures.outcomes.reduce((sum, one) => sum + one.count, 0)
  const countOf = (wanted: EmailOutcome) =>
    figures.outcomes.reduce((sum, one) => sum + (one.outcome === wanted ? one.count : 0), 0)
  const [delivered, rejected] = [countOf('sent'), countOf('rejected')]
  const left = delivered + rejected
  const { sent, entered, ordered } = copy.series
  const isOver = campaign.state === 'sent' || campaign.state === 'stopped'
  const rows = [
    ['Audience', count(all)],
    ['Sent', rated(left, all)],
    ['Delivered', rated(delivered, left)],
    [copy.outcomes.rejected, rated(rejected, left)],
    ['Opened by their link', rated(figures.entered, delivered)],
    ['Bought', rated(figures.orders, delivered)],
    ['Cases', count(figures.cases)],
    ['Sales', formatAmount(figures.cents)],
    ['Unsubscribed since', rated(figures.left, delivered)],
  ] as const
  const others = figures.outcomes.filter(({ outcome }) => !isCounted(outcome))
  return (
    <section className={part(2, { width: 46 })} aria-labelledby="figures">
      <h2 id="figures">{copy.figures}</h2>
      <DataTable label={copy.figures}>
        <tbody>
          {rows.map(([label, value]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td data-numeric>{value}</td>
            </tr>
          ))}
          {others.map(({ outcome, reason, count: many }) => (
            <tr key={`${outcome} ${reason}`}>
              <th scope="row">
                {copy.outcomes[outcome]}
                {reason && `: ${copy.reasons[reason]}`}
              </th>
              <td data-numeric>{count(many)}</td>
            </tr>
          ))}
        </tbody>
      </DataTable>
      {hours.length > 0 && (
        <>
          <StackedBars
            title={copy.chart}
            series={[sent, entered, ordered]}
            bars={hours.map((one) => ({
              label: hourOf(one.hour),
              values: [one.sent, one.entered, one.ordered],
            }))}
            format={count}
          />
          <details>
            <summary>{copy.chart}</summary>
            <RowsTable
              label={copy.chart}
              rows={hours}
              rowKey={({ hour }) => hour.toISOString()}
              columns={[
                { label: 'Hour', cell: ({ hour }) => <ShopMoment at={hour} /> },
                { label: sent, numeric: true, cell: (one) => count(one.sent) },
                { label: entered, numeric: true, cell: (one) => count(one.entered) },
                { label: ordered, numeric: true, cell: (one) => count(one.ordered) },
              ]}
            />
          </details>
        </>
      )}
      <div className={cluster([1, 2])}>
        {campaign.releaseId && isOver && (
          <NextEmail
            intent="remind"
            {...{
              newKey,
              name: copy.reminderOf(campaign.name),
              label: 'Remind those who have not ordered',
            }}
          />
        )}
        {(isOver || campaign.state === 'paused') && figures.outcomes.some(wasSent) && (
          <NextEmail
            intent="correct"
            {...{
              newKey,
              name: `Correction: ${campaign.name}`.slice(0, 80).trim(),
              label: 'Write a correction to those who got it',
            }}
          />
        )}
      </div>
    </section>
  )
}

const isCounted = (outcome: EmailOutcome) => outcome === 'sent' || outcome === 'rejected'

/** `12 (40%)`, of the figure before it. */
const rated = (some: number, whole: number): string =>
  whole === 0 ? count(some) : `${count(some)} (${Math.round((100 * some) / whole)}%)`

const wasSent = ({ outcome }: { outcome: EmailOutcome }) => outcome === 'sent'

type NextEmailProps = { intent: string; newKey: string; name: string; label: string }

/** Creates a draft of a follow-up email. */
const NextEmail = ({ intent, newKey, name, label }: NextEmailProps) => (
  <ButtonForm kind="secondary" intent={intent} fields={{ key: newKey, name }}>
    {label}
  </ButtonForm>
)
