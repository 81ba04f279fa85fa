/** The three messages that stand over a page, verbatim (specification, section 2: modals). */
export const modalsCopy = {
  close: 'Close',
  stay: { title: 'INAUGURAL RELEASE FALL 2024', text: 'STAY TUNED!' },
  thanks: {
    title: null,
    text: "Thank you for your interest in our wines! We'll be in touch soon.",
  },
  clubMember: {
    title: 'Kohue Wine Club:',
    text: "Thank you for your interest! We'll be reaching out soon with more details about our wine club.",
  },
} as const
