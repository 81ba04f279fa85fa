import { unpaidRetentionDays } from '#checkout/checkout.rules.ts'
import type { listVoidedOffers } from '#checkout/offers/list-voided-offers.actions.server.ts'
import { offerRefusalSentence } from '#checkout/offers/offers.copy.ts'
import { orderLine } from '#orders/order/admin-orders.copy.ts'
import { placeLine } from '#platform/address/address.rules.ts'
import type { Column } from '#platform/admin/admin-table.tsx'
import { AdminTable } from '#platform/admin/admin-table.tsx'
import { ShopDay } from '#platform/text/dates.tsx'
import { phoneText } from '#platform/text/phone.rules.ts'
import { plural } from '#platform/text/plural.rules.ts'
import { letters, stack } from '#ui/layout.ts'

type Voided = Awaited<ReturnType<typeof listVoidedOffers>>['offers'][number]

const sectionId = 'voided-offers'

const copy = {
  title: 'Offers not served',
  count: (count: number, isMore: boolean) => {
    if (isMore) return `More than ${count} offers not served`
    return `${plural(count, 'offer')} not served`
  },
  newest: (count: number) => `These are the newest ${count}; there are more.`,
  intro: `Nobody was charged, and the buyers were told by email. Listed for ${unpaidRetentionDays} days.`,
  buyer: 'Buyer',
  unknown: 'Unknown',
  email: 'Email',
  phone: 'Phone',
  when: 'Date',
  wines: 'Wine',
  to: 'For',
  reason: 'What the buyer was told',
} as const

const columns: readonly Column<Voided>[] = [
  { label: copy.buyer, cell: (offer) => offer.shipTo?.name || copy.unknown },
  {
    label: copy.email,
    cell: ({ email }) => email && <a href={`mailto:${email}`}>{email}</a>,
  },
  { label: copy.reason, cell: (offer) => offerRefusalSentence[offer.reason] },
  { label: copy.to, cell: ({ shipTo }) => shipTo && placeLine(shipTo, 'codes') },
  { label: copy.when, cell: (offer) => offer.endedAt && <ShopDay at={offer.endedAt} /> },
  { label: copy.wines, cell: (offer) => orderLine(offer.quantity, offer.description) },
  { label: copy.phone, cell: (offer) => phoneText(offer.shipTo?.phone ?? '') },
]

type Props = { offers: readonly Voided[]; isMore: boolean }

/** Offers whose payments were voided, with their buyers: no order exists that would show them. */
export const VoidedOffers = ({ offers, isMore }: Props) => (
  <section id={sectionId} aria-labelledby="voided-offers-title" className={stack(2)}>
    <h2 id="voided-offers-title">{copy.title}</h2>
    <p className={letters.intro}>{copy.intro}</p>
    {isMore && <p>{copy.newest(offers.length)}</p>}
    <AdminTable label={copy.title} columns={columns} rows={offers} rowKey={({ id }) => id} />
  </section>
)

type LinkProps = { count: number; isMore: boolean }

/** Leads to them from the top of the list of orders. */
export const VoidedOffersLink = ({ count, isMore }: LinkProps) => (
  <a href={`#${sectionId}`}>{copy.count(count, isMore)}</a>
)
