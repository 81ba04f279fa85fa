/** Join the list, and what it means (specification, section 2, and its reading). */
export const joinCopy = {
  title: 'Join the list',
  intro: 'There are two ways to be near these wines. One is the list; the other is an account.',
  list: {
    title: 'The list',
    text: 'We write to the list when a release opens, in spring and in fall, before anyone else hears of it. All we need is your name and your email, and you can leave with one click.',
    action: 'Join the list',
  },
  account: {
    title: 'An account',
    text: 'With an account you can order the current release, choose how it travels, keep your addresses and see what you have bought. Members may also ask to be part of The Andes Society, our wine club.',
    action: 'Create an account',
  },
  known: 'Already a member?',
  login: 'Log in',
} as const
