/** How a letter begins, also when nobody told us a name. */
export const greeting = (name: string): string => (name.trim() ? `Dear ${name.trim()},` : 'Hello,')
