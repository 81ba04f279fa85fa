/** The shop's contact details and addresses, which every email may show. */
export type EmailSite = {
  publicUrl: string
  accountUrl: string
  ordersUrl: string
  winesUrl: string
  phone: string
  /** IANA name, such as `America/Los_Angeles`. */
  timeZone: string
  email: string
  /** Required by law in mailing-list emails; shown where configured. */
  postalAddress: string | null
  unsubscribeUrl: (token: string) => string
  personalDataUrl: (token: string) => string
  /** Nothing is sold; every subject says so. */
  isRehearsal?: boolean
}

/** What every email is rendered with besides its props. */
export type EmailFrame = {
  site: EmailSite
  unsubscribeUrl: string | null
  /** The recipient never joined the list but chose emails in their account. */
  isByAccount?: boolean
  /** Where a subscriber without an account requests their data. */
  personalDataUrl?: string | null
}
