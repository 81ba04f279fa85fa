/** Where this script came from: the provider's pages and calls are there too. */
export const providerOrigin = new URL(document.currentScript.src).origin
