import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { sectionOf } from '../sections/section.ts'
import { answerOf } from '../testing/answers.ts'
import { Collected } from '../testing/collect.ts'
import { writeCsv } from '../text/csv.ts'
import { writeJson } from '../text/json.ts'

const totals = {
  ts_from: 1_767_225_600,
  ts_to: 1_767_229_200,
  values: [{ name: 'fw-1', count: 3 }],
  cardinality: 1,
}
const query = answerOf('TopN', { totals }, { field: 'host', filter: [] })
const sections = [
  sectionOf({ title: 'Top: hosts / "edge" ', widget: { config: {} }, answer: { query, events: undefined } }),
  sectionOf({ title: '../..', widget: { config: {} }, answer: { query, events: undefined } }),
  sectionOf({
    title: 'Broken 東京',
    widget: { config: {} },
    answer: { failure: { code: 'permission_denied', detail: 'Not for you.' } },
  }),
  sectionOf({ title: '', widget: { config: {} }, answer: { note: '**Call Ann**' } }),
]

test.each([
  ['csv', writeCsv, 'name,count\r\nfw-1,3\r\n', 'code,detail\r\npermission_denied,Not for you.\r\n'],
  [
    'json',
    writeJson,
    `${JSON.stringify(query)}\n`,
    '{"error":{"code":"permission_denied","detail":"Not for you."}}\n',
  ],
])('a dashboard as %s is a zip of a file a widget', async (extension, write, file, failed) => {
  const out = new Collected()
  const document = {
    title: 'Edge',
    sections,
    timezone: 'UTC',
    generatedAt: 1_767_225_600,
    host: 'logs-1',
    maxRows: 1e6,
  }
  await write({ ...document, kind: 'dashboard' }, out, new AbortController().signal)
  const files = Object.entries(unzipSync(out.bytes)).map(([name, bytes]) => [name, strFromU8(bytes)])
  expect(files).toEqual([
    [`01 Top hosts edge.${extension}`, file],
    [`02 widget.${extension}`, file],
    [`03 Broken 東京.${extension}`, failed],
    ['04 Note.md', '**Call Ann**'],
  ])
})
