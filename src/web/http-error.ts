import { data } from 'react-router'

const statusTexts = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  451: 'Unavailable For Headless Browser',
} as const

/** What a loader or action throws to refuse a request. Without the text React Router would say 500's. */
export const httpError = (status: keyof typeof statusTexts) =>
  data(null, { status, statusText: statusTexts[status] })
