/** Packages that are not bundled because they read their own files or start workers at run time. */
export const atRunTime = [
  'pg',
  'pino',
  'graphile-worker',
  'nodemailer',
  'fastify',
  '@emailjs/nodejs',
  'sharp',
  'fontkit',
  'pdfkit',
  'bwip-js',
  '@cantoo/pdf-lib',
]
