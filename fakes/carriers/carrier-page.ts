import { html, type Html } from '#fakes/http/html.ts'
import { page } from '#fakes/http/page.ts'

import { type FakeParcel, type FakeParcels, trackingEvents } from './parcels.ts'

const styles = `
main { max-width: 60rem; margin: 0 auto; padding: 32px 20px; display: grid; gap: 24px; }
form { display: flex; flex-wrap: wrap; gap: 8px; align-items: end; }
label { display: grid; gap: 2px; font-size: 14px; }
input { min-height: 44px; padding: 8px 10px; border: 1px solid var(--edge); border-radius: var(--radius); }
.parcel { display: grid; gap: 12px; padding: 16px; border: 1px solid var(--line); border-radius: var(--radius); }
`

/** The page for adding tracking events to a parcel by hand. */
export function carrierPage(parcels: FakeParcels, open: string | null): Html {
  const all = parcels.all()
  return page({
    title: 'Carrier',
    styles,
    body: html`<main>
      <header>
        <h1>Carrier</h1>
        <p class="quiet">
          Stands for the carrier in this demo. A parcel appears once the shop has asked about it;
          the shop asks each minute, or at once by “Update tracking now”. A box is lost or damaged
          when staff say so. Requests: <a href="/carriers/journal">journal</a>; a carrier that can’t
          be reached: <a href="/_faults">fault switchboard</a> with <code>* /api/track/*</code>.
        </p>
      </header>
      <form method="post" action="/carriers/invalid-responses">
        <label
          >Next responses that are invalid
          <input name="times" type="number" value="${parcels.invalidResponses}" min="0"
        /></label>
        <button class="button">Set</button>
      </form>
      ${all.length === 0 ? html`<p class="notice">No parcel yet.</p>` : ''}
      ${all.slice(0, 50).map((parcel) => parcelPart(parcel, parcel.number === open))}
    </main>`,
  })
}

const parcelPart = (parcel: FakeParcel, isOpen: boolean): Html =>
  html`<section class="parcel" aria-labelledby="p-${parcel.number}">
    <h2 id="p-${parcel.number}">${parcel.number}</h2>
    ${isOpen ? html`<p class="notice right" role="status">Done.</p>` : ''}
    <ol>
      ${parcel.activities.map(
        ({ at, what, city, state, zip }) =>
          html`<li>
            ${at.slice(0, 16).replace('T', ' ')} UTC: ${trackingEvents[what].label}, ${city},
            ${state} ${zip}
          </li>`,
      )}
    </ol>
    <form method="post" action="/carriers">
      <input type="hidden" name="number" value="${parcel.number}" />
      <label>City <input name="city" value="Austin" size="12" /></label>
      <label>State <input name="state" value="TX" size="3" /></label>
      <label>ZIP <input name="zip" value="78701" size="6" /></label>
      <label>Signed by <input name="receivedBy" value="A RUIZ" size="12" /></label>
      ${Object.entries(trackingEvents).map(
        ([what, { label }]) =>
          html`<button class="button" name="what" value="${what}">${label}</button>`,
      )}
    </form>
    <form method="post" action="/carriers">
      <input type="hidden" name="number" value="${parcel.number}" />
      <label>Expected on <input name="on" type="date" value="${parcel.expectedOn}" /></label>
      <button class="button" name="what" value="expected">Set</button>
    </form>
  </section>`
