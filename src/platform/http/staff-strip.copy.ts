/** What staff read above every page of the shop. Apart from the admin's copy, which no visitor loads. */
export const staffStripCopy = {
  label: 'Staff',
  signedIn: 'Signed in as staff',
  toAdmin: 'Admin',
} as const
