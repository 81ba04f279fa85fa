/** How the wines can be had (specification, section 2: acquire). */
export const acquireCopy = {
  title: 'Acquire',
  text: 'Our wines are offered annually, in spring and in fall, to the members of our mailing list. Join, and we’ll write before the next release. If you already have an account, log in to order.',
  join: 'Join the List',
  login: 'Members Log in',
} as const
