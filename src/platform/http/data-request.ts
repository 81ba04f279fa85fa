/**
 * Whether React Router's browser code asks for a page's data. The router decides by the pathname of
 * the parsed URL; so does every check of ours, so that no request is data to one and a document to
 * the other.
 */
export const isDataRequest = ({ url }: Request): boolean => new URL(url).pathname.endsWith('.data')
