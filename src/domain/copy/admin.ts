/** Sentences of the admin's frame. */
export const adminCopy = {
  name: 'Admin',
  nav: 'Admin',
  all: 'All',
  allNotWorking: 'not working yet',
  users: 'Users',
  joined: 'Joined',
  emails: 'Emails',
  log: 'Log',
  logOut: 'Log out',
} as const

/** The words around every list. */
export const listCopy = {
  search: 'Search',
  show: 'Show',
  perPage: 'Per page',
  clear: 'Show all',
  pages: 'Pages',
  first: 'First',
  previous: 'Previous',
  next: 'Next',
  last: 'Last',
  newest: 'Newest',
  older: 'Older',
  sortBy: 'Sort by',
  ascending: (column: string) => `${column} ↑`,
  descending: (column: string) => `${column} ↓`,
  file: 'Download CSV',
  stale:
    'The shop can’t be reached right now. This is the list as it was; it updates again by itself.',
  page: (page: number, pages: number, isMore: boolean) =>
    `Page ${count(page)} of ${count(pages)}${isMore ? '+' : ''}`,
} as const

export const count = (figure: number): string => figure.toLocaleString('en-US')

/** A figure with the noun it counts; `+` where counting stopped. */
export const counted = (figure: number, one: string, many: string, isMore = false): string =>
  `${count(figure)}${isMore ? '+' : ''} ${figure === 1 && !isMore ? one : many}`
