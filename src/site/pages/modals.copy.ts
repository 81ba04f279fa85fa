import { clubInterest } from '#platform/layout/members.copy.ts'

/** The three messages that stand over a page, verbatim (specification, section 2: modals). */
export const modalsCopy = {
  close: 'Close',
  stay: { title: 'INAUGURAL RELEASE FALL 2024', text: 'STAY TUNED!' },
  thanks: {
    title: null,
    text: "Thank you for your interest in our wines! We'll be in touch soon.",
  },
  clubMember: clubInterest,
} as const
