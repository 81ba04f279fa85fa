import { html, type Html } from '#fakes/http/html.ts'
import { testCards } from '#fakes/payments/cards.ts'

const grouped = (number: string) => number.replaceAll(/(.{4})(?=.)/g, '$1 ')

/** The values a test card button fills in. */
export const filledCard = (number: string, now: Date) => ({
  card: grouped(number),
  expiry: `12 / ${(now.getUTCFullYear() + 2) % 100}`,
  cvc: '123',
})

/** The test cards as buttons that fill the form in, with or without JavaScript. */
export function testCardPanel(): Html {
  return html`<section class="testcards" aria-labelledby="testcards">
    <h2 id="testcards">Test cards</h2>
    <p class="quiet">Press one to fill the form in. Any later date and any three digits do.</p>
    <ul>
      ${testCards
        .filter((card) => card.shown)
        .map(
          (card) =>
            html`<li>
              <button type="submit" name="fill" value="${card.number}" formnovalidate>
                <span class="number">${grouped(card.number)}</span>
                <span class="quiet">${card.label}</span>
              </button>
            </li>`,
        )}
    </ul>
  </section>`
}
