import { matching, type Params } from '../../scenarios/testing/client.ts'
import type { QueryType } from '../../src/schema/query/query.ts'
import { rareToken } from '../corpora.ts'

/** One question: to the API, and in SQL as a person would ask the engine. */
export interface Case {
  title: string
  /** A query over the given range, or the path of one event. */
  ask: { type: QueryType; params: Params; step?: number } | { path: (id: number) => string }
  /** The equivalent statements; `range` is a condition on ts. */
  sql: (range: string, id: number) => readonly string[]
}

const events = 'millrace.events'
const columns =
  'id, ts, first, count, host, program, facility, severity, mnemonic, type, status, message, tags'
const everyThreeHours = 'toStartOfInterval(ts, INTERVAL 3 HOUR)'

/** A page of the newest events and the totals, as every Search returns both. */
function search(title: string, params: Params, where: string, limit = 100): Case {
  return {
    title,
    ask: { type: 'Search', params: { ...params, page_size: limit } },
    sql: range => [
      `SELECT ${columns} FROM ${events} WHERE ${range}${where} ORDER BY ts DESC, id DESC LIMIT ${limit}`,
      `SELECT count(), sum(count) FROM ${events} WHERE ${range}${where}`,
    ],
  }
}

function rate(title: string, params: Params, where: string): Case {
  return {
    title,
    ask: { type: 'EventRate', params },
    sql: range => [
      `SELECT ${everyThreeHours} AS period, sum(count) FROM ${events} WHERE ${range}${where} GROUP BY period ORDER BY period`,
    ],
  }
}

/** Each minute of the range. */
function rateByMinute(): Case {
  return {
    title: 'EventRate a minute',
    ask: { type: 'EventRate', params: {}, step: 60 },
    sql: range => [
      `SELECT toStartOfMinute(ts) AS period, sum(count) FROM ${events} WHERE ${range} GROUP BY period ORDER BY period`,
    ],
  }
}

/** The most frequent values of a tag. */
function topTag(title: string, tag: string): Case {
  const column = `tags.${tag}.:String`
  return {
    title,
    ask: { type: 'TopN', params: { field: `ut_${tag}`, limit: 5 } },
    sql: range => [
      `SELECT ${column} AS v, sum(count) AS n, count() OVER () FROM ${events} WHERE ${range} AND v IS NOT NULL GROUP BY v ORDER BY n DESC, v LIMIT 5`,
    ],
  }
}

/** TopN always counts the different values too. */
function top(title: string, field: string, params: Params, where: string): Case {
  return {
    title,
    ask: { type: 'TopN', params: { ...params, field, limit: 5 } },
    sql: range => [
      `SELECT ${field}, sum(count) AS n, count() OVER () FROM ${events} WHERE ${range}${where} GROUP BY ${field} ORDER BY n DESC, ${field} LIMIT 5`,
    ],
  }
}

const common = matching('connection')
const ofCommon = ` AND hasAllTokens(message, 'connection')`

const boolean = matching('session AND failed AND NOT boris')
const ofBoolean = ` AND hasAllTokens(message, ['session', 'failed']) AND NOT hasAllTokens(message, 'boris')`
const phrase = matching('"session failed"')
const ofPhrase = ` AND hasAllTokens(message, ['session', 'failed']) AND match(lower(message), 'session[^a-z0-9]+failed')`
const expression = matches('sess.on failed for [a-z]+')
const ofExpression = ` AND match(message, 'sess.on failed for [a-z]+')`
const numbers = matches('fail.* port [0-9]+ to')
const ofNumbers = ` AND match(message, 'fail.* port [0-9]+ to')`

/** Events whose message a regular expression matches. */
function matches(pattern: string): Params {
  return { filter: [{ field: 'message', op: '=~', value: pattern }] }
}

export const cases: readonly Case[] = [
  rate('EventRate', {}, ''),
  rateByMinute(),
  rate('Count of a common word', common, ofCommon),
  rate('Count of a boolean of three words', boolean, ofBoolean),
  rate('Count of a phrase', phrase, ofPhrase),
  rate('Count of a part of a word', matching('*ansac*'), ` AND message ILIKE '%ansac%'`),
  rate('Count of parts of two words', matching('"*ssion fail*"'), ` AND message ILIKE '%ssion fail%'`),
  rate(
    'Count of an address',
    matching('10.75.156.92'),
    ` AND match(message, '(^|[^0-9A-Za-z])10[.]75[.]156[.]92($|[^0-9A-Za-z])')`,
  ),
  rate('Count of an expression', expression, ofExpression),
  rate('Count of an expression of numbers', numbers, ofNumbers),
  rate('Count of a rare token', matching(rareToken), ` AND hasAllTokens(message, '${rareToken}')`),
  top('TopN host', 'host', {}, ''),
  top('TopN program', 'program', {}, ''),
  top('TopN severity', 'severity', {}, ''),
  {
    title: 'TopN program by severity',
    ask: { type: 'TopN', params: { field: 'program', subfields: ['severity'], limit: 5 } },
    sql: range => [
      `SELECT program, severity, sum(count) AS n FROM ${events} WHERE ${range} GROUP BY program, severity ORDER BY n DESC`,
    ],
  },
  topTag('TopN tag of 65,000 values', 'dst_port'),
  topTag('TopN tag of millions of values', 'src_ip'),
  top('TopN host of a common word', 'host', common, ofCommon),
  {
    title: 'LastN host',
    ask: { type: 'LastN', params: { field: 'host', limit: 5 } },
    sql: range => [
      `SELECT host, sum(count), max(ts) AS seen FROM ${events} WHERE ${range} GROUP BY host ORDER BY seen DESC, host LIMIT 5`,
    ],
  },
  search('Search, newest 100', {}, ''),
  search('Search, newest 100 of a common word', common, ofCommon),
  search(
    'Search, newest 100 of two words',
    matching('backup denied'),
    ` AND hasAllTokens(message, ['backup', 'denied'])`,
  ),
  search('Search, newest 100 of a boolean of three words', boolean, ofBoolean),
  search('Search, newest 100 of a phrase', phrase, ofPhrase),
  search('Search, newest 100 of a part of a word', matching('*ansac*'), ` AND message ILIKE '%ansac%'`),
  search('Search, newest 100 of an expression', expression, ofExpression),
  search(
    'Search, newest 100 of a host',
    { filter: [{ field: 'host', value: 'host-7' }] },
    ` AND lower(host) = 'host-7'`,
  ),
  search(
    'Search, newest 100 errors',
    { filter: [{ field: 'severity', op: 'le', value: 3 }] },
    ' AND severity <= 3',
  ),
  search(
    'Search, newest 100 of a rare token',
    matching(rareToken),
    ` AND hasAllTokens(message, '${rareToken}')`,
  ),
  {
    title: 'One event by its id',
    ask: { path: id => `/api/events/${id}` },
    sql: (_, id) => [`SELECT ${columns} FROM ${events} WHERE id = ${id}`],
  },
]
