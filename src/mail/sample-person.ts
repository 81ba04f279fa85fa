/** Whom the sample emails are to or about. */
export const named = { firstName: 'Ana' }
export const ana = { ...named, email: 'ana@customer.example' }
export const anaRuiz = { ...ana, lastName: 'Ruiz' }

export const linkTo = (path: string) => ({ link: `https://shop.kohue.example/${path}` })
