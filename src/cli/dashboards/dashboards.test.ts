import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../api/testing/test-server.ts'
import type { Widget } from '../../schema/dashboards/widget.ts'
import { type CommandLine, openCommandLine, remoteOptions } from '../testing/command-line.ts'
import { dashboardsCommand } from './dashboards.ts'
import { blockWidths, gridRows } from './show-dashboard.ts'

const file = `
- config: {title: 'Core: "switches"', style_class: shine, time_range: {preset: last_6_hours}}
  is_public: true
  widgets:
    - type: TopN
      config: {title: Hosts, field: host, limit: 7, sizeX: 3, unknown_to_us: [1, {a: b}]}
- config: {title: Zweites Blatt}
  widgets: []
`

let server: TestServer
let line: CommandLine
let remote: string[]
beforeEach(async () => {
  server = await testServer()
  remote = await remoteOptions(server, 'user-ann')
  line = openCommandLine()
})
afterEach(() => server.app.close())

const dashboards = (...words: string[]) => line.run(dashboardsCommand(), ...words)
const at = (name: string, text?: string) => line.file(name, text)

test('a file is imported, listed, exported as it was, and imported again', async () => {
  expect(await dashboards('import', at('two.yaml', file), ...remote)).toEqual([
    '1  Core: "switches"',
    '2  Zweites Blatt',
  ])
  expect(await dashboards('list', ...remote)).toEqual([
    '1  public  ann  1 widget  Core: "switches"',
    '2  private  ann  0 widgets  Zweites Blatt',
  ])
  for (const name of ['whole.json', 'whole.yaml']) {
    expect(await dashboards('export', '--output', at(name), ...remote)).toEqual([])
    const ids = (await dashboards('import', at(name), ...remote)).map(line => line.split(' ')[0] ?? '')
    const again = at(`again-${name}`)
    await dashboards('export', ...ids, '--output', again, ...remote)
    expect(readFileSync(again, 'utf8')).toBe(readFileSync(at(name), 'utf8'))
    expect(await dashboards('delete', ...ids, ...remote)).toEqual(ids.map(id => `deleted ${id}`))
  }
  const [first] = JSON.parse(readFileSync(at('whole.json'), 'utf8'))
  expect(first).toMatchObject({
    config: { title: 'Core: "switches"', style_class: 'shine', time_range: { preset: 'last_6_hours' } },
    is_public: true,
    widgets: [{ type: 'TopN', config: { field: 'host', unknown_to_us: [1, { a: 'b' }] } }],
  })
})

test('a title may be a number', async () => {
  await dashboards('import', at('year.yaml', '[{config: {title: "2026"}, widgets: []}]'), ...remote)
  for (const wanted of ['2026', '1']) expect(await dashboards('show', wanted, ...remote)).toEqual(['2026'])
  expect(await dashboards('show', '77', ...remote)).toEqual([
    expect.stringMatching(/^! There is no dashboard with the id or title 77/),
  ])
})

test('a note is shown as text', async () => {
  const note = '# Call\n\n- **Ann** if nothing helps\n- Bo\n\n> \u001b[2J\n---\n```\ntop\n```'
  const text = JSON.stringify([{ title: 'A', widgets: [{ type: 'Note', config: { note_text: note } }] }])
  await dashboards('import', at('note.json', text), ...remote)
  const [shown = ''] = await dashboards('show', 'A', ...remote)
  expect(shown.split('\n').filter(line => !/^─*$/.test(line))).toEqual([
    'A',
    'Note',
    'Call',
    '• Ann if nothing helps',
    '• Bo',
    '│ \\x1b[2J',
    '  top',
  ])
})

test('several are deleted, or none of them', async () => {
  await dashboards('import', at('two.yaml', file), ...remote)
  const [said] = await dashboards('delete', '1', '77', '2', ...remote)
  expect(said).toMatch(/was answered 404: .*Dashboard 77: Not found\. Nothing was removed\./)
  expect(await dashboards('list', ...remote)).toHaveLength(2)
  expect(await dashboards('delete', '1', 'x', ...remote)).toEqual([
    expect.stringMatching(/^! x is not an id/),
  ])
  expect(await dashboards('list', ...remote)).toHaveLength(2)
  expect(await dashboards('delete', '1', '2', '1', ...remote)).toEqual([
    'deleted 1',
    'deleted 2',
    'deleted 1',
  ])
  expect(await dashboards('list', ...remote)).toEqual([])
})

test('one fault in a file makes none of its dashboards', async () => {
  const faulty = file.replace('widgets: []', 'widgets: 7')
  const [complaint] = await dashboards('import', at('faulty.yaml', faulty), ...remote)
  expect(complaint).toMatch(/^! POST \/api\/dashboards was answered 400: .*\[1\]\.widgets/)
  expect(process.exitCode).toBe(1)
  expect(await dashboards('list', ...remote)).toEqual([])
})

test.each([
  [['import', 'nowhere.json'], /^! nowhere\.json is not there\.$/],
  [['export', '--output', 'no/such/folder.json'], /^! no\/such\/folder\.json is not there\.$/],
  [['import', 'src', '--format', 'json'], /^! The file is a folder\.$/],
  [['import', 'nowhere'], /^! Give --format/],
  [['delete', 'x'], /^! x is not an id/],
  [['delete', '77'], /^! DELETE \/api\/dashboards\?id=77 was answered 404: .*Dashboard 77: Not found/],
  [['export', '77'], /^! GET \/api\/dashboards\/77\?export=true was answered 404/],
])('%j is refused with the reason', async (words, complaint) => {
  const [said] = await dashboards(...words, ...remote)
  expect(said).toMatch(complaint)
  expect(process.exitCode).toBe(1)
})

test.each([
  ['bad.json', '{"a": ', /^! .*bad\.json is not json: /],
  ['bad.yaml', 'a: [1', /^! .*bad\.yaml is not yaml: /],
])('%s is no file of dashboards', async (name, text, complaint) => {
  expect((await dashboards('import', at(name, text), ...remote))[0]).toMatch(complaint)
})

test('without a token, or a Millrace, it says so', async () => {
  expect(await dashboards('list', '--url', 'http://127.0.0.1:9')).toEqual([
    '! Give a USER token by millrace login, MILLRACE_TOKEN or --token.',
  ])
  const [said] = await dashboards('list', '--url', 'http://127.0.0.1:9', '--token', 'user-1')
  expect(said).toMatch(/^! http:\/\/127\.0\.0\.1:9 does not answer: /)
})

const widget = (id: number, config: Record<string, unknown>) => ({ id, position: id, config }) as Widget

const grids: [name: string, configs: Record<string, unknown>[], rows: string][] = [
  ['no widgets', [], ''],
  [
    'beside each other, by column',
    [
      { row: 0, col: 3, sizeX: 3 },
      { row: 0, col: 0, sizeX: 3 },
    ],
    '2x3 1x3',
  ],
  [
    'by row',
    [
      { row: 1, col: 0 },
      { row: 0, col: 0 },
    ],
    '2x2 | 1x2',
  ],
  ['without a place, in their order', [{}, {}, {}, {}], '1x2 2x2 3x2 | 4x2'],
  [
    'what does not fit begins a new row',
    [
      { row: 0, sizeX: 4 },
      { row: 0, sizeX: 4 },
    ],
    '1x4 | 2x4',
  ],
  ['too wide is the whole row', [{ row: 0, sizeX: 60 }], '1x6'],
  ['an invalid place', [{ row: 'x', col: null, sizeX: -1 }], '1x2'],
]
test.each(grids)('%s', (_, configs, rows) => {
  const placed = gridRows(configs.map((config, index) => widget(index + 1, config)))
  expect(
    placed.map(row => row.map(({ widget, columns }) => `${widget.id}x${columns}`).join(' ')).join(' | '),
  ).toBe(rows)
})

test.each<[name: string, sizes: number[], width: number, widths: number[] | undefined]>([
  ['two halves of a wide terminal', [3, 3], 120, [58, 58]],
  ['a narrow terminal', [3, 3], 71, undefined],
  // Eleven columns are too few for a widget, which gets the whole width then.
  ['a widget that would be too narrow', [1, 5], 80, undefined],
])('widgets side by side: %s', (_, sizes, width, widths) => {
  const [row = []] = gridRows(sizes.map((sizeX, index) => widget(index + 1, { row: 0, col: index, sizeX })))
  expect(blockWidths(row, width)).toEqual(widths)
})
