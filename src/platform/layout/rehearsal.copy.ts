/** On every page, and before the subject of every email, of a shop that rehearses. */
export const rehearsalNotice = 'Rehearsal: nothing is sold'
