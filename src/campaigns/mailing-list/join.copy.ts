import { clubName } from '#platform/club/club.rules.ts'

/** Join the list, and what it means (specification, section 2, and its reading). */
export const joinCopy = {
  title: 'Join the list',
  intro: 'Join the list to hear about each release first. Open an account to order.',
  list: {
    title: 'The list',
    text: 'We write before each release, in spring and in fall, and otherwise only when there is news worth sharing.',
  },
  account: {
    title: 'An account',
    text: `An account lets you order the current release, keep your addresses and look back on what you have bought. It is also the way into ${clubName}, our wine club.`,
    action: 'Create an account',
  },
  known: 'Already a member?',
  login: 'Log in',
} as const
