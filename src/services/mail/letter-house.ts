/** What every letter knows of the house: its addresses, on the web and on the ground. */
export type LetterHouse = {
  publicUrl: string
  accountUrl: string
  ordersUrl: string
  winesUrl: string
  phone: string
  email: string
  /** Owed to whoever gets mail of a list; shown where configured. */
  postalAddress: string | null
  unsubscribeUrl: (token: string) => string
}

/** What a template is handed besides its own props. */
export type LetterFrame = { house: LetterHouse; unsubscribeUrl: string | null }
