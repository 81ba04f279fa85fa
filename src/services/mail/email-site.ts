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
}

/** What every template is given beside its own props. */
export type EmailFrame = {
  site: EmailSite
  unsubscribeUrl: string | null
  /** They never joined the list: their account says that they want emails. */
  isByAccount?: boolean
  /** Where a subscriber without an account asks what is kept about them. */
  personalDataUrl?: string | null
}
