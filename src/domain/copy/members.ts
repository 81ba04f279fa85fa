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
    text: 'A confirmation is on its way to your email. An adult of 21 or older has to sign for the delivery.',
    close: 'Close',
  },
} as const

export const dashboardCopy = {
  acquireTitle: 'Acquire',
  acquireText: 'Our current release, in cases of three bottles.',
  clubTitle: 'The Andes Society',
  clubText: 'Our wine club sets bottles of every release aside for its members, spring and fall.',
  moreInfo: 'Request More info',
  clubThanks:
    "Kohue Wine Club: Thank you for your interest! We'll be reaching out soon with more details about our wine club.",
  active: (level: string | null) =>
    level ? `My ${level} Wine Membership is ACTIVE` : 'My Wine Membership is ACTIVE',
  access: 'Access',
} as const

export const membershipCopy = {
  // sic: 'society' in small letters
  title: 'The Andes society',
  subtitle: 'My Membership History',
  allocation: (year: number) => `Allocation ${year}`,
  nothingYet: 'Your allocations will be written here as each release is set aside for you.',
} as const

export const ordersCopy = {
  title: 'Order History',
  none: "You haven't made any orders yet.",
  date: 'Date',
  purchased: 'Purchased',
  quantity: 'Qty',
  newer: 'Newer orders',
  older: 'Older orders',
  page: (page: number) => `Page ${page}`,
  number: (number: number | string) => `K-${number}`,
  order: (number: number) => `Order K-${number}`,
  back: 'All orders',
  state: 'State',
  buyer: 'Buyer',
  shipTo: 'Ship to',
  price: 'Price',
  tax: 'California sales tax',
  refundedInAll: 'Refunded in all',
  refundedOn: (date: string) => `Refunded ${date}`,
  print: 'Print receipt',
  states: {
    paid: 'Paid',
    'partly-refunded': 'Partly refunded',
    refunded: 'Refunded',
    disputed: 'Under review with the card issuer',
  },
} as const
