/** `1 case`, `1,200 cases` */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  count === 1 ? `1 ${one}` : `${count.toLocaleString('en-US')} ${many}`
