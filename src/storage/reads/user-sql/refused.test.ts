import { describe, expect, test } from 'vitest'
import { parseStatement } from './parse-statement.ts'

const repeated = (text: string, times: number) => Array.from({ length: times }, () => text).join('')

/**
 * Attacks, each followed by the reason of its refusal. None of them reaches the engine. ¬ stands for a
 * backtick.
 */
const tricks = String.raw`
# Other data: files, addresses, tables
- SELECT * FROM file('/etc/passwd', 'LineAsString')
  file() is no source: statements select from events (character 15)
- SELECT * FROM url('http://169.254.169.254/', 'LineAsString')
  url() is no source: statements select from events (character 15)
- SELECT * FROM s3('https://b.s3.amazonaws.com/x')
  s3() is no source: statements select from events (character 15)
- SELECT * FROM remote('10.0.0.1', 'system.one')
  remote() is no source: statements select from events (character 15)
- SELECT * FROM postgresql('h:5432', 'd', 't', 'u', 'p')
  postgresql() is no source: statements select from events (character 15)
- SELECT * FROM executable('id', 'TSV', 'x String')
  executable() is no source: statements select from events (character 15)
- SELECT * FROM merge('millrace', '.*')
  merge() is no source: statements select from events (character 15)
- SELECT count() FROM numbers(1000000000000)
  numbers() is no source: statements select from events (character 21)
- SELECT count() FROM zeros(1)
  zeros() is no source: statements select from events (character 21)
- SELECT * FROM values('a String', ('x'))
  values() is no source: statements select from events (character 15)
- SELECT * FROM viewExplain('EXPLAIN', '', (SELECT 1))
  viewExplain() is no source: statements select from events (character 15)
- SELECT * FROM millrace.events
  Statements select from events, without a database (character 15)
- SELECT * FROM ¬millrace¬.¬events¬
  Statements select from events, without a database (character 15)
- SELECT * FROM ¬millrace.events¬
  A name has letters, digits and underscores only (character 15)
- SELECT * FROM system.tables
  Statements select from events, without a database (character 15)
- SELECT * FROM tables
  There is no table tables: statements select from events (character 15)
- SELECT * FROM INFORMATION_SCHEMA.TABLES
  Statements select from events, without a database (character 15)
- SELECT 1
  Expected FROM, not the end (character 9)
- SELECT * FROM events, system.users
  Expected the end of the statement, not , (character 21)
- SELECT host FROM events WHERE host IN system.users
  Expected (, not system (character 39)
- SELECT host FROM events WHERE host IN (events)
  Expected a number or a text in quotes, not events (character 40)
- SELECT host FROM events WHERE host GLOBAL IN (SELECT 1 FROM x)
  Expected the end of the statement, not GLOBAL (character 36)

# Subqueries that reach elsewhere
- SELECT * FROM (SELECT * FROM system.users)
  Statements select from events, without a database (character 30)
- WITH a AS (SELECT * FROM system.users) SELECT * FROM a
  Statements select from events, without a database (character 26)
- WITH events AS (SELECT host FROM events) SELECT * FROM events
  The name events is taken (character 6)
- WITH file('/etc/passwd') AS a SELECT a FROM events
  Expected AS, not ( (character 10)
- WITH RECURSIVE a AS (SELECT host FROM a) SELECT * FROM a
  Expected AS, not a (character 16)
- WITH a AS (SELECT host FROM a) SELECT * FROM a
  There is no table a: statements select from events (character 29)
- SELECT * FROM (WITH a AS (SELECT host FROM events) SELECT * FROM a) JOIN a AS b ON b.host = c.host
  There is no table a: statements select from events (character 74)
- SELECT host FROM events UNION ALL SELECT name FROM system.users
  Statements select from events, without a database (character 52)
- SELECT host FROM events INTERSECT SELECT host FROM events
  Expected the end of the statement, not INTERSECT (character 25)
- SELECT * FROM events AS a JOIN system.users AS b ON a.host = b.name
  Statements select from events, without a database (character 32)
- SELECT (SELECT name FROM system.users) FROM events
  Statements select from events, without a database (character 26)
- SELECT (SELECT 1) FROM events
  Expected FROM, not ) (character 17)
- SELECT (SELECT count() FROM numbers(10)) FROM events
  numbers() is no source: statements select from events (character 29)
- SELECT host FROM events WHERE EXISTS (SELECT 1 FROM system.users)
  Statements select from events, without a database (character 53)
- SELECT host FROM events WHERE NOT EXISTS (SELECT 1 FROM users)
  There is no table users: statements select from events (character 57)
- SELECT host FROM events WHERE EXISTS users
  Expected (, not users (character 38)
- SELECT host FROM events WHERE EXISTS ('a')
  Expected SELECT, not 'a' (character 39)
- SELECT host FROM events AS a JOIN events AS b USING (a.host)
  Write the column without an alias here (character 54)
- SELECT host FROM events AS a JOIN events AS b USING (tags['user'])
  A column is needed here, not a tag (character 66)
- SELECT host FROM events AS a JOIN system.users AS b USING (host)
  Statements select from events, without a database (character 35)
- SELECT arrayJoin((SELECT groupArray(10)(name) FROM system.users)) FROM events
  Statements select from events, without a database (character 52)
- SELECT host FROM events LIMIT 1 BY (SELECT name FROM system.users)
  Statements select from events, without a database (character 54)
- SELECT count() FILTER (WHERE host IN (SELECT name FROM system.users)) FROM events
  Statements select from events, without a database (character 56)
- SELECT EXTRACT(HOUR FROM system.users) FROM events
  There is no source system here; sources are events (character 26)
- SELECT mapKeys(users) FROM events
  mapKeys() takes tags (character 21)

# Functions that read, wait, fail, or run programs
- SELECT file('/etc/passwd') FROM events
  There is no function file for statements (character 8)
- SELECT dictGet('d', 'a', 1) FROM events
  There is no function dictGet for statements (character 8)
- SELECT joinGet('millrace.t', 'a', 1) FROM events
  There is no function joinGet for statements (character 8)
- SELECT hasColumnInTable('system', 'users', 'name') FROM events
  There is no function hasColumnInTable for statements (character 8)
- SELECT evalMLMethod('m', 1) FROM events
  There is no function evalMLMethod for statements (character 8)
- SELECT getSetting('max_threads') FROM events
  There is no function getSetting for statements (character 8)
- SELECT hostName() FROM events
  There is no function hostName for statements (character 8)
- SELECT addressToSymbol(1) FROM events
  There is no function addressToSymbol for statements (character 8)
- SELECT sleep(3) FROM events
  There is no function sleep for statements (character 8)
- SELECT throwIf(host = 'a', message) FROM events
  There is no function throwIf for statements (character 8)
- SELECT toUInt64(message) FROM events
  There is no function toUInt64 for statements; did you mean toUInt64OrNull? (character 8)
- SELECT arrayJoin(range(1000000)) FROM events
  There is no function range for statements; did you mean rank? (character 18)
- SELECT date_trunc(host, time) FROM events
  Argument 1 of date_trunc() must be a text in quotes (character 8)
- SELECT lag(host, severity, 'x') OVER (ORDER BY id) FROM events
  Argument 2 of lag() must be a whole number from 0 to 10000 (character 8)
- SELECT lead(host) FROM events
  lead() needs OVER (…) (character 18)
- SELECT lower(host) FILTER (WHERE 1) FROM events
  lower() takes no FILTER (character 20)
- SELECT countIf(1) FILTER (WHERE 1) FROM events
  countIf() takes no FILTER (character 19)
- SELECT rank() FILTER (WHERE 1) OVER (ORDER BY id) FROM events
  rank() takes no FILTER (character 15)
- SELECT EXTRACT(MILLENNIUM FROM time) FROM events
  Expected one of SECOND, MINUTE, HOUR, DAY, DOW, WEEK, MONTH, QUARTER, YEAR, EPOCH, not MILLENNIUM (character 16)
- SELECT isIPAddressInRange(host, program) FROM events
  Argument 2 of isIPAddressInRange() must be a text in quotes (character 8)
- SELECT isIPAddressInRange(host, '10.0.0.0/33') FROM events
  A range of addresses is a text like 10.0.0.0/8 or 2001:db8::/32 (character 47)
- SELECT isIPAddressInRange(host, '10.0.0.0') FROM events
  A range of addresses is a text like 10.0.0.0/8 or 2001:db8::/32 (character 44)
- SELECT isIPAddressInRange((SELECT max(host) FROM events), '10.0.0.0/8') FROM events
  The address of isIPAddressInRange() must not contain a subquery (character 72)
- SELECT IPv4CIDRToRange(toIPv4(host), severity) FROM events
  Argument 2 of IPv4CIDRToRange() must be a whole number from 0 to 32 (character 8)
- SELECT tupleElement(IPv4CIDRToRange(toIPv4(host), 8), 0) FROM events
  Argument 2 of tupleElement() must be a whole number from 1 to 2 (character 8)
- SELECT repeat('a', 1000000000) FROM events
  There is no function repeat for statements; did you mean replace? (character 8)
- SELECT my_script(host) FROM events
  There is no function my_script for statements (character 8)
- SELECT match(host, message) FROM events
  Argument 2 of match() must be a text in quotes (character 8)
- SELECT round(severity, facility) FROM events
  Argument 2 of round() must be a whole number from -100 to 100 (character 8)
- SELECT floor(severity, 101) FROM events
  Argument 2 of floor() must be a whole number from -100 to 100 (character 8)
- SELECT ceil(severity, 0.5) FROM events
  Argument 2 of ceil() must be a whole number from -100 to 100 (character 8)
- SELECT lagInFrame(host, -1) OVER (ORDER BY id) FROM events
  Argument 2 of lagInFrame() must be a whole number from 0 to 10000 (character 8)
- SELECT leadInFrame(host, severity) OVER (ORDER BY id) FROM events
  Argument 2 of leadInFrame() must be a whole number from 0 to 10000 (character 8)
- SELECT nth_value(host, -1) OVER (ORDER BY id) FROM events
  Argument 2 of nth_value() must be a whole number from 0 to 10000 (character 8)
- SELECT toStartOfDay(time, '../../etc/passwd') FROM events
  toStartOfDay() takes 1 arguments, not 2 (character 8)
- SELECT CAST(host AS Enum8('a' = 1)) FROM events
  Expected one of STRING, TEXT, INT64, BIGINT, INTEGER, INT, UINT64, FLOAT64, DOUBLE, DATE, DATETIME, not Enum8 (character 21)
- SELECT arrayMap(x -> sleep(3), [1]) FROM events
  There is no function arrayMap for statements; did you mean arrayJoin? (character 8)
- SELECT has(x -> 1, 2) FROM events
  Expected a value, not > (character 15)
- SELECT host::String FROM events
  The character ":" is not accepted outside of a text (character 12)
- SELECT {a:Identifier} FROM events
  The character "{" is not accepted outside of a text (character 8)
- SELECT COLUMNS('.*') FROM events
  There is no function COLUMNS for statements; did you mean count? (character 8)
- SELECT a.b.c FROM events
  A column is name or alias.name (character 11)
- SELECT tags FROM events
  Expected the name of a tag, as in tags['user'], not FROM (character 13)
- SELECT tags[host] FROM events
  Expected the name of a tag, as in tags['user'], not host (character 13)

# Other statements, and clauses that change what a SELECT is
- SELECT host FROM events INTO OUTFILE '/tmp/x'
  Expected the end of the statement, not INTO (character 25)
- SELECT host FROM events FORMAT Native
  Expected the end of the statement, not FORMAT (character 25)
- SELECT host FROM events SETTINGS max_execution_time = 0
  Expected the end of the statement, not SETTINGS (character 25)
- SELECT * FROM (SELECT host FROM events SETTINGS readonly = 0)
  Expected ), not SETTINGS (character 40)
- SET readonly = 0
  Expected SELECT, not SET (character 1)
- SELECT host FROM events; DROP TABLE millrace.events
  One statement is accepted, not several (character 24)
- INSERT INTO millrace.events SELECT * FROM events
  Expected SELECT, not INSERT (character 1)
- ALTER TABLE events DELETE WHERE 1
  Expected SELECT, not ALTER (character 1)
- DROP DATABASE millrace
  Expected SELECT, not DROP (character 1)
- CREATE FUNCTION f AS x -> x
  Expected SELECT, not CREATE (character 1)
- SYSTEM SHUTDOWN
  Expected SELECT, not SYSTEM (character 1)
- EXPLAIN SELECT host FROM events
  Expected SELECT, not EXPLAIN (character 1)
- SHOW TABLES
  Expected SELECT, not SHOW (character 1)
- KILL QUERY WHERE 1
  Expected SELECT, not KILL (character 1)
- SELECT host FROM events PREWHERE message LIKE '%a%'
  Expected the end of the statement, not PREWHERE (character 25)
- SELECT host FROM events FINAL
  Expected the end of the statement, not FINAL (character 25)
- SELECT host FROM events SAMPLE 0.1
  Expected the end of the statement, not SAMPLE (character 25)
- SELECT host FROM events ARRAY JOIN x
  Expected the end of the statement, not ARRAY (character 25)
- SELECT host FROM events ORDER BY id WITH FILL
  Expected the end of the statement, not WITH (character 37)
- SELECT rank() OVER w FROM events WINDOW w AS (ORDER BY id)
  Expected (, not w (character 20)
- SELECT/**/host FROM/* x */system.users
  Statements select from events, without a database (character 27)
- SELECT host /* FROM events
  A comment has no end (character 13)
- SELECT host FROM events /* a */ /*/
  A comment has no end (character 33)
- SELECT host FROM events /*; */ ; SELECT 1
  One statement is accepted, not several (character 32)
- SEL/**/ECT host FROM events
  Expected SELECT, not SEL (character 1)
- SELECT hоst FROM events
  The character "о" is not accepted outside of a text (character 9)
- SELECT ‘a’ FROM events
  The character "‘" is not accepted outside of a text (character 8)

# Names and signs that hide something
- SELECT ¬a\¬b¬ FROM events
  A name has letters, digits and underscores only (character 8)
- SELECT 'a\' FROM events
  A text has no closing quotation mark (character 8)
- SELECT 1 AS tag_0, tags['a'] AS b FROM events
  The name tag_0 is taken; a tag is tags['name'] (character 13)
- SELECT 1 tag_7 FROM events
  The name tag_7 is taken; a tag is tags['name'] (character 10)
- SELECT host FROM events WHERE ¬tag_0¬ = 'a' AND tags['a'] = 'b'
  The name tag_0 is taken; a tag is tags['name'] (character 31)
- WITH tag_1 AS (SELECT host FROM events) SELECT host FROM tag_1
  The name tag_1 is taken; a tag is tags['name'] (character 6)
- SELECT $$a$$ FROM events
  The character "$" is not accepted outside of a text (character 8)
- SELECT 1e5x FROM events
  A number is followed by letters (character 11)

# What takes too long or too much
- SELECT count() FROM events AS a CROSS JOIN events AS b
  Expected the end of the statement, not CROSS (character 33)
- SELECT count() FROM events AS a JOIN events AS b ON 1 = 1
  Expected a value, not 1 (character 53)
- SELECT count() FROM events AS a JOIN events AS b ON a.host = a.host
  A JOIN is ON columns of both sides: a.host = b.host (character 53)
- SELECT count() FROM events AS a JOIN events AS b ON a.id < b.id
  Expected = and the column of the other side, not < (character 58)
- SELECT count() FROM events AS a JOIN events AS b ON a.id = b.id OR a.host = b.host
  Expected the end of the statement, not OR (character 65)
- SELECT count() FROM events AS a JOIN events AS b
  Expected ON or USING, not the end (character 49)
- SELECT count() FROM events WHERE (EXISTS (SELECT host FROM events)) BETWEEN 0 AND 1
  The expression before BETWEEN must not contain a subquery; use >= and <= (character 76)
- SELECT CASE (SELECT max(severity) FROM events) WHEN 1 THEN 2 END FROM events
  The expression between CASE and WHEN must not contain a subquery (character 47)
- SELECT now() - INTERVAL 'a minute' FROM events
  Expected a whole number, not 'a minute' (character 25)
- SELECT now() - INTERVAL '5 parsecs' FROM events
  Expected SECOND, MINUTE, HOUR, DAY, WEEK, MONTH or YEAR, not '5 parsecs' (character 25)
- SELECT now() - INTERVAL '5' FROM events
  Expected SECOND, MINUTE, HOUR, DAY, WEEK, MONTH or YEAR, not FROM (character 29)
- SELECT count() FROM events LIMIT 1 BY host LIMIT 2 BY program
  Expected the end of the statement, not BY (character 52)
- SELECT host FROM events UNION ALL SELECT host FROM events LIMIT 1 BY host
  ORDER BY and LIMIT are not accepted in a UNION; SELECT … FROM (… UNION …) takes them (character 74)
- WITH a AS (SELECT host FROM events UNION ALL SELECT host FROM events), b AS (SELECT host FROM a UNION ALL SELECT host FROM a), c AS (SELECT host FROM b UNION ALL SELECT host FROM b), d AS (SELECT host FROM c UNION ALL SELECT host FROM c) SELECT * FROM d
  A statement reads events at most 8 times (character 237)
- SELECT host AS a, concat(a, a) AS b, concat(b, b) AS c FROM events
  The name a is given in this SELECT: its other columns cannot use it; a subquery can
- SELECT count() FROM events WHERE (host IN (SELECT host FROM events)) BETWEEN 0 AND 1
  The expression before BETWEEN must not contain a subquery; use >= and <= (character 77)
- SELECT host FROM events LIMIT 100000000
  LIMIT and OFFSET are at most 1000000 (character 40)
`

/** Attacks that do not fit on a line. */
const others: readonly (readonly [sql: string, reason: string])[] = [
  [
    'SELECT host -- FROM events\nFROM system.users',
    'Statements select from events, without a database (character 33)',
  ],
  ['SELECT host # x\nFROM events', 'The character "#" is not accepted outside of a text (character 13)'],
  [
    `SELECT ${repeated('(SELECT max(id) FROM events) + ', 8)}1 FROM events`,
    'A statement reads events at most 8 times (character 269)',
  ],
  [
    `SELECT ${repeated('(SELECT ', 14)}1${repeated(' FROM events)', 14)} FROM events`,
    'Subqueries have at most 12 levels (character 97)',
  ],
  [
    `SELECT (SELECT c${repeated(' + c', 29)} FROM events AS e) AS x FROM (${repeated(`SELECT c${repeated(' + c', 29)} AS c FROM (`, 2)}SELECT id AS c FROM events)))`,
    'Columns of subqueries are used too often: their expressions multiply from level to level',
  ],
  ['SELECT\u00a0host FROM events', 'The character " " is not accepted outside of a text (character 7)'],
  ['SELECT host\0 FROM events', 'The character "\\u0000" is not accepted outside of a text (character 12)'],
  [
    `SELECT host FROM events${repeated(' UNION ALL SELECT host FROM events', 8)}`,
    'A statement reads events at most 8 times (character 296)',
  ],
  [
    `SELECT ${repeated('(', 30)}id${repeated(' BETWEEN 0 AND 1)', 30)} FROM events`,
    'The statement is too large (character 168)',
  ],
  [
    `SELECT ${repeated('(', 50)}id${repeated(')', 50)} FROM events`,
    'Expressions may nest at most 40 levels deep (character 48)',
  ],
  [
    `SELECT ${repeated('- ', 50)}id FROM events`,
    'Expressions may nest at most 40 levels deep (character 88)',
  ],
  [
    `SELECT * FROM ${repeated('(SELECT * FROM ', 20)}events${repeated(')', 20)}`,
    'Subqueries have at most 12 levels (character 181)',
  ],
  [
    `${repeated(`SELECT concat(c${repeated(', c', 14)}) AS c FROM (`, 4)}SELECT message AS c FROM events${repeated(')', 4)}`,
    'Columns of subqueries are used too often: their expressions multiply from level to level',
  ],
  [
    `SELECT 1 AS n FROM events WHERE id IN (${repeated(`SELECT c${repeated(' + c', 29)} AS c FROM (`, 3)}SELECT id AS c FROM events${repeated(')', 4)}`,
    'Columns of subqueries are used too often: their expressions multiply from level to level',
  ],
  [
    `SELECT *${repeated(', *', 25)} FROM events`,
    'A SELECT has at most 400 columns, all that * stands for among them',
  ],
  [
    `${repeated('SELECT *, * FROM (', 5)}SELECT * FROM events${repeated(')', 5)}`,
    'A SELECT has at most 400 columns, all that * stands for among them',
  ],
  [
    `SELECT *, * FROM events WHERE ${Array.from({ length: 200 }, (_, i) => `tags['t${i}'] = ''`).join(' OR ')}`,
    'A SELECT has at most 400 columns, all that * stands for among them',
  ],
  [
    `SELECT *${repeated(', *', 40)} FROM (SELECT id${repeated(' + 1', 300)} AS a FROM events)`,
    'Columns of subqueries are used too often: their expressions multiply from level to level',
  ],
  [
    `SELECT host FROM events WHERE id IN (1${repeated(', 1', 1_200)})`,
    'A list has at most 1000 values (character 3640)',
  ],
  [`SELECT id${repeated(' + 1', 800)} FROM events`, 'The statement is too large (character 3011)'],
  [`SELECT 1${repeated('0', 400)} FROM events`, 'The number is too large (character 8)'],
]

const rows = [...tricks.replaceAll('¬', '`').matchAll(/^- (.+)\n {2}(.+)$/gm)].map(
  ([, sql = '', reason = '']) => [sql, reason] as const,
)
const all = [...rows, ...others]

describe('an unsupported construct is refused with the reason and the place', () => {
  test.each(all)('%j', (sql, reason) => {
    expect(() => parseStatement(sql)).toThrow(
      expect.objectContaining({ code: 'sql_refused', detail: reason }),
    )
  })

  test('each is tried once', () => {
    expect(new Set(all.map(([sql]) => sql)).size).toBe(all.length)
    expect(rows.length).toBe(tricks.match(/^- /gm)?.length)
  })
})
