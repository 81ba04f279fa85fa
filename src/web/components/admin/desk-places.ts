import { booksCopy } from '#domain/copy/books.ts'
import { deskOrdersCopy, deskWinesCopy } from '#domain/copy/desk-orders.ts'
import { deskCopy } from '#domain/copy/desk.ts'
import { paths } from '#web/paths.ts'

export type DeskPlace = { label: string; href: string }

/** The bar's own entries (specification, section 2). */
export const lists: readonly DeskPlace[] = [
  { label: deskCopy.users, href: paths.usersList() },
  { label: deskCopy.joined, href: paths.joinedClients() },
]

/** The desk's other rooms, in the bar's second group: each has its line here. */
export const rooms: readonly DeskPlace[] = [
  { label: deskOrdersCopy.title, href: paths.staffOrders() },
  { label: deskWinesCopy.title, href: paths.wines() },
  { label: booksCopy.title, href: paths.books() },
  { label: deskCopy.letters, href: paths.letters() },
  { label: deskCopy.log, href: paths.auditLog() },
]
