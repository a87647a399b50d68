import { expect, test } from 'vitest'
import type { ReportDocument } from '../document/document.ts'
import { Collected } from '../testing/collect.ts'
import { pdfPages } from '../testing/pdf-text.ts'
import {
  noteSection,
  sampleDashboard,
  sampleDocument,
  sampleNote,
  sampleSection,
  sampleTypes,
  until,
} from '../testing/samples.ts'
import { writePdf } from './write-pdf.ts'

const never = new AbortController().signal

async function pagesOf(document: ReportDocument): Promise<string[]> {
  const out = new Collected()
  await writePdf(document, out, never)
  return pdfPages(out.bytes)
}

const wanted: Record<string, string[]> = {
  Search: ['9,876,543,210', 'Last seen', '198.51.100.7/443'],
  TopN: ['fw-core-01.example.net', '9,876,543,210', 'сервер-москва', '网络交换机-上海', '서울-라우터'],
  LastN: ['262,144', '2026-11-20 14:58:58.500'],
  EventRate: ['1,234,567', '25,720.146', '2026-11-19 16:00:00'],
  StorageStats: ['11,002,347,789', '812,345'],
  ProcessingStats: ['110,420', 'Out of time'],
  Tasks: ['Replace the fan of', 'The spare part is in'],
  Notifications: ['No rows'],
  System_CPU: ['I/O wait', 'IRQ, average'],
  System_Memory: ['GiB', 'Buffers, average'],
}

test.each(sampleTypes)('%s: title, range, its numbers, time, host and number of each page', async type => {
  const pages = await pagesOf(sampleDocument([sampleSection(type)]))
  const text = pages.join('\n')
  // Each face writes separately, so a word with several scripts has several parts.
  const joined = text.replaceAll(' ', '')
  for (const part of [type, ...(wanted[type] ?? [])]) expect(joined).toContain(part.replaceAll(' ', ''))
  expect(text.includes('2026-11-19 15:00:00 to 2026-11-20 15:00:00 (Europe/Berlin, UTC+01:00)')).toBe(
    type !== 'Tasks' && type !== 'Notifications',
  )
  for (const [index, page] of pages.entries()) {
    expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
    expect(page).toContain('Generated 2026-11-20 15:00:00 (Europe/Berlin, UTC+01:00) on log-1.example.net')
  }
})

test('a dashboard shows its range once, every widget, why one failed, and has a bookmark for each', async () => {
  const out = new Collected()
  await writePdf(sampleDashboard(), out, never)
  const pages = pdfPages(out.bytes)
  const text = pages.join('\n')
  expect(text.split('2026-11-19 15:00:00 to')).toHaveLength(2)
  expect(pages[0]).toContain('Dashboard with 12 widgets')
  expect(text).toContain('There is no result: You may not read these events. (permission_denied)')
  for (const title of ['Severities', 'Programs over time', 'Last heard', 'Received'])
    expect(text).toContain(title)
  // A widget without a picture shows its first rows.
  expect(pages[2]).toContain('Latest errors')
  expect(pages[2]).toContain('The first 8 of 12 rows; more of them follow the charts.')
  expect(pages[2]).toContain('2026-11-20 14:56:23.654')
  expect(pages[2]).toContain('Nothing to show.')
  const file = Buffer.from(out.bytes).toString('latin1')
  expect(file).toContain('/Title (Overview)')
  expect(file).toContain('/Title (Programs over time)')
})

test('a ranking that a panel shows whole has no table after the panels, and has a bookmark', async () => {
  const values = [
    { name: 'web-1', count: 41 },
    { name: 'web-2', count: 1_234 },
  ]
  const range = { ts_from: 0, ts_to: 60 }
  const ranking = (names: string[]) => ({
    totals: {
      ...range,
      values: names.map((name, i) => ({ ...values[i], name })),
      cardinality: 2,
      count: 1_275,
    },
  })
  const titled = (title: string, names: string[]) =>
    sampleSection('TopN', { title, params: { field: 'host' }, results: ranking(names) })
  const out = new Collected()
  const sections = [
    titled('Short names', ['web-1', 'web-2']),
    titled('Long names', ['web-1', 'w'.repeat(80)]),
  ]
  await writePdf(sampleDocument(sections, { kind: 'dashboard' }), out, never)
  const [panels, tables, ...others] = pdfPages(out.bytes)
  expect(others).toEqual([])
  for (const text of ['Short names', 'Long names', '1,234']) expect(panels).toContain(text)
  expect(tables).toContain('Long names')
  expect(tables).not.toContain('web-2')
  expect(Buffer.from(out.bytes).toString('latin1')).toContain('/Title (Short names)')
})

test('rows past the cap are reported, in the file and to the caller', async () => {
  const section = sampleSection('EventRate')
  const columns = [{ name: 'count', title: 'Occurrences', kind: 'integer' }] as const
  const rows = Array.from({ length: 300 }, (_, index) => [index + 7_000])
  const table = { title: 'Long', columns, rows, count: 12_345 }
  const out = new Collected()
  const document = sampleDocument([{ ...section, tables: [table] }], { kind: 'dashboard' })
  expect(await writePdf(document, out, never)).toEqual({ cappedFrom: 12_345 })
  const text = pdfPages(out.bytes).join('\n')
  expect(text).toContain('The first 100 of 12,345 rows are shown.')
  expect(text).toContain(' 7,099 ')
  expect(text).not.toContain(' 7,100 ')
})

test.each([
  [1, 9],
  [4, 13],
])('a dashboard of six widgets with %d long tables each has at most %d pages', async (number, pages) => {
  const columns = [
    { name: 'host', title: 'Host', kind: 'text' },
    { name: 'message', title: 'Message', kind: 'text' },
  ] as const
  const rows = Array.from({ length: 1_000 }, (_, index) => [`host-${index}`, `message ${index} `.repeat(9)])
  const tables = Array.from({ length: number }, () => ({ title: 'Long', columns, rows, count: 1_000 }))
  const sections = Array.from({ length: 6 }, () => ({ ...sampleSection('EventRate'), tables }))
  const out = new Collected()
  await writePdf(sampleDocument(sections, { kind: 'dashboard' }), out, never)
  expect(pdfPages(out.bytes).length).toBeLessThanOrEqual(pages)
})

test('an invisible character is written out', async () => {
  const title = 'A\u202eB\u0007C'
  const [page] = await pagesOf(
    sampleDocument([], { title, sections: [{ ...sampleSection('Notifications'), title }] }),
  )
  expect(page).toContain('A\\u202eB\\x07C')
})

test('a document without a section is a page with its foot', async () => {
  expect(await pagesOf(sampleDocument([], { title: 'Empty' }))).toEqual([
    expect.stringContaining('Page 1 of 1'),
  ])
})

test('it ends with what the output failed with', async () => {
  const out = { write: () => Promise.reject(new Error('the disk is full')) }
  await expect(writePdf(sampleDocument([sampleSection('Tasks')]), out, never)).rejects.toThrow(
    'the disk is full',
  )
})

test('a cancel ends it, with the reason', async () => {
  const stop = new AbortController()
  const section = sampleSection('EventRate')
  async function* rows() {
    for (let index = 0; ; index++) {
      if (index === 3) stop.abort(new Error('no longer wanted'))
      yield [[until, until, index]]
    }
  }
  const [table] = section.tables
  if (!table) throw new Error('an EventRate has a table')
  const document = sampleDocument([{ ...section, tables: [{ ...table, rows: rows(), count: 9_999 }] }])
  await expect(writePdf(document, new Collected(), stop.signal)).rejects.toThrow('no longer wanted')
})

test('approximate results say so, on their own and on a dashboard', async () => {
  const section = { ...sampleSection('TopN'), caveats: ['The numbers are approximate.'] }
  for (const kind of ['query', 'dashboard'] as const) {
    const document = sampleDocument([section], { kind })
    expect((await pagesOf(document)).join('\n')).toContain('The numbers are approximate.')
  }
})

test('a note is a panel, and follows the panels when it is long', async () => {
  const [first, ...others] = await pagesOf(
    sampleDocument([noteSection(sampleNote, { title: 'Help' })], { kind: 'dashboard' }),
  )
  for (const text of ['Help', 'On call', 'Ann', '(https://wiki.example/logs)', '1.', 'eth0', '--no-pager'])
    expect(first).toContain(text)
  expect(first).not.toContain('**')
  expect(others).toEqual([])
  const long = Array.from({ length: 400 }, (_, index) => `Step ${index} of it\n`).join('\n')
  const pages = await pagesOf(sampleDocument([noteSection(long)], { kind: 'dashboard' }))
  expect(pages[0]).toContain('The whole text follows the charts.')
  expect(pages[0]).not.toContain('Step 399 of it')
  expect(pages.length).toBeGreaterThan(5)
  expect(pages.at(-1)).toContain('Step 399 of it')
})

test('the title of a group is above its first widget', async () => {
  const place = { col: 0, row: 1 }
  const sections = ['First', 'Second', 'Third'].map((title, index) => {
    const section = noteSection('text', { title, config: place })
    const widget = { config: place, ...(index === 1 && { groupTitle: 'Edge' }) }
    return { ...section, widget }
  })
  const [page = ''] = await pagesOf(sampleDocument(sections, { kind: 'dashboard' }))
  const positions = ['First', 'Edge', 'Second', 'Third'].map(text => page.lastIndexOf(text))
  expect(positions).toEqual(positions.toSorted((left, right) => left - right))
  expect(positions[0]).toBeGreaterThan(0)
})
