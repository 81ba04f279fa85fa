import { loginSessionLifetime } from '#accounts/sessions/session-lifetime.rules.ts'
import { statesServed } from '#catalogue/destinations/ship-to.rules.ts'
import { maxQuantity } from '#catalogue/destinations/shipping.rules.ts'
import { clubName } from '#platform/club/club.rules.ts'
import { ageCookie } from '#platform/http/age-gate.rules.ts'
import { inOrder } from '#platform/text/in-order.rules.ts'
import { inWords } from '#platform/text/number-words.copy.ts'
import { stateName } from '#platform/text/us-states.rules.ts'

const loginSessionDays = loginSessionLifetime.lasts / (24 * 60 * 60)

export type LegalSection = {
  heading: string
  paragraphs: readonly string[]
  list?: readonly string[]
  /** Its place in the page, for what leads there. */
  id?: string
}

/** A legal page: its words on the page and in the PDF come from here. */
export type LegalText = {
  title: string
  /** What it is in one sentence, for the head of the page and search engines. */
  summary: string
  sections: readonly LegalSection[]
}

/** The day of the texts, as which they are printed. */
export const legalDay = '2026-11-22'

/** The texts are drafts until the owner's counsel has approved them (the setting LEGAL_APPROVED). */
export const legalStatus = (approved: boolean): string =>
  approved ? 'As of November 22, 2026' : 'Draft of November 22, 2026, for review by counsel'

const howToReachUs =
  'Write to us or call: our email address and telephone number are at the foot of every page and in your cart.'

/** The terms, with the states that are served on that day. */
export const termsOn = (day: string): LegalText => ({
  title: 'Terms of Sale',
  summary: 'The terms on which Kohue sells and ships its wines within the United States.',
  sections: [
    {
      heading: 'Who may buy',
      paragraphs: [
        'Kohue sells wine only to adults. By entering this site and by placing an order you confirm that you are 21 years of age or older and that the wine is not bought for anyone under 21.',
        'Orders are personal. We may ask for proof of age before we ship, and we cancel and refund an order for which it is not given.',
      ],
    },
    {
      heading: 'The wines and their prices',
      paragraphs: [
        `Our wines are released twice a year, in spring and in fall, in limited quantity. A release is sold by the case of three bottles of 750 ml, at most ${inWords(maxQuantity)} cases per order; offers made to you directly may be for a single bottle.`,
        'Prices are in US dollars and do not include shipping or sales tax. What you pay is the total shown on the payment page before you confirm. If a price was plainly shown in error, we will tell you before anything is shipped, and you may withdraw.',
      ],
    },
    {
      heading: 'Ordering and payment',
      paragraphs: [
        'Cards are handled by our payment provider, on its own secure page or in its own field on ours; we never see or keep your card number. While you pay, the wine you chose is held for you for a limited time, and is released if the payment is not completed.',
        'A sale is made when your payment has succeeded. We confirm it by email. If a wine turns out to be unavailable after you have paid, we refund you in full.',
      ],
    },
    {
      heading: 'Sales tax',
      paragraphs: [
        'California sales tax is charged on every order, regardless of where the buyer lives. If it was not computed at checkout, it is billed separately.',
      ],
    },
    {
      heading: 'Shipping and delivery',
      id: 'shipping',
      paragraphs: [
        'Wine is delivered by a third-party shipper, by ground or overnight, and only to the places listed below. An adult 21 or older must be present, show identification and sign. We recommend a business address. We do not ship to PO boxes.',
        'Shipments begin in November. For rush orders and for local pickup, please contact us. An address that wine may not be sent to is refused before you are charged, or your payment is released if we find out later.',
        `At present we ship to ${sentenceOf(statesServed(day).map(stateName))}.`,
      ],
    },
    {
      heading: 'Damage, faults and returns',
      paragraphs: [
        'If a bottle arrives broken or is faulty, tell us within 30 days of delivery, with a picture if you can. We will replace it while the release lasts, or refund it.',
        'Because we cannot know how wine has been kept once it has left us, and because the law of many states does not allow it, we do not take back sound bottles. A parcel returned because no adult was there to sign can be sent again for the cost of shipping.',
      ],
    },
    {
      heading: `Your account and ${clubName}`,
      paragraphs: [
        'Keep your password to yourself and your details up to date, so that we can reach you about an order. You may close your account at any time.',
        `Membership in ${clubName} and its allocations are agreed with each member personally. They are not bought on this site, and carry no obligation to buy beyond what you have agreed to.`,
      ],
    },
    {
      heading: 'Use of this site',
      paragraphs: [
        'The texts, drawings and pictures of this site and the name Kohue belong to us or are used by permission. Please do not use them commercially without asking.',
        'We take care that what is written here is right, and we correct mistakes when we learn of them. As far as the law allows, our liability for an order is limited to what was paid for it. Nothing here takes away rights that the law of your state gives you as a consumer.',
      ],
    },
    {
      heading: 'Law and changes',
      paragraphs: [
        'The governing law and the place for disputes are to be named here by counsel before these terms come into force.',
        'The terms shown here when you order apply to that order. Later changes do not affect it.',
        howToReachUs,
      ],
    },
  ],
})

export const privacy: LegalText = {
  title: 'Privacy Policy',
  summary: 'What Kohue knows about you, what it is used for, and how to see it or have it erased.',
  sections: [
    {
      heading: 'In short',
      paragraphs: [
        'We keep what we need to sell you wine and to write to you when you have asked us to. We do not sell it, we show no advertising, and no one follows you through this site on our behalf.',
      ],
    },
    {
      heading: 'What we keep',
      paragraphs: ['What you give us, and what your orders add to it:'],
      list: [
        'On the mailing list: your name and email address, and when and where you agreed to hear from us.',
        'With an account: your name, email address, a scrambled form of your password that cannot be read back, and, if you give them, your telephone number, birth date, addresses and how you prefer to be contacted.',
        'If you sign in with Google: the name and email address that Google gives us. We do not see your Google password.',
        'With an order: what you bought, what you paid, where it went, the telephone number and birth date you gave, and the statement that you are of age.',
        'For security: the network address of a device, for as long as it is signed in; and of one that sends too many requests, for a short time.',
      ],
    },
    {
      heading: 'What it is used for',
      paragraphs: [
        'To fill and deliver your orders, to answer you, to keep your account safe, to meet the legal duties of selling wine, and, if you asked for it, to tell you about releases. For nothing else.',
      ],
    },
    {
      heading: 'Who else sees it',
      paragraphs: [
        'Only those who work for us and need it: the card payment provider, which takes your card details directly and passes on to us that you have paid, with the kind of card and its last four digits; the shipper, which needs your name, address and telephone number; the service that carries our mail; and the host of this site. Authorities see it where the law obliges us.',
      ],
    },
    {
      heading: 'Cookies',
      paragraphs: ['Only cookies that the site needs in order to work:'],
      list: [
        `ageKey: that you told us you are over 21. It lasts ${ageCookie.days} days.`,
        'ageRefused: that you told us you are under 21. It lasts until you close the browser.',
        `A session cookie, once you log in: that it is you. It lasts ${loginSessionDays} days from your last visit, or until you log out.`,
        'Cookies for a form, a link in an email, signing in with Google or an order without an account: so that you can go on where you were. None of them lasts longer than a day.',
        'The payment page is the payment provider’s own and sets cookies of its own, against fraud.',
      ],
    },
    {
      heading: 'How long',
      paragraphs: [
        'Mailing-list details until you have them erased; after you leave the list, they only keep us from writing to you again. An account until you close it. Records of orders for as long as the laws on tax and on the sale of alcohol require.',
      ],
    },
    {
      heading: 'Your choices',
      paragraphs: [
        'Every email to the mailing list carries a link to leave it, which works at once. In your account you can see and correct what we hold. You may ask us for a copy of it or to erase it, wherever you live; we answer within 30 days, and keep only what the law makes us keep.',
        'This site is for adults. If a minor has given us details, tell us and we will erase them.',
        howToReachUs,
      ],
    },
    {
      heading: 'Changes',
      paragraphs: [
        'If this policy changes, we will say so here, and write to you first if the change matters.',
      ],
    },
  ],
}

function sentenceOf(names: readonly string[]): string {
  return new Intl.ListFormat('en-US', { type: 'conjunction' }).format(
    names.toSorted((a, b) => inOrder(a, b)),
  )
}
