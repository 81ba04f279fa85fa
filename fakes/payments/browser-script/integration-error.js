/** The page uses the script in a way that cannot work. */
export class IntegrationError extends Error {
  name = 'IntegrationError'
}
