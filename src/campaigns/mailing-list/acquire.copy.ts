/** How the wines can be had (specification, section 2: acquire). */
export const acquireCopy = {
  title: 'Acquire',
  text: 'Our wines are offered to the members of our mailing list annually. Join it, and we will write when the next release opens. If you already have an account, log in to order.',
  join: 'Join the List',
  login: 'Members Log in',
} as const
