import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { textCondition } from '../../../filter/predicate/text-condition.ts'
import { patternText } from '../../../filter/templates/pattern-text.ts'
import { slowTemplate } from '../../../filter/testing/slow-template.ts'
import { eventually } from '../../../testing/until.ts'
import type { Read, Scope } from '../../contract/event-store.ts'
import type { SqlStore } from '../../store/sql-store.ts'
import { rowsOf, spoolFile } from '../../testing/spool-file.ts'
import { openTestStore } from '../../testing/test-store.ts'
import { engineFunctions } from './functions.ts'
import { maxAnswerBytes, statementLimits } from './limits.ts'
import { parseStatement } from './parse-statement.ts'
import { printStatement } from './print.ts'
import { alone, event, hidden, many, mixed, restricted, templated, visible } from './testing/days.ts'
import { shapes } from './testing/shapes.ts'
import { tokensOf } from './token-reader.ts'
import { checkEngineTree, checkedEvents } from './user-sql.ts'
import { visibleEvents } from './view.ts'

const read: Read = { signal: new AbortController().signal, lane: 'long', timeout: 30 }
const noTags = { tags: [], usesTagNames: false }

let store: SqlStore
beforeAll(async () => {
  store = await openTestStore()
  const crowd = Array.from({ length: 1_500 }, (_, at) => event(many.from, at, { message: `m ${at}` }))
  const all = [...visible(alone.from), ...visible(mixed.from), ...hidden(mixed.from), ...crowd]
  await store.append(spoolFile(all.flatMap(rowsOf)))
})
afterAll(() => store.close())

const rows = async (sql: string, scope = alone, how = read) => (await store.runUserSql(scope, sql, how)).rows

describe('a reader of some hosts gets rows of these hosts alone from every shape', () => {
  test.each(shapes.map(sql => [sql] as const))('%s', async sql => {
    const wanted = await rows(sql, alone)
    expect(wanted.length).toBeGreaterThan(0)
    expect(await rows(sql, restricted)).toEqual(wanted)
  })

  test('and all of the day has more', async () => {
    expect(await rows("SELECT count(), countIf(message = 'secret') FROM events", mixed)).toEqual([[10, 3]])
    expect(
      await rows('SELECT count() FROM events', { ...mixed, predicate: textCondition('host', [], true) }),
    ).toEqual([[0]])
  })
})

test('the engine has every function that a statement may become', async () => {
  const known = await store.client.select('SELECT name FROM system.functions', read)
  const names = new Set(known.map(([name]) => String(name)))
  // EXISTS is a separate word of the grammar.
  const combined = (name: string) =>
    name === 'exists' || names.has(name) || (name.endsWith('If') && names.has(name.slice(0, -2)))
  expect([...engineFunctions].filter(name => !combined(name))).toEqual([])
})

test('an answer names its columns as the statement does', async () => {
  const { columns } = await store.runUserSql(
    alone,
    "SELECT host, count() AS n, tags['a.b'],  max( severity ) FROM events GROUP BY host, tags['a.b']",
    read,
  )
  expect(columns.map(({ name }) => name)).toEqual(['host', 'n', "tags['a.b']", 'max( severity )'])
  const all = await store.runUserSql(alone, "SELECT * FROM events WHERE tags['user'] = 'bob'", read)
  expect(all.columns.map(({ name }) => name)).toEqual([
    ...[
      'id',
      'time',
      'second',
      'first_time',
      'is_repeat',
      'occurrences',
      'retention',
      'host',
      'program',
      'cisco_mnemonic',
      'facility',
    ],
    ...['severity', 'status', 'type', 'message', 'template', "tags['user']"],
  ])
  expect(all.rows).toEqual([
    [
      expect.any(Number),
      '2026-01-01 00:00:20.000000',
      '2026-01-01 00:00:20',
      '2026-01-01 00:00:20.000000',
      0,
      1,
      'default',
      'fw-1',
      'sshd',
      '',
      4,
      3,
      0,
      'SYSLOG',
      '404',
      expect.any(String),
      'bob',
    ],
  ])
})

test('a statement that the engine cannot compute is refused with its reason, without what the store adds to it', async () => {
  const refused = (sql: string, detail: unknown) =>
    expect(store.runUserSql(restricted, sql, read)).rejects.toMatchObject({ code: 'sql_refused', detail })
  await refused("SELECT tags['a'] FROM (SELECT host FROM events)", expect.stringContaining("tags['a']"))
  await refused('SELECT host, count() FROM events', expect.not.stringMatching(/fw-|millrace|SELECT/))
  await refused("SELECT match(host, '(') FROM events", expect.not.stringMatching(/fw-|millrace|SELECT/))
  await refused('SELECT host + 1 FROM events', expect.not.stringMatching(/fw-1|millrace|SELECT/))
})

describe('conditions of a statement are not tested on events that are hidden', () => {
  const ask = (condition: string, scope: Scope, isRestricted: boolean) =>
    store.client.limited(
      `SELECT count() FROM ${visibleEvents(scope, { window: store.window }, noTags, isRestricted)} AS e WHERE ${condition} FORMAT JSONCompact`,
      read,
      maxAnswerBytes,
      statementLimits,
    )
  // Users cannot call functions that fail for a row.
  test.each([
    "throwIf(message = 'secret') = 0",
    "intDiv(1, message != 'secret') >= 0",
    "if(program = 'secret', toUInt64(program), 1) > 0",
  ])('%s', async condition => {
    await expect(ask(condition, mixed, false)).rejects.toThrow()
    const bytes = await ask(condition, restricted, true)
    expect(JSON.parse(Buffer.from(bytes).toString()).data).toEqual([[7]])
  })
})

test('nor are conditions of subqueries, joins and functions of a statement', async () => {
  const fails = "throwIf(b.message = 'secret') = 0"
  const ask = async (statement: (events: string) => string, scope: Scope, isRestricted: boolean) => {
    const events = visibleEvents(
      scope,
      { window: store.window },
      { tags: [], usesTagNames: true },
      isRestricted,
    )
    // On several shards a statement with a correlated subquery reads a view.
    const source = store.client.shards.length > 1 ? `view${events}` : events
    const sql = `${statement(source)} FORMAT JSONCompact`
    const bytes = await store.client.limited(sql, read, maxAnswerBytes, statementLimits)
    return JSON.parse(Buffer.from(bytes).toString()).data
  }
  const statements: ((events: string) => string)[] = [
    e =>
      `SELECT count() FROM ${e} AS a WHERE exists(SELECT 1 FROM ${e} AS b WHERE b.host = a.host AND ${fails})`,
    e => `SELECT count() FROM ${e} AS a WHERE exists(SELECT 1 FROM ${e} AS b WHERE ${fails})`,
    e => `SELECT (SELECT count() FROM ${e} AS b WHERE ${fails}) FROM ${e} AS a LIMIT 1`,
    e => `SELECT (SELECT count() FROM ${e} AS b WHERE b.type = a.type AND ${fails}) FROM ${e} AS a LIMIT 1`,
    e => `SELECT count() FROM ${e} AS b INNER JOIN ${e} AS c USING (id) WHERE ${fails}`,
    e => `SELECT countIf(${fails}) FROM ${e} AS b`,
    e => `SELECT arrayJoin(b.tag_names) AS n, count() FROM ${e} AS b WHERE ${fails} GROUP BY n`,
    e => `SELECT host FROM ${e} AS b WHERE ${fails} ORDER BY id LIMIT 1 BY host`,
  ]
  for (const statement of statements) {
    await expect(ask(statement, mixed, false), statement('events')).rejects.toThrow()
    expect(await ask(statement, restricted, true), statement('events')).not.toEqual([])
  }
})

test('a condition of a reader of some hosts stays above the limit that is never reached', async () => {
  const plan = async (isRestricted: boolean) => {
    const events = visibleEvents(restricted, { window: store.window }, noTags, isRestricted)
    const lines = await store.client.select(`EXPLAIN SELECT id FROM ${events} AS e WHERE id % 2 = 0`, read)
    return lines.map(([line]) => String(line)).join('\n')
  }
  expect(await plan(true)).toMatch(/Filter[\s\S]*Limit/)
  expect(await plan(false)).not.toMatch(/Limit/)
})

const treeOf = async (sql: string) => {
  const lines = await store.client.select(`EXPLAIN AST (${sql})`, read)
  return lines.map(([line]) => String(line))
}

/** Statements that our parser would never produce: each check works without the previous one. */
describe('the second wall: the tree that the engine reads', () => {
  const others: readonly (readonly [string, string])[] = [
    ['SELECT * FROM system.tables', 'TableIdentifier system.tables'],
    ['SELECT * FROM millrace.events', 'TableIdentifier millrace.events'],
    ["SELECT * FROM file('/etc/passwd', 'LineAsString')", 'TableExpression'],
    ['SELECT * FROM numbers(10)', 'TableExpression'],
    ["SELECT dictGet('d', 'a', 1) FROM visible_events", 'Function dictGet'],
    ['SELECT sleep(1) FROM visible_events', 'Function sleep'],
    ['SELECT 1 FROM visible_events WHERE x IN system.users', 'system.users'],
    ['SELECT 1 FROM visible_events WHERE x IN (users)', 'users'],
    ['SELECT 1 FROM visible_events WHERE x GLOBAL IN users', 'globalIn'],
    ['SELECT x -> 1 FROM visible_events', 'Function lambda'],
    [
      'SELECT 1 FROM visible_events WHERE EXISTS (SELECT 1 FROM system.users)',
      'TableIdentifier system.users',
    ],
    ['SELECT (SELECT max(name) FROM system.users) FROM visible_events', 'TableIdentifier system.users'],
    ['SELECT 1 FROM visible_events LIMIT 1 BY (SELECT 1 FROM system.one)', 'TableIdentifier system.one'],
    ['SELECT 1 FROM visible_events AS a JOIN system.users AS b USING (name)', 'TableIdentifier system.users'],
    ["SELECT arrayJoin(mapKeys(getMacro('a'))) FROM visible_events", 'Function getMacro'],
    ["SELECT countIf(hasColumnInTable('system', 'users', 'a')) FROM visible_events", 'hasColumnInTable'],
    ['SELECT 1 FROM visible_events ARRAY JOIN [1] AS a', 'ArrayJoin'],
    ['SELECT 1 FROM visible_events SETTINGS readonly = 0', 'Set'],
    ['WITH 1 AS a SELECT a FROM (SELECT b FROM system.one)', 'TableIdentifier system.one'],
    ["SELECT COLUMNS('a') FROM visible_events", 'ColumnsRegexpMatcher'],
    ['SELECT visible_events.* FROM visible_events', 'QualifiedAsterisk'],
    ['SELECT 1 FROM visible_events ORDER BY a WITH FILL INTERPOLATE (b AS 1)', 'Interpolate'],
  ]
  test.each(others)('%s', async (sql, found) => {
    const lines = await treeOf(sql)
    expect(() => checkEngineTree(lines)).toThrow(
      expect.objectContaining({ code: 'sql_refused', detail: expect.stringContaining(found) }),
    )
  })
})

/** Words and symbols of a statement, as written. */
const piecesOf = (sql: string) => tokensOf(sql).map(({ start, end }) => sql.slice(start, end))
const pieces = [
  ...new Set([
    ...shapes.flatMap(piecesOf),
    'system',
    'users',
    'file',
    'ARRAY',
    'SETTINGS',
    'FORMAT',
    'GLOBAL',
  ]),
]

test('whatever a statement becomes when words of it are exchanged, it is refused, or the engine reads what is permitted', async () => {
  const change = fc.tuple(fc.nat(), fc.nat({ max: 2 }), fc.constantFrom(...pieces))
  const anyStatement = fc.tuple(fc.constantFrom(...shapes), fc.array(change, { minLength: 1, maxLength: 3 }))
  let read = 0
  const hasEngineRead = async ([shape, changes]: [string, [number, number, string][]]) => {
    const words = piecesOf(shape)
    for (const [at, left, word] of changes) words.splice(at % words.length, left, word)
    let statement: ReturnType<typeof printStatement>
    try {
      statement = printStatement(parseStatement(words.join(' ')))
    } catch (error) {
      expect(error).toMatchObject({ code: 'sql_refused' })
      return
    }
    read++
    checkEngineTree(await treeOf(statement.sql(checkedEvents)))
  }
  await fc.assert(fc.asyncProperty(anyStatement, hasEngineRead), {
    numRuns: Number(process.env.MILLRACE_CASES ?? 500),
  })
  expect(read).toBeGreaterThan(0)
})

test('texts of any kind come back as they are, from literals and as names of tags', async () => {
  const samples = [
    "it's",
    "'",
    '\\',
    "\\'",
    '\\n',
    '`"',
    'a\u0000b\u001f\u007f',
    '\n\t\r',
    '日本 😀',
    "'); DROP TABLE millrace.events --",
    '%s{p}',
    '/* */',
  ]
  const quoted = samples.map(text => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`)
  const named = quoted.map(text => `tags[${text}]`)
  const sql = `SELECT ${[...quoted, ...named].join(', ')} FROM events LIMIT 1`
  expect(await rows(sql)).toEqual([[...samples, ...samples.map(() => '')]])
})

const long = `'${'a'.repeat(900)}'`
const longer = (value: string) => `replaceAll(${value}, 'a', ${long})`
/** Texts that would be several terabytes if computed. */
const growing = [
  `SELECT length(${longer(longer(longer(long)))}) FROM events`,
  `SELECT length(${longer('y')}) FROM (SELECT ${longer('x')} AS y FROM (SELECT ${longer(long)} AS x FROM events))`,
  `SELECT length(${Array.from({ length: 17 }).reduce<string>(value => `toString(splitByString('', ${value}))`, long)}) FROM events`,
  `SELECT length(${Array.from({ length: 17 }).reduce<string>(value => `CAST(splitByString('', ${value}) AS TEXT)`, long)}) FROM events`,
  `SELECT length(${Array.from({ length: 5 }).reduce<string>(value => `arrayStringConcat(splitByString('', ${value}), ${long})`, long)}) FROM events`,
  `SELECT length(${Array.from({ length: 17 }).reduce<string>(value => `replaceRegexpOne(${value}, '.*', '\\0\\0\\0\\0')`, long)}) FROM events`,
]
test.each(growing)('the engine computes no text that grows while it plans: %s', async sql => {
  const statement = printStatement(parseStatement(sql))
  const plan = `EXPLAIN ${statement.sql(visibleEvents(alone, { window: store.window }, noTags, false))} FORMAT JSONCompact`
  await expect(store.client.limited(plan, read, maxAnswerBytes, statementLimits)).resolves.toBeDefined()
})

test('a rewritten statement reads events as often as it was counted, or is not written', () => {
  const once = parseStatement('SELECT host FROM events')
  expect(() =>
    printStatement({ ...once, parts: Array.from({ length: 8 }, () => once.parts).flat() }).sql('e'),
  ).not.toThrow()
  expect(() =>
    printStatement({ ...once, parts: Array.from({ length: 9 }, () => once.parts).flat() }).sql('e'),
  ).toThrow('too often')
})

describe('the third wall: limits of the engine', () => {
  const readOnly = 164
  const others: readonly (readonly [string, number | string])[] = [
    ["SELECT * FROM file('/etc/passwd', 'LineAsString')", readOnly],
    ["SELECT * FROM url('http://127.0.0.1:1/', 'LineAsString')", readOnly],
    ["SELECT * FROM remote('127.0.0.1:1', 'system.one')", readOnly],
    ["SELECT * FROM executable('id', 'TSV', 'x String')", readOnly],
    ['INSERT INTO millrace.events (id) SELECT 1', readOnly],
    ['CREATE TABLE millrace.t (a UInt8) ENGINE = Memory', readOnly],
    ['CREATE TEMPORARY TABLE t (a UInt8)', readOnly],
    ['SELECT 1 SETTINGS max_execution_time = 0 FORMAT JSON', readOnly],
    ['SELECT count() FROM numbers(300000000)', 158],
    ["SELECT length(repeat('a', 900000000))", 'query_memory'],
  ]
  test.each(others)('%s', async (sql, code) => {
    const asked = store.client.limited(sql, read, maxAnswerBytes, statementLimits)
    await expect(asked).rejects.toMatchObject({ code })
  })

  test('a constant that grows while the engine reads the statement', async () => {
    const long = `'${'a'.repeat(4_000)}'`
    const grown = `replaceAll(replaceAll(${long}, 'a', ${long}), 'a', ${long})`
    await expect(rows(`SELECT length(${grown}) FROM events`)).rejects.toMatchObject({ code: 'query_memory' })
  })

  test('an answer of a constant that is long as text', async () => {
    const constant = Array.from({ length: 4 }, () => `'${'a'.repeat(3_000)}'`).join(', ')
    await expect(rows(`SELECT ${constant} FROM events LIMIT 1000`, many)).resolves.toHaveLength(1_000)
    await expect(rows(`SELECT ${constant} FROM events`, many)).rejects.toMatchObject({
      code: 'sql_refused',
      detail: 'The answer has more than 10,000 rows or 16 MB: add LIMIT, or group',
    })
  })

  test('an answer of too many rows', async () => {
    await expect(
      rows('SELECT a.id FROM events AS a JOIN events AS b ON a.host = b.host', many),
    ).rejects.toMatchObject({
      code: 'sql_refused',
      detail: 'The answer has more than 10,000 rows or 16 MB: add LIMIT, or group',
    })
  })
})

const endless = `SELECT count() FROM events AS a JOIN events AS b ON a.host = b.host JOIN events AS c ON b.host = c.host JOIN events AS d ON c.host = d.host`

test('a join of very many rows ends with its time', async () => {
  await expect(rows(endless, many, { ...read, timeout: 1 })).rejects.toMatchObject({ code: 'query_timeout' })
})

/** Computations before or beside the rows of the statement itself end in the same way. */
const elsewhere: readonly (readonly [string, string])[] = [
  [`SELECT (${endless}) FROM events LIMIT 1`, 'query_timeout'],
  [
    `SELECT count() FROM events AS z WHERE EXISTS (${endless.replace('count()', 'd.id')} WHERE d.id = 0 - z.id)`,
    'query_timeout',
  ],
  [
    `SELECT count() FROM (SELECT ${['a', 'b', 'c', 'd', 'e', 'f'].map(name => `arrayJoin(splitByString('', concat(message, '${name} and more'))) AS ${name}`).join(', ')} FROM events)`,
    'query_memory|query_timeout',
  ],
  ['SELECT (SELECT message FROM events) FROM events', 'sql_refused'],
  ['SELECT (SELECT groupArray(10000)(message) FROM events) FROM events', 'sql_refused'],
]
test.each(elsewhere)('%s ends', async (sql, code) => {
  const refused = { code: expect.stringMatching(code) }
  await expect(rows(sql, many, { ...read, timeout: 1 })).rejects.toMatchObject(refused)
})

test('templates are written as query results write them', async () => {
  const texts = ['user7 from 10.1.2.3 id deadbeef12', 'plain', 'C:\\5 a\\<N> <N> 17', 'x\\\\7 <hex>']
  // Every seventh event of tests is stored without a template.
  const events = texts.map((message, at) => event(templated.from, at, { id: 10_004 + at, message }))
  await store.append(spoolFile(events.flatMap(rowsOf)))
  const answer = await rows('SELECT template FROM events ORDER BY second', templated)
  expect(answer).toEqual(texts.map(text => [patternText(slowTemplate(text))]))
  expect(answer[2]).toEqual(['C:\\\\<N> a\\\\\\<N> \\<N> <N>'])
})

test('a statement that no caller waits for is ended in the engine', async () => {
  const stop = new AbortController()
  const asked = expect(rows(endless, many, { ...read, signal: stop.signal })).rejects.toThrow('gone')
  const running = () =>
    store.client.select(
      "SELECT count() FROM system.processes WHERE query LIKE '%JSONCompact%' AND query NOT LIKE '%processes%'",
      { ...read, lane: 'short' },
    )
  await eventually(running).toEqual([[1]])
  stop.abort(new Error('gone'))
  await asked
  await eventually(running).toEqual([[0]])
})
