import { expect, test } from 'vitest'

import { readListFile } from './list-file.rules.ts'

const read = (text: string) => readListFile(Buffer.from(text), (email) => `id of ${email}`)
const documentsIn = (text: string) => {
  const file = read(text)
  return file.ok
    ? file.rows.map((row) => ({ ...row, text: JSON.parse(row.text!) as object }))
    : file
}

test('a list is read as documents of subscribers, empty cells left out', () => {
  const file =
    'Email,Consent,Full name,Phone,Note\nAna@Example.com,Yes,Ana Ruiz,+1 415 555 0123,x\n' +
    'eva@example.com,,Eva Paz,,\nliz@example.com,0,Liz Roe,,\n'
  expect(documentsIn(file)).toEqual([
    {
      ...{ collection: 'clientsjoinedlist', key: null, place: 0, label: 'row 2' },
      text: {
        ...{ email: 'Ana@Example.com', byEmail: true, fullname: 'Ana Ruiz' },
        ...{ phone: '+1 415 555 0123', clientUID: 'list id of ana@example.com' },
      },
    },
    expect.objectContaining({
      text: {
        ...{ email: 'eva@example.com', fullname: 'Eva Paz' },
        clientUID: 'list id of eva@example.com',
      },
    }),
    expect.objectContaining({
      place: 2,
      label: 'row 4',
      text: expect.objectContaining({ byEmail: false }),
    }),
  ])
  expect(read(file)).toMatchObject({ unread: ['Note'] })
})

test.each([
  ['yes', true],
  ['TRUE', true],
  ['1', true],
  ['no', false],
  ['False', false],
])('the consent %s is %s', (typed, byEmail) => {
  expect(documentsIn(`email,may be emailed,name\na@b.co,${typed},Ana Ruiz\n`)).toMatchObject([
    { text: { byEmail } },
  ])
})

const refusedIn = (row: string, head = 'email,consent,full name,first name') => {
  const file = read(`${head}\n${row}\n`)
  return 'refused' in file
    ? file.refused.map(({ row: at, field, reason }) => [at, field, reason])
    : file
}

test.each([
  ['a@b.co,perhaps,Ana Ruiz,', 'consent', 'Is neither yes nor no, nor empty'],
  ['a@b.co,yes,=1+1 Ruiz,', 'full name', 'Begins like a formula'],
  ['a@b.co,yes,+Ana Ruiz,', 'full name', 'Begins like a formula'],
  [
    'a@b.co,yes,Ana Ruiz,*|FNAME|*',
    'first name',
    'Is a placeholder of a mailing program, not a name',
  ],
  ['a@b.co,yes,Ana Ruiz,,more', 'row', 'Has more cells than there are headings'],
  ['ana,yes,Ana Ruiz,', 'email', 'This is not a valid email'],
])('the row %j is refused at %s: %s', (row, field, reason) => {
  expect(refusedIn(row)).toEqual([[2, field, reason]])
})

test.each(['2024-03-05', '3/5/2024', ''])('who joined on “%s” can be imported', (joined) => {
  expect(read(`email,consent,full name,joined\na@b.co,yes,Ana Ruiz,${joined}`).ok).toBe(true)
})

test.each(['soon', '1020-01-01', '2024-02-30', '4/31/2024'])(
  'who joined on “%s” is refused',
  (joined) => {
    const head = 'email,consent,full name,joined'
    expect(refusedIn(`a@b.co,yes,Ana Ruiz,${joined}`, head)).toEqual([[2, 'joined', 'Is no date']])
  },
)

test('an address stands in one row alone, and a file with a wrong row is refused as a whole', () => {
  expect(refusedIn('a@b.co,yes,Ana Ruiz,\nc@d.co,yes,Eva Paz,\nA@b.co,yes,Ana Ruiz,')).toEqual([
    [4, 'email', 'Stands in row 2, too'],
  ])
  expect(refusedIn('a@b.co,yes,Ana Ruiz,\nA@b.co,yes,Ana Ruiz,\na@B.co,no,Ana Ruiz,')).toEqual([
    [3, 'email', 'Stands in row 2, too'],
    [4, 'email', 'Stands in row 2, too'],
  ])
})

test('the columns that are not read are named, without those that have no name', () => {
  expect(
    read('email,consent,full name,,Note, ,Shoe_size\na@b.co,yes,Ana Ruiz,,x,,9\n'),
  ).toMatchObject({
    unread: ['Note', 'Shoe_size'],
  })
})

test('rows that end in empty cells, as spreadsheets write them, are read', () => {
  expect(
    documentsIn('email,consent,full name\na@b.co,yes,Ana Ruiz,,,\nc@d.co,no,Eva Paz, ,\n'),
  ).toMatchObject([
    { label: 'row 2', text: { email: 'a@b.co', byEmail: true } },
    { label: 'row 3', text: { email: 'c@d.co', byEmail: false } },
  ])
})

test('files of other kinds are refused', () => {
  expect(read('email,name\na@b.co,Ana Ruiz\n')).toEqual({
    ok: false,
    reason: 'missing-columns',
    columns: ['consent'],
  })
  expect(read('consent,name\nyes,Ana Ruiz\n')).toMatchObject({ columns: ['email'] })
  expect(readListFile(Uint8Array.from([0xff, 0xfe, 0x00]), String)).toEqual({
    ok: false,
    reason: 'not-utf8',
  })
  const bytes = (count: number) => readListFile(Buffer.alloc(count, ' '), String)
  expect(bytes(5 * 1024 * 1024)).toEqual({ ok: false, reason: 'empty' })
  expect(bytes(5 * 1024 * 1024 + 1)).toEqual({ ok: false, reason: 'too-large' })
})
