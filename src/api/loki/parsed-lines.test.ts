import { afterAll, beforeAll, expect, test } from 'vitest'
import { LogqlReads } from '../../query/logql/logql-reads.ts'
import { ArrivingLines } from '../../query/logql/testing/arriving-lines.ts'
import { immediateTurns } from '../../query/logql/testing/no-events.ts'
import { tokenHeaders } from '../testing/people.ts'
import { testServer } from '../testing/test-server.ts'
import { address } from './testing/loki-server.ts'

let lines: ArrivingLines
let server: Awaited<ReturnType<typeof testServer>>
beforeAll(async () => {
  lines = await ArrivingLines.open()
  await lines.arrive(
    ['web-1', '{"level":"error","took":"250ms","b":{"c":1},"host":"inner"}'],
    ['web-1', '{"level":"info","took":"1s"}'],
    ['web-1', 'level=warn took=2s'],
    ['db-1', 'no fields'],
  )
  server = await testServer({ logql: new LogqlReads(lines.store, immediateTurns) })
})
afterAll(async () => {
  await server.app.close()
  await lines.store.close()
})

const get = (path: string, parameters: Record<string, string>, headers: Record<string, string> = {}) =>
  server.app.inject({
    url: address(path, parameters),
    headers: { ...tokenHeaders('user-admin'), ...headers },
  })
const categorized = { 'X-Loki-Response-Encoding-Flags': 'categorize-labels' }
const drilldown = '{host="web-1"} | json | logfmt | drop __error__, __error_details__'

test('lines of Logs Drilldown have parsed labels beside structured metadata, in the order of Loki', async () => {
  const query = `${drilldown} | level="error"`
  const answer = await get('/query_range', { query, direction: 'backward' }, categorized)
  expect(answer.statusCode).toBe(200)
  const { result } = answer.json().data
  expect(result).toEqual([
    {
      stream: expect.objectContaining({ host: 'web-1' }),
      values: [
        [
          expect.any(String),
          '{"level":"error","took":"250ms","b":{"c":1},"host":"inner"}',
          {
            structuredMetadata: expect.objectContaining({ detected_level: 'error', id: '1' }),
            parsed: { b_c: '1', host_extracted: 'inner', level: 'error', took: '250ms' },
          },
        ],
      ],
    },
  ])
  // Grafana reads the members in the order of the text.
  expect(Object.keys(answer.json().data)).toEqual(['resultType', 'encodingFlags', 'result', 'stats'])
  expect(answer.body).toMatch(/\{"structuredMetadata":\{[^}]*\},"parsed":\{"b_c":"1","host_extracted"/)
})

test('without the flag, parsed labels are labels of streams', async () => {
  const { data } = (await get('/query_range', { query: `${drilldown} | took > 500ms` })).json()
  const levels = data.result.map(({ stream }: { stream: Record<string, string> }) => stream.level)
  expect(levels.sort()).toEqual(['info', 'warn'])
})

test('errors of parsers are labels of lines', async () => {
  const query = '{host="db-1"} | json'
  const { data } = (await get('/query_range', { query }, categorized)).json()
  expect(data.result[0].values[0][2].parsed).toEqual({
    __error__: 'JSONParserErr',
    __error_details__: "Value looks like object, but can't find closing '}' symbol",
  })
})

test('a metric over a line with an error is a 400 with the text of Loki', async () => {
  const query = 'sum by (level) (count_over_time({host=~".+"} | json [1h]))'
  const answer = await get('/query', { query })
  expect(answer.statusCode).toBe(400)
  expect(answer.headers['content-type']).toMatch(/^text\/plain/)
  expect(answer.body).toMatch(/^pipeline error: 'JSONParserErr' for series: '/)
})

test('the levels of the histogram come from the lines', async () => {
  const query = `sum by (level) (count_over_time(${drilldown} [1h]))`
  const { data } = (await get('/query', { query })).json()
  const counts = data.result.map(({ metric, value }: { metric: object; value: [number, string] }) => [
    metric,
    value[1],
  ])
  expect(counts).toEqual([
    [{ level: 'error' }, '1'],
    [{ level: 'info' }, '1'],
    [{ level: 'warn' }, '1'],
  ])
})

test('fields of lines are detected behind stages; other addresses refuse stages', async () => {
  const fields = await get('/detected_fields', { query: `${drilldown} | level="error"` })
  expect(fields.json().fields).toContainEqual({
    label: 'detected_level',
    type: 'string',
    cardinality: 1,
    parsers: null,
  })
  const refused = await get('/index/volume', { query: drilldown })
  expect([refused.statusCode, refused.body]).toEqual([
    400,
    'parse error at line 1, col 1: only label matchers, line filters and label filters are supported here',
  ])
})
