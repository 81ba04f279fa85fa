import { clubName, wineClub } from '../club/club.rules.ts'
import { deliveryNote } from '../text/shipments-begin.copy.ts'

/** What the members area says. Quoted sentences of the specification stand verbatim. */
export const membersCopy = {
  greeting: (firstName: string) => (firstName ? `Hello, ${firstName}` : 'Hello'),
  welcome: 'Welcome to your account!',
  menu: 'Your account',
  views: {
    current: 'Current Release',
    dash: 'Dashboard',
    orders: 'Order History',
    account: 'Account Details',
    membership: 'Membership',
  },
  startShopping: 'Start Shopping',
  purchase: {
    title: 'Thank you for your purchase!',
    shipped: 'Your order is confirmed, and the details are on their way to your inbox.',
    delivered: deliveryNote,
    pickup: 'We will write to you to arrange the place and time of your pickup.',
    close: 'Close',
  },
} as const

/** The sub-menu of the members area: `current` is the shop, `dash` the dashboard. */
export type MembersView = keyof typeof membersCopy.views
export const membersViews = Object.keys(membersCopy.views) as MembersView[]

/** The entries of the sub-menu: those views, and pages with an address of their own. */
export const menuLabels = { ...membersCopy.views, requests: 'Requests' } as const
export type MenuItem = keyof typeof menuLabels

/** Thanks for asking about the club, as a message over a page or on the dashboard. */
export const clubInterest = {
  title: `${wineClub}:`,
  text: "Thank you for your interest! We'll be reaching out soon with more details about our wine club.",
} as const

export const dashboardCopy = {
  acquireTitle: 'Acquire',
  setAside: 'Set aside for you',
  acquireText: 'Our current release, in cases of three bottles.',
  clubTitle: clubName,
  clubText:
    'Our wine club sets aside bottles of every release for its members, in spring and in fall.',
  moreInfo: 'Request More info',
  clubThanks: `${clubInterest.title} ${clubInterest.text}`,
  active: (level: string | null) =>
    level ? `My ${level} Wine Membership is ACTIVE` : 'My Wine Membership is ACTIVE',
  access: 'Access',
} as const

export const membershipCopy = {
  // sic: 'society' in small letters
  title: 'The Andes society',
  subtitle: 'My Membership History',
  nothingYet: 'Your allocations will appear here as we set them aside for you.',
} as const

export const ordersCopy = {
  title: 'Order History',
  none: "You haven't made any orders yet.",
  contact: 'Questions, or something to change?',
  date: 'Date',
  orderColumn: 'Order',
  status: 'Status',
  purchased: 'Purchased',
  quantity: 'Qty',
  newer: 'Newer orders',
  older: 'Older orders',
  page: (page: number) => `Page ${page}`,
  number: (number: number | string) => `K-${number}`,
  order: (number: number) => `Order K-${number}`,
  orderNumber: (number: string) => `Order K-${number}`,
  back: 'All orders',
  buyer: 'Buyer',
  shipTo: 'Ship to',
  price: 'Price',
  refundedInAll: 'Refunded in total',
  refundedOn: (date: string) => `Refunded ${date}`,
  print: 'Print receipt',
  pickedUpBy: 'Pickup in the name of',
  pickupNext:
    'We will write to arrange the place and time of your pickup. Please bring a photo ID that shows you are 21 or older.',
  states: {
    paid: 'Paid',
    'partly-refunded': 'Partly refunded',
    refunded: 'Refunded',
    disputed: 'Disputed with the card issuer',
  },
  /** Of an order of which nothing was sent and all is refunded, as after it was canceled. */
  over: 'Everything you paid is refunded, and nothing is on its way.',
  /** In place of the state, while the provider makes a refund. */
  refunding: 'Refund under way',
} as const
