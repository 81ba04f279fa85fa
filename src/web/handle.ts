/** What a route says of its page: `export const handle: Handle = { interactive: true }`. */
export type Handle<Data = never> = {
  /** It needs the framework in the browser. */
  interactive?: boolean
  /** It, or a page in it, has a form that leads to the payment provider. */
  leadsToPayment?: boolean
  /** It begins with a picture, and the bar lies over it. */
  barOverPicture?: boolean
  /**
   * Nothing in its data is one person's but holes for their words (`OwnWords`), and it shows neither
   * time nor chance: it is rendered once for all who are told the same. A function says so of the data
   * that its loader answered.
   */
  shared?: true | ((data: Data) => boolean)
}
