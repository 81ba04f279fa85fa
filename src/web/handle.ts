/** What a route says of its page: `export const handle: Handle = { interactive: true }`. */
export type Handle = {
  /** It needs the framework in the browser. */
  interactive?: boolean
  /** It, or a page in it, has a form that leads to the payment provider. */
  leadsToPayment?: boolean
  /** It begins with a picture, and the bar lies over it. */
  barOverPicture?: boolean
  /**
   * Nothing in its data is one person's, and it shows neither time nor chance: it is rendered once
   * for all who are told the same.
   */
  shared?: boolean
}
