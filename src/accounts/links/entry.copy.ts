/** Pages and emails of links that open the shop from an inbox. */
export const entryCopy = {
  title: { purchase: 'Welcome', login: 'Log in' },
  intro: {
    purchase: 'This link opens your purchase on this device, and nothing else of your account.',
    login: 'This link logs you in on this device. It works once.',
  },
  continueAs: (name: string) => (name ? `Continue as ${name}` : 'Continue'),
  notYou: 'Not you?',
  elsewhereTitle: 'This link was used before',
  elsewhere: 'For your safety we send a fresh link to the address this email went to.',
  sendFresh: 'Send a fresh link',
  freshSent: 'A fresh link is on its way to that address. Please open it on this device.',
  invalidTitle: 'This link is no longer valid',
  cutTitle: 'We could not open your link',
  cut: 'This link is not whole. Ask for a fresh one.',
  noneTitle: 'Nothing to open here',
  none: 'Please open the link in our email once more.',
  tooManyTitle: 'Please wait a little',
  tooMany: 'Too many attempts. Please wait fifteen minutes.',
  confirmFirstTitle: 'Please confirm your address',
  confirmFirst:
    'The email of your account was never confirmed. We have sent it a link that confirms it and logs you in.',
  othersRemoved:
    'You are logged in by the link, which proved that this email is yours. It had never been confirmed here, so its password and all other devices were removed. You can set a password under Security.',
  confirmTitle: 'Please confirm it’s you',
  confirmIntro:
    'You came by a link in an email. It opens your purchase; everything else of your account asks who you are.',
  confirm: 'Confirm',
  mailLink: 'Mail me a link',
  mailLinkHint: 'No password at hand? We mail you a link that logs you in.',
  linkSent: 'A link is on its way to the address of your account. It works once, for 15 minutes.',
  backToShop: 'Back to the shop',
  /** The same for an address without an account. */
  loginLinkSent: (email: string) =>
    `If ${email} has an account here, a link is on its way. It works once, for 15 minutes.`,
} as const
