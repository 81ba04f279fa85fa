/** The title of a page, as tabs and bookmarks show it. */
export const pageTitle = (title?: string) => [{ title: title ? `${title} · Kohue` : 'Kohue' }]
