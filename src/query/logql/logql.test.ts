import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compileMatcher } from '../../filter/match/matcher.ts'
import type { CorpusStore } from '../testing/corpus-store.ts'
import { wholeEvent } from '../testing/events.ts'
import { LogqlReads } from './logql-reads.ts'
import { predicateOf } from './predicate.ts'
import type { Series } from './series.ts'
import type { LogExpression } from './syntax/expression.ts'
import { parseLogql } from './syntax/parse.ts'
import { openCorpus, start } from './testing/corpus.ts'
import { type EventTest, LogqlOracle, type OracleSeries } from './testing/oracle.ts'

let corpus: CorpusStore
let reads: LogqlReads
const reader = { userId: 1, hosts: ['*'], signal: new AbortController().signal }

beforeAll(async () => {
  corpus = await openCorpus()
  reads = new LogqlReads(corpus.store, {
    turnsOf: (_userId, signal) => (lane, ask) => ask({ signal, lane, timeout: 30 }),
  })
})
afterAll(() => corpus.store.close())

const tag = (name: string, fits: (value: string) => boolean): EventTest => {
  return ({ tags }) => fits(tags[name] ?? '')
}
const number = (fits: (value: number) => boolean) =>
  tag('user', value => /^-?\d+(\.\d+)?$/.test(value) && fits(Number(value)))
const has = (text: string): EventTest => {
  return ({ message }) => message.includes(text)
}
const all = () => true

/** Selectors and pipelines, and what they find. */
const selections: [expression: string, fits: EventTest][] = [
  ['{host="fw-1"}', e => e.host === 'fw-1'],
  ['{host="fw-1",}', e => e.host === 'fw-1'],
  ['{ host = `fw-1` } # a comment', e => e.host === 'fw-1'],
  ['({host="fw-1"})', e => e.host === 'fw-1'],
  ['{host="FW-1"}', e => e.host === 'FW-1'],
  ['{host="fw"}', () => false],
  ['{host!="fw-1", program="sshd"}', e => e.host !== 'fw-1' && e.program === 'sshd'],
  ['{host=~"fw-."}', e => /^fw-.$/.test(e.host)],
  ['{host=~"fw"}', () => false],
  ['{host=~"(?i)fw-1"}', e => e.host.toLowerCase() === 'fw-1'],
  ['{host=~"fw-1|fw-2"}', e => e.host === 'fw-1' || e.host === 'fw-2'],
  ['{host=~".+"}', all],
  ['{host=~"lab.host"}', e => e.host === 'lab\nhost'],
  ['{host=~"web-1\\\\.lab"}', e => e.host === 'web-1.lab'],
  ['{host=~`web-1\\.lab`}', e => e.host === 'web-1.lab'],
  ['{host!~"fw-.*", type=~".+"}', e => !e.host.startsWith('fw-')],
  ['{host=~".+", program=""}', e => e.program === ''],
  ['{program!=""}', e => e.program !== ''],
  ['{program!~"sshd|"}', e => e.program === 'kernel'],
  ['{severity="error"}', e => e.severity === 3],
  ['{severity=~"err.*|debug"}', e => e.severity === 3 || e.severity === 7],
  ['{severity=~"emergency|alert|critical"}', e => e.severity < 3],
  ['{severity!="error", host=~".+"}', e => e.severity !== 3],
  ['{severity="ERROR"}', () => false],
  ['{detected_level="critical"}', e => e.severity < 3],
  ['{detected_level=~"info|warn"}', e => e.severity >= 4 && e.severity <= 6],
  ['{facility="auth"}', e => e.facility === 4],
  ['{facility!="local0", host=~".+"}', e => e.facility !== 16],
  ['{type="SYSLOG"}', e => e.type === 1],
  ['{type=~"SYSLOG|INTERNAL"}', e => e.type >= 1],
  ['{cisco_mnemonic=~"LINK-.*"}', e => e.mnemonic !== ''],
  ['{user="bob"}', tag('user', value => value === 'bob')],
  ['{user=~"(?i)bob"}', tag('user', value => value.toLowerCase() === 'bob')],
  ['{host="fw-1", user=""}', e => e.host === 'fw-1' && e.tags.user === undefined],
  ['{host="fw-1", user!="bob"}', e => e.host === 'fw-1' && e.tags.user !== 'bob'],
  ['{ut_host="inner-1"}', tag('host', value => value === 'inner-1')],
  ['{host=~".+"} |= "failed"', has('failed')],
  ['{host=~".+"} |= "Failed"', has('Failed')],
  ['{host=~".+"} |= ""', all],
  ['{host=~".+"} |= "(95.5%) [sda1] | a+b=c^2 $HOME \\\\ \\"quoted\\""', has('disk full')],
  ['{host=~".+"} |= "Gr\\u00f6\\u00dfe"', has('Größe')],
  ['{host=~".+"} |= "two\\nlines"', has('two\nlines')],
  ['{host=~".+"} |= "Failed" or "Accepted"', e => has('Failed')(e) || has('Accepted')(e)],
  ['{host=~".+"} != "failed"', e => !has('failed')(e)],
  ['{host=~".+"} != "failed" or "Failed"', e => !has('failed')(e) && !has('Failed')(e)],
  ['{host=~".+"} |~ "ailed pass.*root"', has('for root')],
  ['{host=~".+"} |~ "(?i)"', all],
  ['{host=~".+"} |~ "two.lines"', () => false],
  ['{host=~".+"} |~ "(?s)two.lines"', has('two\n')],
  ['{host=~".+"} |~ "(?i)FAILED"', e => /failed/i.test(e.message)],
  ['{host=~".+"} |~ "^failed|deploy$"', e => /^failed|deploy$/.test(e.message)],
  ['{host=~".+"} |~ `port \\d+$`', has('port 50122')],
  ['{host=~".+"} |~ "root" or "bob"', e => has('root')(e) || has('bob')(e)],
  ['{host=~".+"} !~ "(?i)failed"', e => !/failed/i.test(e.message)],
  ['{host=~".+"} |= "failed" != "bob" |~ "lines?"', e => has('two')(e)],
  ['{host=~".+"} | user="bob"', tag('user', value => value === 'bob')],
  ['{host=~".+"} | user!="bob"', tag('user', value => value !== 'bob')],
  ['{host=~".+"} | user=""', tag('user', value => value === '')],
  ['{host=~".+"} | user=~"b.b"', tag('user', value => value === 'bob')],
  ['{host=~".+"} | severity="error" or severity="debug"', e => e.severity === 3 || e.severity === 7],
  ['{host=~".+"} | severity="error" and program="sshd"', e => e.severity === 3 && e.program === 'sshd'],
  ['{host=~".+"} | severity="error", program="sshd"', e => e.severity === 3 && e.program === 'sshd'],
  ['{host=~".+"} | severity="error" program="sshd"', e => e.severity === 3 && e.program === 'sshd'],
  [
    '{host=~".+"} | (severity="error" or user="bob") and program="sshd"',
    e => (e.severity === 3 || e.tags.user === 'bob') && e.program === 'sshd',
  ],
  ['{host=~".+"} | user > 7', number(value => value > 7)],
  ['{host=~".+"} | user >= 7.5 | user < 1e2', number(value => value >= 7.5 && value < 100)],
  ['{host=~".+"} | user <= -3', number(value => value <= -3)],
  ['{host=~".+"} | user == 12', number(value => value === 12)],
  ['{host=~".+"} | user = 12', number(value => value === 12)],
  ['{host=~".+"} | user != 12', number(value => value !== 12)],
  ['{host=~".+"} | __error__="" | drop __error__', all],
  ['{host=~".+"} | drop __error__, __error_details__ |= "failed"', has('failed')],
]

/** Within a second, so that events of that second, and events that continue in it, lie beside the range. */
const from = (start + 60) * 1_000_000 + 500_000
const to = (start + 400) * 1_000_000 + 500_000

function logOf(text: string): LogExpression {
  const log = parseLogql(text)
  if (log.kind !== 'log') throw new Error(`${text} is no log query`)
  return log
}

describe('a selection finds, in memory and in the store', () => {
  test.each(selections)('%s', async (text, fits) => {
    const log = logOf(text)
    const wanted = corpus.events.filter(({ fields }) => fits(fields))
    const matches = compileMatcher(predicateOf(log, text))
    expect(corpus.events.filter(event => matches(wholeEvent(event)))).toEqual(wanted)
    const span = { from: start, to: start + 700 }
    const counted = await reads.streams(reader, { log, text }, span, 'occurrences', [])
    const occurrences = wanted.flatMap(event => event.occurrences)
    expect(counted[0]?.sum ?? 0).toBe(occurrences.length)
  })
})

test.each(['{host=~".+"}', '{program="sshd"} |= "failed"', '{host=~"fw-1|fw-2"} | user=~"b.b"'])(
  'lines of %s are events that began in the range, in order',
  async text => {
    const log = logOf(text)
    const matches = compileMatcher(predicateOf(log, text))
    const wanted = corpus.events
      .filter(event => matches(wholeEvent(event)))
      .map(({ occurrences: [first] }) => first)
      .filter(first => first >= from && first < to)
      .sort((a, b) => a - b)
    expect(wanted.length).toBeGreaterThan(2)
    const found = async (newestFirst: boolean, limit: number) => {
      const lines = await reads.lines(reader, { log, text }, { from, to, limit, newestFirst })
      return lines.map(({ at }) => at)
    }
    expect(await found(false, 1_000)).toEqual(wanted)
    expect(await found(true, 1_000)).toEqual(wanted.toReversed())
    expect(await found(true, 7)).toEqual(wanted.toReversed().slice(0, 7))
    expect(await found(false, 7)).toEqual(wanted.slice(0, 7))
  },
)

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
const sshd: EventTest = e => e.program === 'sshd'
const bytes = { of: (message: string) => Buffer.byteLength(message) }

/** Metrics and their expected values. */
const metrics: [expression: string, wanted: (oracle: LogqlOracle) => OracleSeries | number][] = [
  ['count_over_time({program="sshd"}[1m])', o => o.range(sshd, 60)],
  ['count_over_time({program="sshd"}[1m] |= "failed")', o => o.range(e => sshd(e) && has('failed')(e), 60)],
  ['count_over_time({program="sshd"} |= "failed" [1m])', o => o.range(e => sshd(e) && has('failed')(e), 60)],
  ['count_over_time(({program="sshd"} |= "failed")[1m])', o => o.range(e => sshd(e) && has('failed')(e), 60)],
  ['count_over_time({program="sshd"}[500ms])', o => o.range(sshd, 0.5)],
  ['count_over_time({program="sshd"}[1s])', o => o.range(sshd, 1)],
  ['count_over_time({program="sshd"}[1h30m])', o => o.range(sshd, 5_400)],
  ['count_over_time({program="sshd"}[1m] offset 2m)', o => o.range(sshd, 60, { offset: 120 })],
  ['count_over_time({program="sshd"}[1m] offset -30s)', o => o.range(sshd, 60, { offset: -30 })],
  ['rate({program="sshd"}[20s])', o => o.map(o.range(sshd, 20), value => value / 20)],
  ['bytes_over_time({program="sshd"}[1m])', o => o.range(sshd, 60, bytes)],
  ['bytes_rate({program="sshd"}[1m])', o => o.map(o.range(sshd, 60, bytes), value => value / 60)],
  ['sum(count_over_time({program="sshd"}[1m]))', o => o.group(o.range(sshd, 60), [], sum)],
  ['sum by (host) (count_over_time({program="sshd"}[1m]))', o => o.group(o.range(sshd, 60), ['host'], sum)],
  ['sum(count_over_time({program="sshd"}[1m])) by (host)', o => o.group(o.range(sshd, 60), ['host'], sum)],
  ['sum by () (count_over_time({program="sshd"}[1m]))', o => o.group(o.range(sshd, 60), [], sum)],
  [
    'sum without (host, type) (rate({program="sshd"}[10s]))',
    o =>
      o.group(
        o.map(o.range(sshd, 10), value => value / 10),
        ['host', 'type'],
        sum,
        'without',
      ),
  ],
  [
    'sum by (level, detected_level) (count_over_time({program="sshd"} | drop __error__ [15s]))',
    o => o.group(o.range(sshd, 15, { tags: ['detected_level'] }), ['detected_level'], sum),
  ],
  [
    'sum by (user, severity) (count_over_time({program="sshd"}[1m]))',
    o => o.group(o.range(sshd, 60, { tags: ['user'] }), ['user', 'severity'], sum),
  ],
  [
    'avg by (host) (count_over_time({program="sshd"}[1m]))',
    o => o.group(o.range(sshd, 60), ['host'], values => sum(values) / values.length),
  ],
  ['min(count_over_time({program="sshd"}[1m]))', o => o.group(o.range(sshd, 60), [], v => Math.min(...v))],
  [
    'max by (user) (count_over_time({program="sshd"}[1m]))',
    o => o.group(o.range(sshd, 60, { tags: ['user'] }), ['user'], v => Math.max(...v)),
  ],
  ['count by (host) (rate({program="sshd"}[1m]))', o => o.group(o.range(sshd, 60), ['host'], v => v.length)],
  [
    'count(sum by (cisco_mnemonic) (count_over_time({host=~".+"}[1m])))',
    o => {
      const groups = o.group(o.range(all, 60, { tags: ['cisco_mnemonic'] }), ['cisco_mnemonic'], sum)
      return o.group(groups, [], v => v.length)
    },
  ],
  [
    'topk(2, sum by (host) (count_over_time({program="sshd"}[1m])))',
    o => o.best(o.group(o.range(sshd, 60), ['host'], sum), 2),
  ],
  [
    'bottomk(1, sum by (host) (count_over_time({program="sshd"}[1m])))',
    o => o.best(o.group(o.range(sshd, 60), ['host'], sum), 1, false),
  ],
  ['topk(3, count_over_time({program="sshd"}[2m]))', o => o.best(o.range(sshd, 120), 3)],
  [
    'sum(count_over_time({program="sshd"}[1m])) * 60',
    o => o.map(o.group(o.range(sshd, 60), [], sum), value => value * 60),
  ],
  [
    '100 - sum by (host) (count_over_time({program="sshd"}[1m])) / 2',
    o => o.map(o.group(o.range(sshd, 60), ['host'], sum), value => 100 - value / 2),
  ],
  [
    'sum by (host) (count_over_time({program="sshd"}[1m])) % 4 ^ 1',
    o => o.map(o.group(o.range(sshd, 60), ['host'], sum), value => value % 4),
  ],
  [
    'sum by (host) (count_over_time({program="sshd"}[1m])) > 5',
    o => o.map(o.group(o.range(sshd, 60), ['host'], sum), value => (value > 5 ? value : undefined)),
  ],
  [
    '5 >= sum by (host) (count_over_time({program="sshd"}[1m]))',
    o => o.map(o.group(o.range(sshd, 60), ['host'], sum), value => (5 >= value ? value : undefined)),
  ],
  [
    'sum by (host) (count_over_time({program="sshd"}[1m])) == bool 3',
    o => o.map(o.group(o.range(sshd, 60), ['host'], sum), value => Number(value === 3)),
  ],
  [
    'sum by (host) (count_over_time({program="sshd"} |= "ailed" [1m])) / sum by (host) (count_over_time({program="sshd"}[1m]))',
    o => {
      const whole = o.group(o.range(sshd, 60), ['host'], sum)
      const failed = o.group(
        o.range(e => sshd(e) && has('ailed')(e), 60),
        ['host'],
        sum,
      )
      return o.map(failed, (value, step, key) => value / (whole.get(key)?.get(step) ?? 0))
    },
  ],
  [
    'sum(count_over_time({program="sshd"}[2s])) or vector(0)',
    o => o.either(o.group(o.range(sshd, 2), [], sum), o.everywhere(0)),
  ],
  ['sum(count_over_time({host="nope"}[1m])) or vector(0)', o => o.everywhere(0)],
  [
    'sum by (host) (count_over_time({program="sshd"}[5s])) or sum by (host) (count_over_time({host=~".+"}[1m])) * -1',
    o => {
      const others = o.map(o.group(o.range(all, 60), ['host'], sum), value => -value)
      return o.either(o.group(o.range(sshd, 5), ['host'], sum), others)
    },
  ],
  [
    'sum by (host) (count_over_time({host=~".+"}[1m])) and sum by (host) (count_over_time({program="sshd"}[5s])) > 1',
    o => {
      const kept = o.group(o.range(sshd, 5), ['host'], sum)
      const whole = o.group(o.range(all, 60), ['host'], sum)
      return o.map(whole, (value, step, key) => ((kept.get(key)?.get(step) ?? 0) > 1 ? value : undefined))
    },
  ],
  [
    'sum by (host) (count_over_time({host=~".+"}[1m])) unless sum by (host) (count_over_time({program="sshd"}[5s]))',
    o => {
      const left = o.group(o.range(sshd, 5), ['host'], sum)
      const whole = o.group(o.range(all, 60), ['host'], sum)
      return o.map(whole, (value, step, key) => (left.get(key)?.has(step) ? undefined : value))
    },
  ],
  [
    'absent_over_time({program="sshd", host="fw-1", type=~".+"}[2s])',
    o => {
      const found = o.range(e => sshd(e) && e.host === 'fw-1', 2)
      return o.absent(found, { program: 'sshd', host: 'fw-1' })
    },
  ],
  ['absent_over_time({host="fw-1", host="fw-1"}[1ms] offset 9w)', o => o.absent(new Map(), {})],
  ['sum(absent_over_time({host="nope"}[1m]))', o => o.everywhere(1)],
  ['absent_over_time({host=~".+"}[1h])', () => new Map()],
  [
    'sort_desc(sum by (host) (count_over_time({program="sshd"}[1m])))',
    o => o.group(o.range(sshd, 60), ['host'], sum),
  ],
  [
    'label_replace(sum by (program) (count_over_time({program="sshd"}[1m])), "daemon", "$1-$2$$", "program", "(ss)(.*)")',
    o => {
      const grouped = o.group(o.range(sshd, 60), ['program'], sum)
      return new Map(
        [...grouped.values()].map(values => ['[["daemon","ss-hd$"],["program","sshd"]]', values]),
      )
    },
  ],
  [
    'sum by (kind) (label_replace(count_over_time({host=~".+"}[1m]), "kind", "bob", "user", "bob"))',
    o => {
      const isBob = tag('user', value => value === 'bob')
      const bob = o.group(o.range(isBob, 60), [], sum)
      const rest = o.group(
        o.range(e => !isBob(e), 60),
        [],
        sum,
      )
      return new Map([...rest, ...[...bob.values()].map(values => ['[["kind","bob"]]', values] as const)])
    },
  ],
  ['vector(1)+vector(1)', o => o.everywhere(2)],
  ['vector(3) / 0', o => o.everywhere(Number.NaN)],
  ['1 + 2 * 3 ^ 2 ^ 0 - -1', () => 8],
  ['(1 > 2) + (2 >= bool 2)', () => 1],
]

/** Steps of all kinds against ranges: shorter, longer, no multiple; a beginning between seconds. */
const grids = [
  { start: start * 1_000_000, step: 10_000_000, count: 70 },
  { start: start * 1_000_000 + 123_000, step: 7_000_000, count: 40 },
  { start: (start + 300) * 1_000_000, step: 1, count: 1 },
]

describe('a metric is what the oracle says, at each step', () => {
  const drawn = metrics.map(([text, wantedOf], i) => ({ text, wantedOf, steps: grids[i % grids.length] }))
  test.each(drawn)('$text', async ({ text, wantedOf, steps = grids[0] }) => {
    const expression = parseLogql(text)
    if (expression.kind === 'log' || steps === undefined) throw new Error(`${text} is no metric`)
    const found = await reads.metric(reader, expression, text, steps)
    const wanted = wantedOf(new LogqlOracle(corpus.events, steps))
    if (typeof found === 'number' || typeof wanted === 'number') expect(found).toBe(wanted)
    else expectClose(found, wanted)
  })
})

test('the corpus has what could go wrong', () => {
  expect(corpus.events.filter(({ occurrences }) => occurrences.length > 1).length).toBeGreaterThan(50)
  expect(corpus.events.filter(({ occurrences: [at] }) => at % 1_000_000 === 0).length).toBeGreaterThan(50)
  const finds = selections.filter(([, fits]) => corpus.events.some(({ fields }) => fits(fields)))
  expect(selections.length - finds.length).toBe(4)
})

test('only hosts of the reader are found and counted', async () => {
  const own = { ...reader, hosts: ['fw-1'] }
  const text = '{host=~".+"}'
  const log = logOf(text)
  const lines = await reads.lines(own, { log, text }, { from, to, limit: 1_000, newestFirst: true })
  expect(new Set(lines.map(({ stream }) => stream.host?.toLowerCase()))).toEqual(new Set(['fw-1']))
  const span = { from: start, to: start + 600 }
  expect(await reads.labelValues(own, 'host', undefined, span)).toEqual(['FW-1', 'fw-1'])
  const seen = await reads.streams(own, { log, text }, span, 'occurrences', ['host'])
  expect(seen.map(({ labels }) => labels.host?.toLowerCase())).toEqual(['fw-1', 'fw-1'])
  const everything = await reads.labelValues(reader, 'severity', undefined, span)
  expect(everything).toContain('emergency')
})

/** Sums of quotients may differ in the last digits. */
function expectClose(found: readonly Series[], wanted: OracleSeries): void {
  expect(found.map(({ key }) => key).sort()).toEqual([...wanted.keys()].sort())
  for (const { key, values } of found) {
    const expected = wanted.get(key)
    const present = values.flatMap((value, step) => (value === undefined ? [] : [step]))
    expect(present).toEqual([...(expected?.keys() ?? [])].sort((a, b) => a - b))
    for (const step of present) {
      const value = expected?.get(step) ?? 0
      if (Number.isNaN(value)) expect(values[step]).toBeNaN()
      else expect(values[step]).toBeCloseTo(value, 9)
    }
  }
}
