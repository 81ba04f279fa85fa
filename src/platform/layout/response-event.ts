/** Of each form that was sent; its detail is why it had no effect, or null. */
export const responseEvent = 'kohue:response'
