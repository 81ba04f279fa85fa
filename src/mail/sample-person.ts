/** Whom the sample emails are to or about. */
export const named = { firstName: 'Ana' }
export const ana = { ...named, email: 'ana@customer.example' }
export const anaRuiz = { ...ana, lastName: 'Ruiz' }

/** The order that they are about. */
export const anOrder = {
  ...named,
  number: 1042,
  orderUrl: 'https://shop.kohue.example/order/8b1f.Zq3kT7',
  ordered: [{ description: '2022 Malbec, 3 bottles of 750ml', quantity: 2 }],
}

export const linkTo = (path: string) => ({ link: `https://shop.kohue.example/${path}` })
