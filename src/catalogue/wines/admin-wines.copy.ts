import { megabytes } from '#platform/text/number-words.copy.ts'
import { plural } from '#platform/text/plural.rules.ts'

import { atMost } from '../destinations/lengths.copy.ts'
import type { DecidingRelease } from '../on-sale/release.rules.ts'
import { catalogueParts } from '../parts.rules.ts'
import type { WhyNotPicture, WhyNotSheet } from '../pictures/picture.rules.ts'
import {
  maxAvifPixels,
  maxPicturePixels,
  maxPictureSide,
  maxSheetPages,
  maxUploadBytes,
  minPictureHeight,
} from '../pictures/picture.rules.ts'
import { maxStock } from '../stock/stock.rules.ts'
import type { ReleaseState } from './catalogue.rules.ts'
import { wineTextLimits } from './wine-texts.rules.ts'

const tooLarge = `This file is larger than ${megabytes(maxUploadBytes)}.`

/** What is wrong with a field of a wine. */
export const wineMessages = {
  required: 'Please fill this in',
  tooLong: 'This is too long',
  nameWithYear:
    'The name without its year, please: the shop writes the vintage before it, as in “2024 Malbec”',
  otherYear: (year: string, vintage: string) =>
    `This says ${year}, and the vintage is ${vintage}: please make them agree`,
  otherUnit: (unit: string) => `One unit is “${unit}”: please make them agree`,
  bottles: 'A whole number from 1 to 99, please',
  bottleMl: 'A whole number from 10 to 99,999, please',
  vintage: (from: number, to: number) => `A year from ${from} to ${to}, please`,
  stock: `A whole number up to ${maxStock.toLocaleString('en-US')}, or tick “No limit”`,
} as const

/** The page of one wine, and the form of a new one. */
export const adminWineCopy = {
  newTitle: 'New wine',
  add: 'New wine',
  all: 'All wines',
  nameHint: `Without the vintage, such as “Cabernet Franc”. ${atMost(wineTextLimits.name)}`,
  vintage: 'Vintage',
  subtitleHint: `Read beside the price: “per 3-pack of 750ml”. ${atMost(wineTextLimits.subtitle)}`,
  bottlesHint: 'Printed on packing slips and sent to the shipper.',
  titleCartHint: `Leave empty for vintage and name. ${atMost(wineTextLimits.titleCart)}`,
  descriptionHint: atMost(wineTextLimits.description),
  storyHint: `Leave empty for none. ${atMost(wineTextLimits.story)}`,
  files: 'Picture and technical sheet',
  picture: 'Picture of one bottle',
  pictureHint: `JPEG, PNG, WebP or AVIF, at most ${megabytes(maxUploadBytes)} and at least ${minPictureHeight} pixels high. Best upright and cut out of its background.`,
  sheet: 'Technical sheet',
  sheetHint: `A PDF of at most ${maxSheetPages} pages and ${megabytes(maxUploadBytes)}. Only its pages are kept: links, forms and scripts are removed.`,
  sheetFields: {
    variety: 'Variety',
    place: 'Place',
    alcohol: 'Alcohol',
    elevage: 'Élevage',
    harvest: 'Harvest',
    bottles: 'Bottles made',
    bottled: 'Bottled',
    format: 'Format',
    notes: 'Notes',
  },
  pictureErrors: {
    'too-large': tooLarge,
    'not-a-picture': 'This is not a JPEG, PNG, WebP or AVIF picture, or it is damaged.',
    'too-low': `This picture is less than ${minPictureHeight} pixels high.`,
    'too-many-pixels': `This picture has too many pixels: at most ${maxPicturePixels / 1e6} million (AVIF: ${maxAvifPixels / 1e6} million), and ${maxPictureSide.toLocaleString('en-US')} a side.`,
  } satisfies Record<WhyNotPicture, string>,
  sheetErrors: {
    'too-large': tooLarge,
    'not-a-pdf': 'This is not a PDF, or it is damaged.',
    locked: 'This PDF is encrypted. Please save it without a password.',
    'too-many-pages': `This PDF has more than ${maxSheetPages} pages.`,
  } satisfies Record<WhyNotSheet, string>,
  otherSheet: 'A sheet was saved since this page was opened. Save again to replace it.',
  states: {
    'on-sale': 'Set on sale',
    announced: 'Announce',
    closed: 'Close',
  },
  /** What a change of state does to carts that hold the wine. */
  stateDoes: {
    'on-sale': 'Signed-in customers can add it to their cart at once.',
    announced:
      'Customers see it, and cannot add it to a cart yet. Carts that hold it keep their line, and their owners are told at checkout.',
    closed:
      'It can no longer be added to a cart. Carts that hold it keep their line, and their owners are told at checkout. Payment pages that are open can still be paid.',
  },
  cartsWithIt: (count: number) =>
    count === 0 ? 'No cart holds it now.' : `${plural(count, 'cart holds', 'carts hold')} it now.`,
  errors: {
    gone: 'This wine no longer exists.',
    exists: 'There is already a wine with this name and vintage.',
    'price-fixed':
      'The price of this wine cannot change: it has been sold, or its price exists at the payment provider. Copy it as a new wine.',
    'bottles-fixed':
      'This wine is in orders already, and their packing slips print its bottles. Copy it as a new wine.',
    'saved-elsewhere': 'This wine was saved elsewhere in the meantime. Below is how it is now.',
    'below-taken': (taken: number) =>
      `${taken.toLocaleString('en-US')} are already held, sold or promised; it can’t be fewer.`,
    invalid: 'Please correct the fields that are marked.',
  },
} as const

const wineStates = {
  'on-sale': 'On sale',
  announced: 'Announced',
  closed: 'Closed',
} satisfies Record<ReleaseState, string>

const inPhase = {
  before: 'Announced in',
  open: 'On sale in',
  paused: 'Paused in',
  closed: 'Closed in',
} satisfies Record<DecidingRelease['phase'], string>

/** The stock of each wine. */
export const adminWinesCopy = {
  title: catalogueParts.wines.title,
  release: 'Release',
  releases: wineStates,
  /** Whether a wine is sold now, and by which release. */
  sale: ({
    releaseState,
    release,
  }: {
    releaseState: ReleaseState
    release: DecidingRelease | null
  }) => (release ? `${inPhase[release.phase]} ${release.name}` : wineStates[releaseState]),
  price: 'Price',
  held: 'In payment',
  promised: 'Promised',
  sold: 'Sold',
  left: 'Left',
  noLimit: 'No limit',
  stock: 'In all',
} as const
