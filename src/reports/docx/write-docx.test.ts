import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import type { ReportDocument } from '../document/document.ts'
import { Collected } from '../testing/collect.ts'
import {
  noteSection,
  sampleDashboard,
  sampleDocument,
  sampleNote,
  sampleSection,
  sampleTypes,
} from '../testing/samples.ts'
import { writeDocx } from './write-docx.ts'

const never = new AbortController().signal

async function partsOf(document: ReportDocument): Promise<{ body: string; foot: string; files: string[] }> {
  const out = new Collected()
  await writeDocx(document, out, never)
  const files = unzipSync(out.bytes)
  const text = (name: string) => Buffer.from(files[name] ?? []).toString()
  return { body: text('word/document.xml'), foot: text('word/footer1.xml'), files: Object.keys(files) }
}

/** Texts of paragraphs, in order. */
function textsOf(body: string): string[] {
  return [...body.matchAll(/<w:p>.*?<\/w:p>|<w:p\/>/gs)].map(([paragraph]) =>
    [...paragraph.matchAll(/<w:t[^>]*>([^<]*)<\/w:t>/g)].map(([, text]) => text).join(''),
  )
}

const wanted: Record<string, string[]> = {
  Search: ['9,876,543,210', 'Last seen', 'сервер-москва', '로그인 실패: 사용자 kim, 주소 192.0.2.20'],
  TopN: ['fw-core-01.example.net', '9,876,543,210', '网络交换机-上海', 'شبكة-الرياض'],
  LastN: ['262,144', '2026-11-20 14:58:58.500'],
  EventRate: ['1,234,567', '25,720.146', '2026-11-19 16:00:00'],
  StorageStats: ['11,002,347,789', '812,345'],
  Tasks: ['Replace the fan of fw-core-01'],
  Notifications: ['No rows'],
}

test.each(sampleTypes)('%s: its texts, and a table whose header repeats', async type => {
  const { body, foot, files } = await partsOf(sampleDocument([sampleSection(type)]))
  expect(textsOf(body)).toEqual(expect.arrayContaining([type, ...(wanted[type] ?? [])]))
  expect(body).toContain('<w:tblHeader/>')
  expect(body).toContain('<w:pStyle w:val="Title"/>')
  expect(body).toContain('<w:pStyle w:val="Heading2"/>')
  expect(foot).toContain('Generated 2026-11-20 15:00:00 (Europe/Berlin, UTC+01:00) on log-1.example.net')
  expect(foot).toContain('NUMPAGES')
  const pictures = files.filter(name => /^word\/media\/.*\.(svg|png)$/.test(name))
  expect(pictures).toHaveLength(/Search|Tasks|Notifications|Patterns|Changes/.test(type) ? 0 : 2)
})

test('a dashboard: a heading for each widget with a table, pictures side by side, why one failed', async () => {
  const { body } = await partsOf(sampleDashboard())
  const headings = [...body.matchAll(/<w:pStyle w:val="Heading1"\/>.*?<w:t[^>]*>([^<]*)</gs)].map(
    ([, text]) => text,
  )
  expect(headings).toContain('Programs over time')
  expect(headings).not.toContain('Errors by site')
  expect(textsOf(body)).toContain('There is no result: You may not read these events. (permission_denied)')
  expect(body).toContain('w:orient="landscape"')
})

test('text from right to left says so, and what XML cannot hold is written out', async () => {
  const title = 'شبكة \u0001<&>\ufffe'
  const { body } = await partsOf(sampleDocument([{ ...sampleSection('Notifications'), title }]))
  expect(body).toContain('شبكة \\x01&lt;&amp;&gt;\ufffd')
  expect(body).toContain('<w:bidi/>')
  expect(body).toContain('<w:rtl/>')
})

test('in a table, names from right to left stand at the left like the others, paragraphs at the right', async () => {
  const columns = [{ name: 'host', title: 'Host', kind: 'text' }] as const
  const [name, long] = ['شبكة-الرياض', 'فشل تسجيل الدخول '.repeat(40).trim()]
  const tables = [{ title: 'Hosts', columns, rows: [[name], [long]], count: 2 }]
  const { body } = await partsOf(sampleDocument([{ ...sampleSection('Notifications'), tables }]))
  const edges = [...body.matchAll(/<w:p>(?:(?!<w:p>).)*?<w:bidi\/>(.*?)<w:t[^>]*>([^<]*)</gs)]
  expect(edges.map(([, looks, text]) => [text, looks?.includes('<w:jc w:val="end"/>')])).toEqual([
    [name, true],
    [long, false],
  ])
})

test('rows past the cap are reported, in the file and to the caller', async () => {
  const columns = [{ name: 'count', title: 'Occurrences', kind: 'integer' }] as const
  const rows = Array.from({ length: 300 }, (_, index) => [index + 7_000])
  const tables = [{ title: 'Long', columns, rows, count: 12_345 }]
  const document = sampleDocument([{ ...sampleSection('Notifications'), tables }], { kind: 'dashboard' })
  const out = new Collected()
  expect(await writeDocx(document, out, never)).toEqual({ cappedFrom: 12_345 })
  const body = Buffer.from(unzipSync(out.bytes)['word/document.xml'] ?? []).toString()
  const texts = textsOf(body)
  expect(texts).toContain('7,099')
  expect(texts).not.toContain('7,100')
  expect(texts.some(text => text.startsWith('The first 100 of 12,345 rows are shown.'))).toBe(true)
})

test('approximate results say so, on their own and on a dashboard', async () => {
  const section = { ...sampleSection('TopN'), caveats: ['The numbers are approximate.'] }
  for (const kind of ['query', 'dashboard'] as const) {
    const document = sampleDocument([section], { kind })
    expect(textsOf((await partsOf(document)).body).join('\n')).toContain('The numbers are approximate.')
  }
})

test('a note is text with its styles, and links to other places', async () => {
  const { body, files } = await partsOf(sampleDocument([noteSection(sampleNote)], { kind: 'dashboard' }))
  const texts = textsOf(body)
  for (const text of ['On call', 'Ann, then Bo: see the runbook and errors.', '1.Look at fw-core-01'])
    expect(texts).toContain(text)
  expect(body).toMatch(/<w:b\/>(?:(?!<\/w:r>).)*Ann/s)
  expect(body.match(/<w:hyperlink /g)).toHaveLength(1)
  expect(files).toContain('word/_rels/document.xml.rels')
})
