import { errorWords } from '../layout/errors.copy.ts'

/** What staff read around every admin page. */
export const adminCopy = {
  nav: 'Admin',
  menu: 'Menu',
  find: 'Find an order, person, wine …',
  working: 'Working…',
  all: 'All',
  allNotWorking: 'not working yet',
  logOut: 'Log out',
} as const

/** In the admin, where a page can't be had. */
export const adminErrorCopy = {
  missing: {
    title: 'Nothing here',
    text: 'There is no record at this address. It was deleted, or the address is incomplete.',
  },
  refused: {
    title: 'You can’t open this page',
    text: 'Your account doesn’t have the duty for this. An owner can give it to you.',
  },
  unexpected: {
    title: 'Something went wrong',
    text: 'Something failed on our side. Your last change may not be saved. Check before you try again.',
  },
  back: 'Go back',
  toStart: 'To the admin’s first page',
} as const

const errorByStatus: Readonly<Record<number, { title: string; text: string }>> = {
  403: adminErrorCopy.refused,
  404: adminErrorCopy.missing,
  410: adminErrorCopy.missing,
}

/** What a page of the admin says of a status. */
export const adminErrorWords = (status: number): { title: string; text: string } =>
  errorByStatus[status] ?? (status < 500 ? errorWords(status) : adminErrorCopy.unexpected)

/** The words around every list. */
export const listCopy = {
  search: 'Search',
  show: 'Show',
  perPage: 'Per page',
  clear: 'Show all',
  filters: 'Filters',
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
  fileComes: 'Your file is on its way. If nothing happens, press “Download CSV”.',
  stale:
    'The shop can’t be reached right now. This is the list as it was; it updates again by itself.',
  page: (page: number, pages: number, isMore: boolean) =>
    `Page ${count(page)} of ${count(pages)}${isMore ? '+' : ''}`,
} as const

export const count = (figure: number): string => figure.toLocaleString('en-US')

/** A figure with the noun it counts; `+` where counting stopped. */
export const counted = (figure: number, one: string, many: string, isMore = false): string =>
  `${count(figure)}${isMore ? '+' : ''} ${figure === 1 && !isMore ? one : many}`
