import { expect, test } from 'vitest'

import {
  expectParts,
  listView,
  pageWith,
  partHtml,
  partText,
} from '#tests/harness/what-parts-say.tsx'

import { campaignList } from './campaign-list.store.server.ts'
import CampaignPage from './campaign.page.tsx'
import CampaignsPage from './campaigns.page.tsx'
import NewCampaign from './new-campaign.page.tsx'

const on = (day: number, hour = 18) => new Date(Date.UTC(2027, 2, day, hour))

test('which campaigns there are', () => {
  const row = (id: string, change: object) => ({
    ...{ id, name: `Name ${id}`, subject: `Subject ${id}`, state: 'draft', sendAt: null },
    ...{ sent: 0, entered: 0, ...change },
  })
  const listOf = (rows: object[]) => ({
    part: pageWith(CampaignsPage, {
      loaderData: { list: listView('campaigns', campaignList.shape, rows), isStale: false },
    }),
    at: '/admin/campaigns',
  })
  expectParts('campaigns', {
    none: listOf([]),
    two: listOf([
      row('one', {}),
      row('two', { state: 'sent', sendAt: on(9), sent: 1_234, entered: 567 }),
    ]),
    'a new one': pageWith(NewCampaign, { loaderData: { formKey: 'k1' } }),
    'a new one without a name': pageWith(NewCampaign, {
      loaderData: { formKey: 'k2' },
      actionData: { values: { name: ' ', key: 'k1' }, errors: { name: 'Please give it a name' } },
    }),
  })
})

const campaign = {
  ...{ id: 'c1', version: 5, state: 'draft', name: 'Spring', subject: 'Your {allocation}' },
  ...{ preheader: 'Set aside.', releaseId: 'r1', sendAt: null },
  blocks: [
    { kind: 'heading', text: 'The 2023s' },
    { kind: 'button', text: 'Go', target: 'allocation' },
  ],
  audience: {
    ...{ waveId: 'w2', hasAllocationLeft: true, ordered: 'no', clubLevel: '12', state: 'CA' },
    ...{ withSubscribers: true, got: '' },
  },
}
const shown = {
  ...{ errors: {}, shownTo: null, corrected: null, perMinute: 90, proposedAt: null },
  ...{ figures: null, hours: [], subject: 'Your 2 cases', text: 'Dear Ana,' },
  ...{ search: '', people: null, recipient: null, timeZone: 'America/Los_Angeles', formKey: 'k' },
  releases: [
    {
      ...{ id: 'r1', name: 'Spring' },
      waves: [
        { id: 'w1', name: 'First' },
        { id: 'w2', name: 'Second' },
      ],
    },
    { id: 'r2', name: 'Fall', waves: [] },
  ],
  audience: { getIt: 2, leftOut: [] },
  checks: { hasPostalAddress: true, isSigned: true, links: 'open' },
}

function page(change: object, of: object = {}, answer?: object) {
  const loaderData = { ...shown, campaign: { ...campaign, ...of }, ...change }
  return {
    part: pageWith(CampaignPage, { loaderData, actionData: answer }),
    at: '/admin/campaigns/c1',
    answer,
  }
}

test('what staff read of a campaign, and do about it', () => {
  const recipient = {
    ...{ id: 'u1', name: 'Ana Ruiz', email: 'ana@example.com' },
    ...{ wave: { name: 'Second', opensAt: '2027-03-12T18:00:00Z' } },
  }
  const as = (verdict: object, change: object = {}) =>
    page({ recipient: { ...recipient, verdict, ...change } })
  const settled = (outcome: string, reason: string | null = null) =>
    as({ kind: 'settled', outcome, reason })
  const outcomes = (...of: [string, number, string?][]) =>
    of.map(([outcome, count, reason = null]) => ({ outcome, count, reason }))
  const figures = {
    ...{ entered: 30, orders: 12, cases: 25, cents: 1_125_000, left: 3 },
    outcomes: outcomes(['sent', 60], ['rejected', 4], ['queued', 36], ['suppressed', 7, 'left']),
  }
  const sending = { audience: null, figures }
  const at = { sendAt: on(9) }
  const empty = {
    ...{ errors: { subject: { error: 'empty' }, 'blocks.0': { error: 'empty' } } },
  }
  expectParts(
    'campaign',
    {
      'a draft': page({}),
      'a draft for nobody, of no release': page(
        {
          ...{ audience: { getIt: 0, leftOut: [{ reason: 'left', count: 3 }] }, perMinute: 0 },
          checks: { hasPostalAddress: false, isSigned: false, links: 'no-release' },
        },
        { releaseId: null, audience: { ...campaign.audience, waveId: '', got: '' } },
      ),
      'a draft for one, one a minute, with a proposed time': page({
        ...{
          audience: { getIt: 1, leftOut: [] },
          perMinute: 1,
          proposedAt: '2027-03-12T17:00:00Z',
        },
      }),
      'a draft for thousands': page({
        audience: { getIt: 2_021, leftOut: [{ reason: 'left', count: 1_228 }] },
      }),
      'a correction': page(
        { corrected: 'Winter' },
        { audience: { ...campaign.audience, got: 'c0' } },
      ),
      'nothing written yet': page(empty),
      'nothing written, and scheduled': page(
        empty,
        {},
        {
          ...{ intent: 'schedule', values: { intent: 'schedule', sendAt: '2027-03-11T09:00' } },
          ...{ errors: {}, refusal: 'The content is not complete.', shown: null },
        },
      ),
      'a placeholder that is not known': page({
        errors: { preheader: { error: 'unknown-placeholder', piece: '{nme}' } },
      }),
      'a draft that was refused': page(
        {},
        {},
        {
          ...{ intent: 'save', values: {}, errors: {}, refusal: 'Nothing was saved.' },
          shown: {
            ...{ typed: { ...campaign, name: '', subject: 'Typed' }, nameError: 'Give it a name.' },
            errors: { subject: { error: 'too-long' } },
          },
        },
      ),
      'people were looked for': page({
        search: 'ana',
        people: [
          { id: 'u1', name: 'Ana Ruiz', email: 'ana@example.com' },
          { id: 'u2', name: '', email: 'bea@example.com' },
        ],
      }),
      'nobody was found': page({ search: 'zoe', people: [] }),
      'as who gets it': as({ kind: 'gets-it' }),
      'as who is not in the audience': as({ kind: 'not-in-audience' }, { name: '', wave: null }),
      'as who is left out': as(
        { kind: 'left-out', reason: 'too-often' },
        { wave: { name: '', opensAt: '2027-03-11T18:00:00Z' } },
      ),
      'as who is next': settled('queued'),
      'as who got it': settled('sent'),
      'as who did not get it': settled('suppressed', 'inactive'),
      'as whose server rejected it': settled('rejected'),
      'as to whom it failed': settled('failed'),
      scheduled: page({}, { ...at, state: 'scheduled' }),
      sending: page(sending, { ...at, state: 'sending' }),
      paused: page(sending, { ...at, state: 'paused' }),
      'paused before anything was sent': page(
        { ...sending, figures: { ...figures, outcomes: outcomes(['queued', 9]), entered: 0 } },
        { ...at, state: 'paused' },
      ),
      sent: page(
        { ...sending, hours: [{ hour: on(9, 19), sent: 60, entered: 20, ordered: 5 }] },
        { ...at, state: 'sent' },
      ),
      'stopped, of no release': page(sending, { ...at, state: 'stopped', releaseId: null }),
    },
    { asChanges: true },
  )
})

test('a block is added until there are as many as an email may have', () => {
  const offersMore = (count: number) =>
    partText(
      page({}, { blocks: Array.from({ length: count }, () => ({ kind: 'heading', text: 'H' })) }),
    ).includes('[[Add]] intent=add')
  expect(offersMore(11)).toBe(true)
  expect(offersMore(12)).toBe(false)
})

test('the preview is as its recipient gets it, else as someone whose details are known', () => {
  const framesOf = (change: object) =>
    [...partHtml(page(change)).matchAll(/<iframe[^>]* src="([^"]*)"/g)].map(([, src]) => src)
  const frames = '/admin/campaigns/c1/preview?'
  const recipient = { id: 'u1', name: 'Ana', email: 'ana@example.com', wave: null }
  expect(framesOf({})).toEqual([
    ...[`${frames}as=known&amp;v=5`, `${frames}as=known&amp;v=5`, `${frames}v=5`],
  ])
  expect(framesOf({ recipient: { ...recipient, verdict: { kind: 'gets-it' } } })).toEqual([
    ...[`${frames}as=u1&amp;v=5`, `${frames}as=u1&amp;v=5`, `${frames}v=5`],
  ])
})
