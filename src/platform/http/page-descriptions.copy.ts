import { clubName, levelOptions, wineClub } from '../club/club.rules.ts'
import { inWords } from '../text/number-words.copy.ts'

const levels = levelOptions.map(([, name]) => name)

/** What search engines and shared links say of a page. Pages without a row are not for them. */
export const pageDescriptions = {
  home: {
    title: 'Kohue, wines from Paraje Altamira, Mendoza',
    description:
      'Malbec and Cabernet Sauvignon from Paraje Altamira in the Uco Valley, under the Andes of Mendoza. Two releases a year, shipped within the United States.',
  },
  about: {
    title: 'About us',
    description:
      'Mendoza, the Andes and the Kohue plant: where our wines come from and what they are named after.',
  },
  ourWines: {
    title: 'Our wines',
    description:
      'The 2021 Malbec and the 2021 Cabernet Sauvignon of Kohue, both from Paraje Altamira, Uco Valley. Released twice a year, in spring and in fall.',
  },
  join: {
    title: 'Join the list',
    description:
      'Join the Kohue mailing list to hear about each release first, or open an account to order.',
  },
  mailingList: {
    title: 'Join the mailing list',
    description:
      'Leave your name and email to hear about our two releases a year, in spring and in fall.',
  },
  acquire: {
    title: 'Acquire',
    description: 'Kohue wines are offered to the members of our mailing list, release by release.',
  },
  offering: {
    title: 'Your Exclusive Offer',
    description: 'A case of three bottles of Kohue, offered to you directly.',
  },
  singleBottle: {
    title: '2021 Malbec, a single bottle',
    description: 'One bottle of the 2021 Kohue Malbec from Paraje Altamira, Uco Valley.',
  },
  terms: {
    title: 'Terms of Sale',
    description: 'The terms on which Kohue sells and ships its wines within the United States.',
  },
  privacy: {
    title: 'Privacy Policy',
    description:
      'What Kohue knows about you, what it is used for, and how to see it or have it erased.',
  },
  login: {
    title: 'Log in',
    description: 'Log in to your Kohue account: the current release, your orders and your details.',
  },
  register: {
    title: 'Register',
    description: 'Open a Kohue account to buy the current release and to keep your details.',
  },
  joinedMailList: {
    title: 'You are on the list',
    description:
      'You are on the Kohue mailing list, and will hear about each release before it opens.',
  },
  offerThanks: {
    title: 'Thank you for your order',
    description: 'Your order with Kohue, wines from Paraje Altamira, and what happens next.',
  },
  stay: {
    title: 'Stay tuned',
    description: 'The next release of Kohue is on its way. The mailing list hears about it first.',
  },
  thanks: {
    title: 'Thank you',
    description: 'Thank you for your interest in the wines of Kohue. We will be in touch soon.',
  },
  clubMember: {
    title: wineClub,
    description: `${clubName}, the wine club of Kohue, with its ${inWords(levels.length)} levels: ${new Intl.ListFormat('en-US').format(levels)}.`,
  },
  test: {
    title: "Something's missing",
    description: 'This page has moved, or was never here. The wines are where they always are.',
  },
  sharePicture: 'Rows of vines run toward snow-covered mountains, in sepia, beneath the name Kohue',
} as const

export type DescribedPage = Exclude<keyof typeof pageDescriptions, 'sharePicture'>
