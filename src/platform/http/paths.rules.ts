import type { MembersView } from '../layout/members.copy.ts'

type OfferName = 'offering' | 'offer1'

/** The site map: the only place where an address of the shop is written (`paths.rules.test.ts`). */
export const paths = {
  home: () => '/',
  about: () => '/about',
  ourWines: () => '/ourwines',
  terms: () => '/terms',
  privacy: () => '/privacy',
  join: () => '/join',
  mailingList: () => '/ex-join',
  mailingListJoined: () => '/ex-joinedmaillist',
  acquire: () => '/acquire',
  login: (returnTo?: string) => withQuery('/login', { to: returnTo }),
  /** Of a link in an email; without a token the page that shows whose it is. */
  enter: (token?: string) => (token ? `/enter/${encodeURIComponent(token)}` : '/enter'),
  /** Asks a limited login session who it is, and leads back. */
  confirmIdentity: (returnTo?: string) => withQuery('/account/confirm', { to: returnTo }),
  /** Where a purchase link leads. */
  purchase: () => '/purchase',
  /** Where the code of a second factor is entered. */
  loginCode: (returnTo?: string) => withQuery('/login/code', { to: returnTo }),
  /** The link of an invitation to the staff. */
  invitation: (token: string) => `/invitation/${encodeURIComponent(token)}`,
  /** One's own second factor. */
  secondFactor: () => '/account/second-factor',
  register: () => '/signin',
  offering: () => '/offering',
  singleBottle: () => '/offer1',
  /** The address form of an offer, before the payment page. */
  offerShipTo: (offer: OfferName, quantity: number) =>
    withQuery(`/${offer}/ship-to`, { quantity: String(quantity) }),
  /** The page of an offer, on which this number of units is chosen. */
  offer: (offer: OfferName, quantity = 1) =>
    withQuery(`/${offer}`, { quantity: quantity === 1 ? undefined : String(quantity) }),
  /** Where the payment page leads back to; the specification's address stands for the case's offer. */
  offerThanks: (offer: OfferName = 'offering') =>
    withQuery('/success_offering', { offer: offer === 'offering' ? undefined : offer }),
  /** A guest's order, by the signed link of the confirmation email. */
  guestOrder: (token: string) => `/order/${encodeURIComponent(token)}`,
  stayTuned: () => '/stay',
  interestThanks: () => '/thanks',
  clubThanks: () => '/clubmember',
  purchaseThanks: (payment?: string) => withQuery('/succes', { payment_intent: payment }), // sic
  test: () => '/test',

  members: (view?: MembersView, at: MembersAt = {}) => withQuery('/members', { view, ...at }),
  /** A wine of the current release, on its page. */
  wineOnSale: (id: string) => `/members?view=current#wine-${encodeURIComponent(id)}`,
  order: (number: number | string) => `/members/orders/${number}`,
  /** With a wine its page asks for it: where a press leads whose login session had ended. */
  interest: (wine?: string) => withQuery('/members/interest', { wine }),
  requests: () => '/members/requests',
  preview: () => '/members/preview',
  yourData: () => '/members/your-data',
  closeAccount: () => '/members/close-account',
  accountDeleted: () => '/account/deleted',
  dashboard: () => '/dashboard',
  currentRelease: () => '/mono',
  shipping: () => '/ship',
  card: (at: { payment_intent?: string } = {}) => withQuery('/card', at),
  editAccount: (id?: string) => (id ? `/edit/${encodeURIComponent(id)}` : '/edit'),

  admin: () => '/admin',
  today: () => '/admin/today',
  people: () => '/admin/people',
  staffPerson: (id: string) => `/admin/people/${encodeURIComponent(id)}`,
  shopSettings: () => '/admin/settings',
  overview: () => '/admin/overview',
  overviewFile: (table: string) => withQuery('/admin/overview.csv', { table }),
  subscriberList: (query: Query = {}) => withQuery('/joinedadmin', query),
  subscriber: (id: string, query: Query = {}) =>
    withQuery(`/joinedadmin/${encodeURIComponent(id)}`, query),
  usersList: (query: Query = {}) => withQuery('/usersadmin', query),
  user: (id: string, query: Query = {}) =>
    withQuery(`/usersadmin/${encodeURIComponent(id)}`, query),
  deleteUser: (id: string, to?: string) =>
    withQuery(`/usersadmin/${encodeURIComponent(id)}/delete`, { to }),
  addSubscriber: () => '/joinedadmin/new',
  unsubscribeSubscriber: (id: string) => `/joinedadmin/${encodeURIComponent(id)}/unsubscribe`,
  deleteSubscriber: (id: string, to?: string) =>
    withQuery(`/joinedadmin/${encodeURIComponent(id)}/delete`, { to }),
  /** Server-sent events for each change of this admin list. */
  liveList: (list?: string) => withQuery('/admin/live', { list }),
  /** Finds orders, shipments, people and wines. */
  adminSearch: (query: Query = {}) => withQuery('/admin/search', query),
  auditLog: (query: Query = {}) => withQuery('/admin/log', query),
  emails: (query: Query = {}) => withQuery('/admin/emails', query),
  campaigns: (query: Query = {}) => withQuery('/admin/campaigns', query),
  newCampaign: (of?: string) => withQuery('/admin/campaigns/new', { of }),
  campaign: (id: string, query: Query = {}) =>
    withQuery(`/admin/campaigns/${encodeURIComponent(id)}`, query),
  /** Its email as it is typeset; without `as` as it reads where nothing is known. */
  campaignPreview: (id: string, query: Query = {}) =>
    withQuery(`/admin/campaigns/${encodeURIComponent(id)}/preview`, query),
  staffOrders: (query: Query = {}) => withQuery('/admin/orders', query),
  staffOrder: (number: number) => `/admin/orders/${number}`,
  disputeFile: (number: number, disputeId: string) =>
    `/admin/orders/${number}/disputes/${encodeURIComponent(disputeId)}/evidence.pdf`,
  staffOrderNotes: (number: number) => `/admin/orders/${number}#order-notes`,
  /** Orders on paper: the form of the list appends which, as `order`. */
  printedOrders: (number?: number) =>
    withQuery('/admin/orders/print', { order: number === undefined ? undefined : String(number) }),
  shippingOverview: () => '/admin/shipping',
  shipments: (query: Query = {}) => withQuery('/admin/shipping/shipments', query),
  shipment: (number: number) => `/admin/shipping/shipments/${number}`,
  shipmentHolds: () => '/admin/shipping/holds',
  handovers: (query: Query = {}) => withQuery('/admin/shipping/handovers', query),
  handoverFile: (id: string) => `/admin/shipping/handovers/${encodeURIComponent(id)}`,
  shippingSettings: () => '/admin/shipping/settings',
  shipperProfiles: () => '/admin/shipping/profiles',
  handoverList: (query: Query = {}) => withQuery('/admin/shipping/handovers/all', query),
  claims: (query: Query = {}) => withQuery('/admin/shipping/claims', query),
  pickups: (query: Query = {}) => withQuery('/admin/shipping/pickups', query),
  pickupList: (day: string) => withQuery('/admin/shipping/pickups.pdf', { day }),
  /** Of a handover; `part` where it is more than one file. */
  packingSlips: (handoverId: string, part?: number) =>
    withQuery(`/admin/shipping/handovers/${encodeURIComponent(handoverId)}/slips.pdf`, {
      part: part === undefined ? undefined : String(part),
    }),
  wines: () => '/admin/wines',
  staffRequests: (query: Query = {}) => withQuery('/admin/requests', query),
  staffRequest: (number: number) => `/admin/requests/${number}`,
  requestQueue: (productId: string, query: Query = {}) =>
    withQuery(`/admin/requests/queue/${encodeURIComponent(productId)}`, query),
  requestSettings: () => '/admin/requests/settings',
  releases: (query: Query = {}) => withQuery('/admin/releases', query),
  newRelease: (of?: string) => withQuery('/admin/releases/new', { of }),
  /** The Live page of a release for a screen that people watch from afar. */
  releaseDay: (id: string) => `/admin/releases/${encodeURIComponent(id)}/live/large`,
  /** One of the pages of a release; without a tab its texts. */
  release: (id: string, tab?: string, query: Query = {}) =>
    withQuery(`/admin/releases/${encodeURIComponent(id)}${tab ? `/${tab}` : ''}`, query),
  allocationsFile: (id: string, query: Query = {}) =>
    withQuery(`/admin/releases/${encodeURIComponent(id)}/allocations.csv`, query),
  newWine: (of?: string) => withQuery('/admin/wines/new', { of }),
  wine: (id: string) => `/admin/wines/${encodeURIComponent(id)}`,
  /** The second step of setting a wine on sale, announcing or closing it. */
  wineState: (id: string, to?: string) =>
    withQuery(`/admin/wines/${encodeURIComponent(id)}/state`, { to }),
  /** Takes the picture or the technical sheet of a wine. */
  wineFile: (id: string, kind: string) => `/admin/wines/${encodeURIComponent(id)}/files/${kind}`,
  accounting: () => '/admin/accounting',
  /** A month of the accounts, as `2026-10`. */
  accountingMonth: (month: string) => `/admin/accounting/${encodeURIComponent(month)}`,
  accountingFile: (month: string, kind: string) =>
    `/admin/accounting/${encodeURIComponent(month)}/files/${kind}`,
  compliance: () => '/admin/compliance',
  /** A destination by its postal code. */
  complianceState: (state: string) => `/admin/compliance/${encodeURIComponent(state)}`,
  licences: (query: Query = {}) => withQuery('/admin/compliance/licenses', query),
  /** The form of a new license: for a state, or as the successor of another. */
  newLicence: (query: { state?: string; after?: string } = {}) =>
    withQuery('/admin/compliance/licenses/new', query),
  licence: (id: string) => `/admin/compliance/licenses/${encodeURIComponent(id)}`,
  licenceDocument: (id: string) =>
    `/admin/compliance/licenses/${encodeURIComponent(id)}/document.pdf`,
  /** ZIP codes that get no wine although their state does. */
  dryPlaces: () => '/admin/compliance/dry-places',
  /** What was checked for an order, by its number. */
  complianceRecord: (number: number) => `/admin/compliance/orders/${number}`,
  /** Reports to states, due and made; with a state and a period those of it, and the form to make one. */
  complianceReports: (query: Query = {}) => withQuery('/admin/compliance/reports', query),
  complianceReport: (id: string, query: Query = {}) =>
    withQuery(`/admin/compliance/reports/${encodeURIComponent(id)}`, query),
  complianceReportFile: (id: string) =>
    `/admin/compliance/reports/${encodeURIComponent(id)}/file.csv`,
  /** Where a carrier's own list is compared with what the shop has. */
  carrierList: () => '/admin/compliance/carrier-list',
  /** What reports say of wines. */
  complianceWines: () => '/admin/compliance/wines',
  reconciliation: (query: Query = {}) => withQuery('/admin/reconciliation', query),

  rejoin: (token?: string) => (token ? `/rejoin/${encodeURIComponent(token)}` : '/rejoin'),
  /** Asks for a link to what is kept about a subscriber without an account; and the page of it. */
  askForData: (token: string) => `/your-data/${encodeURIComponent(token)}`,
  subscriberData: (query: Query = {}) => withQuery('/your-data', query),
  subscriberDataFile: () => '/your-data/file',
  /** Account and list record as one, by the id of either. */
  person: (id: string) => `/usersadmin/${encodeURIComponent(id)}/person`,
  /** What the shop keeps of a staff member's own work. */
  you: () => '/admin/you',
  duplicates: (query: Query = {}) => withQuery('/admin/duplicates', query),
  /** The account that stays, and the other one by id or email. */
  mergeUser: (id: string, other = '') =>
    withQuery(`/usersadmin/${encodeURIComponent(id)}/merge`, { with: other }),
  dataRequests: (query: Query = {}) => withQuery('/admin/data-requests', query),
  unsubscribe: (token: string) => `/unsubscribe/${encodeURIComponent(token)}`,
  google: (how?: { inWindow: boolean }) =>
    withQuery('/login/google', { window: how?.inWindow ? 'own' : undefined }),
  googleCallback: () => '/login/google/callback',
  resetPassword: (token?: string) => withQuery('/reset-password', { token }),
  confirmEmail: (query: { token?: string; to?: string } = {}) => withQuery('/confirm-email', query),
  /** `to`: the page to come back to once the address is confirmed. */
  security: (query: { to?: string } = {}) => withQuery('/account/security', query),
  passkeys: () => '/account/passkeys',
  loginPasskey: () => '/login/passkey',
  keptCards: () => '/account/cards',
  api: () => '/api',
  paymentWebhook: () => '/api/stripe/webhook',
  identityReport: () => '/api/identity/report',

  ageGate: () => '/age-gate',
  logout: () => '/logout',
  /** Whether this browser is signed in. */
  loginSession: () => '/account/session',
  cart: () => '/cart',
  cardTokenCharge: () => '/api/cardTokenCharge',
  stripeCheck: () => '/api/stripe_check',
  createCheckoutSession: () => '/api/create-checkout-session',
  createDirectCheckoutSession: () => '/api/directlink-create-checkout-session',
  testCall: () => '/api/test',
  /** A PDF by file name: legal texts and technical sheets. */
  pdf: (file: string) => `/pdf/${encodeURIComponent(file)}`,
  styleguide: () => '/styleguide',
} as const

/**
 * The page of each admin list, by the list's name; with `.csv` after it, its file. Of handovers the page
 * shows those of the day.
 */
export const listPages = {
  joined: paths.subscriberList,
  users: paths.usersList,
  orders: paths.staffOrders,
  log: paths.auditLog,
  emails: paths.emails,
  campaigns: paths.campaigns,
  shipments: paths.shipments,
  handovers: paths.handovers,
  claims: paths.claims,
  pickups: paths.pickups,
  requests: paths.staffRequests,
  releases: paths.releases,
  differences: paths.reconciliation,
  duplicates: paths.duplicates,
  licenses: paths.licences,
} as const

export type PagedList = keyof typeof listPages
export const pagedLists = Object.keys(listPages) as PagedList[]

/** An admin list as a CSV file. */
export const listFile = (list: PagedList, query: Query = {}): string =>
  withQuery(`${listPages[list]()}.csv`, query)

/** Where in the members area, beside its view. */
type MembersAt = {
  page?: string
  edit?: string
  /** What asked for the address that is edited. */
  from?: string
  cart?: 'open'
  ask?: 'year'
}

/** Parameters of an address; those without a value are left out. */
export type Query = Readonly<Record<string, string | undefined>>

function withQuery(path: string, query: Query): string {
  const entries = Object.entries(query).filter((entry): entry is [string, string] => !!entry[1])
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries)}`
}
