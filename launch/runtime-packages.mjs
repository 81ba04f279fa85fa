/** Packages that read files of their own, or start workers, when they run: not in the bundle. */
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
