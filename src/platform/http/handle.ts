/** What a route says of its page: `export const handle: Handle = { interactive: true }`. */
export type Handle<Data = never> = {
  /** The page needs the framework in the browser. */
  interactive?: boolean
  /** The page, or one inside it, has a form that leads to the payment provider. */
  leadsToPayment?: boolean
  /** The page begins with a picture, over which the bar lies. */
  barOverPicture?: boolean
  /**
   * Renders are shared (`shared-renders.ts`): the page shows neither the clock nor chance, and the
   * texts of one person in its data are placeholders. A function decides by the loader's data.
   */
  shared?: true | ((data: Data) => boolean)
  /** The page is the same for all visitors, and the page cache keeps it (`cacheable-pages.ts`). */
  cached?: CacheLifetime
  /** Search engines are told of the page. */
  inSitemap?: true
  /** While the redirect flag is set, the page redirects to the brand's own site. */
  redirected?: true
}

/** By what a cached page may become stale: a deployment, a sale in any process, a switch, or the time it shows. */
export type CacheLifetime = 'text' | 'catalogue' | 'switched' | 'form'
