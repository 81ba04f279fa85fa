/** Where Google sends people back to; it has to be registered there. */
export const googleCallbackPath = '/login/google/callback'
