import { adminOrdersCopy, voidedOffersCopy as copy } from '#orders/order/admin-orders.copy.ts'
import { offerRefusalSentence } from '#checkout/offers/offers.copy.ts'
import type { ListedVoided } from '#checkout/offers/list-voided-offers.actions.server.ts'
import type { Column } from '#platform/admin/admin-table.tsx'
import { AdminTable } from '#platform/admin/admin-table.tsx'
import { ShopDay } from '#platform/text/dates.tsx'

import styles from './orders.module.css'

type Voided = Extract<ListedVoided, { ok: true }>['offers'][number]

export const voidedOffersId = 'voided-offers'

const columns: readonly Column<Voided>[] = [
  { label: copy.buyer, cell: (offer) => offer.shipTo?.name || copy.unknown },
  {
    label: copy.email,
    cell: ({ email }) => email && <a href={`mailto:${email}`}>{email}</a>,
  },
  { label: copy.reason, cell: (offer) => offerRefusalSentence[offer.reason] },
  { label: copy.to, cell: ({ shipTo }) => shipTo && copy.place(shipTo) },
  { label: copy.when, cell: (offer) => offer.endedAt && <ShopDay at={offer.endedAt} /> },
  { label: copy.wines, cell: (offer) => adminOrdersCopy.line(offer.quantity, offer.description) },
  { label: copy.phone, cell: (offer) => offer.shipTo?.phone },
]

type Props = { offers: readonly Voided[]; isMore: boolean }

/** Offers whose payments were voided, with their buyers: no order exists that would show them. */
export const VoidedOffers = ({ offers, isMore }: Props) => (
  <section id={voidedOffersId} aria-labelledby="voided-offers-title" className={styles.voided}>
    <h2 id="voided-offers-title">{copy.title}</h2>
    <p>{copy.intro}</p>
    {isMore && <p>{copy.newest(offers.length)}</p>}
    <AdminTable label={copy.title} columns={columns} rows={offers} rowKey={({ id }) => id} />
  </section>
)
