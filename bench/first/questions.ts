import { matching, type Params } from '../../scenarios/testing/client.ts'
import { type Corpus, firstNames, lastNames, rareToken, subjects, verbs } from '../corpora.ts'
import type { Ask } from '../queries/takes-bytes.ts'
import { randomNumbers, shuffled } from '../random.ts'

/** One question: to the API, and in SQL as an expert on the table would ask the engine. */
export interface FirstQuestion {
  kind: string
  ask: Ask
  range: { from: number; to: number }
  /** The equivalent statements: one, and for a page also its totals. */
  sql: readonly string[]
}

/** A filter of the API, and the same in SQL. */
interface Filter {
  params: Params
  where: string
}

/** Random values for a question. */
interface Draw {
  random: () => number
  corpus: Corpus
  one: <T>(items: readonly T[]) => T
}

type Make = (range: { from: number; to: number }, draw: Draw) => Omit<FirstQuestion, 'kind' | 'range'>

const hour = 3_600
const columns =
  'id, ts, first, count, host, program, facility, severity, mnemonic, type, status, message, tags, triggers'
/**
 * The query condition cache would only answer a repetition. Top-k filtering loses rows in this version of the
 * engine.
 */
const settings = ' SETTINGS use_query_condition_cache = 0, use_top_k_dynamic_filtering = 0'
const steps = [60, 300, 900, 1_800, hour, 3 * hour]
const maxPeriods = 120

const kinds: Readonly<Record<string, Make>> = {
  'Counts by period': count(everything),
  'Count of a word': count(word),
  'Count of a phrase': count(phrase),
  'Count of a part of a word': count(part),
  'Count of an expression': count(expression),
  'Count of a word, a host, a severity': count(draw => and(word(draw), host(draw), severity(draw))),
  'Minutes of a host and a severity': count(draw => and(host(draw), severity(draw)), 60),
  'TopN host': top(everything),
  'TopN host of a part of a word': top(part),
  'TopN host of a phrase': top(phrase),
  'TopN tag of a program and a host': topTag,
  'Percentile of a tag by host': percentileByHost(everything),
  'Percentile of a tag by host, of a program': percentileByHost(program),
  'Newest 100': newest(everything),
  'Newest 100 of a word': newest(word),
  'Newest 100 of a phrase': newest(phrase),
  'Newest 100 of a host': newest(host),
}
export const kindNames = Object.keys(kinds)

/**
 * Random questions, `each` of every kind, the same for each seed: ranges of an hour to `days` days that end
 * anywhere, with as many of an hour or two as of three days or six. Every kind comes once before any comes
 * twice.
 */
export function questionsOf(
  corpus: Corpus,
  { end, days, each, seed }: { end: number; days: number; each: number; seed: number },
): FirstQuestion[] {
  const random = randomNumbers(seed)
  const draw: Draw = { random, corpus, one: items => oneOf(items, random) }
  const seconds = Math.floor(days * 24 * hour)
  const shortest = shortestRange(days)
  const rounds = Array.from({ length: each }, () => shuffled(Object.entries(kinds), random))
  return rounds.flat().map(([kind, make]) => {
    const length = Math.floor(shortest * (seconds / shortest) ** random())
    const to = end - Math.floor((seconds - length) * random())
    const range = { from: to - length, to }
    return { kind, range, ...make(range, draw) }
  })
}

/** Seconds: an hour, or a sixtieth of a shorter total time. */
export function shortestRange(days: number): number {
  return Math.min(hour, Math.floor((days * 24 * hour) / 60))
}

function oneOf<T>(items: readonly T[], random: () => number): T {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('there is nothing to draw from')
  return item
}

function everything(): Filter {
  return { params: {}, where: '' }
}

/** Most words occur often, names rarely; one in eight is the rarest of all. */
function word({ one }: Draw): Filter {
  const name = one(firstNames) + one(lastNames)
  const text = one([one(subjects), one(subjects), one(verbs), one(verbs), 'https', name, name, rareToken])
  return { params: matching(text), where: ` AND hasAllTokens(message, ['${text}'])` }
}

/** Two or three words. */
function phrase({ one }: Draw): Filter {
  const words = [one(subjects), one(verbs), ...one([[], [], ['for']])]
  const pattern = `(^|[^a-z0-9])${words.join('[^a-z0-9]+')}($|[^a-z0-9])`
  return {
    params: matching(`"${words.join(' ')}"`),
    where: ` AND hasAllTokens(message, [${words.map(text => `'${text}'`).join(', ')}]) AND match(lower(message), '${pattern}')`,
  }
}

/** Four or five letters of a word. */
function part({ one, random }: Draw): Filter {
  const text = one<string>([...subjects, ...verbs])
  const length = one([4, 5])
  const at = Math.floor(random() * (text.length - length + 1))
  const letters = text.slice(at, at + length)
  return { params: matching(`*${letters}*`), where: ` AND message ILIKE '%${letters}%'` }
}

function expression({ one }: Draw): Filter {
  const subject = one(['sess.on', 'back.p', 'l[aeiou]gin', 'pack[aeiou]t', 'req.*st', 'connect[a-z]+'])
  const pattern = `${subject} ${one(verbs)} ${one(['for [a-z]+ ', 'for [a-z0-9]+ from 10[.]', '.* port [0-9]+7 to'])}`
  return {
    params: { filter: [{ field: 'message', op: '=~', value: pattern }] },
    where: ` AND match(message, '${pattern}')`,
  }
}

/** As unevenly distributed as the events. */
function host({ random, corpus }: Draw): Filter {
  const isHot = random() * 10 < corpus.hotTenths / 2
  return equal('host', `host-${isHot ? 0 : Math.floor(corpus.hosts * random() ** 2.2)}`)
}

function program({ random, corpus }: Draw): Filter {
  const isHot = random() * 10 < corpus.hotTenths / 2
  return equal('program', `program-${isHot ? 0 : Math.floor(corpus.programs * random() ** 2)}`)
}

function equal(field: string, value: string): Filter {
  return { params: { filter: [{ field, value }] }, where: ` AND ${field} = '${value}'` }
}

function severity({ one }: Draw): Filter {
  const most = one([3, 4, 5])
  return {
    params: { filter: [{ field: 'severity', op: 'le', value: most }] },
    where: ` AND severity <= ${most}`,
  }
}

function and(...filters: readonly Filter[]): Filter {
  // Each filter has a list of conditions, or none.
  const conditions = filters.flatMap(({ params }) => (params.filter as unknown[] | undefined) ?? [])
  return { params: { filter: conditions }, where: filters.map(({ where }) => where).join('') }
}

/** Counts of all periods of the range, each of this many seconds. */
function count(filter: (draw: Draw) => Filter, seconds?: number): Make {
  return ({ from, to }, draw) => {
    const { params, where } = filter(draw)
    const step = seconds ?? steps.find(step => (to - from) / step <= maxPeriods) ?? 3 * hour
    return {
      ask: { type: 'EventRate', params, step },
      sql: [
        `SELECT intDiv(toUnixTimestamp(sec), ${step}) AS period, sum(count) FROM millrace.events WHERE ${within(from, to)}${where} GROUP BY period${settings}`,
      ],
    }
  }
}

/** TopN always counts the different values too. */
function top(filter: (draw: Draw) => Filter): Make {
  return ({ from, to }, draw) => {
    const { params, where } = filter(draw)
    return {
      ask: { type: 'TopN', params: { ...params, field: 'host', limit: 5 } },
      sql: [mostFrequent('host', `${within(from, to)}${where}`)],
    }
  }
}

function topTag({ from, to }: { from: number; to: number }, draw: Draw): ReturnType<Make> {
  const { params, where } = and(program(draw), host(draw))
  const column = 'tags.dst_port.:String'
  return {
    ask: { type: 'TopN', params: { ...params, field: 'dst_port', limit: 5 } },
    sql: [mostFrequent(column, `${within(from, to)}${where} AND v IS NOT NULL`)],
  }
}

function percentileByHost(filter: (draw: Draw) => Filter): Make {
  return ({ from, to }, draw) => {
    const { params, where } = filter(draw)
    const value = 'toFloat64(tags.dst_port.:String)'
    return {
      ask: {
        type: 'Stats',
        params: { ...params, functions: ['p95', 'count'], field: 'dst_port', group_by: ['host'], limit: 5 },
      },
      sql: [
        `SELECT host, quantileExactWeighted(0.95)(${value}, count) AS p, sum(count), count() OVER () FROM millrace.events WHERE ${within(from, to)}${where} GROUP BY host ORDER BY p DESC, host LIMIT 5${settings}`,
      ],
    }
  }
}

function mostFrequent(column: string, where: string): string {
  return `SELECT ${column} AS v, sum(count) AS n, count() OVER () FROM millrace.events WHERE ${where} GROUP BY v ORDER BY n DESC, v LIMIT 5${settings}`
}

/** A page of the newest events; every Search also returns the totals. */
function newest(filter: (draw: Draw) => Filter): Make {
  return ({ from, to }, draw) => {
    const { params, where } = filter(draw)
    const all = `FROM millrace.events WHERE ${within(from, to)}${where}`
    return {
      ask: { type: 'Search', params: { ...params, page_size: 100 } },
      sql: [
        `SELECT ${columns} ${all} ORDER BY sec DESC, ts DESC, id DESC LIMIT 100${settings}`,
        `SELECT count(), sum(count) ${all}${settings}`,
      ],
    }
  }
}

/** `sec` is the first column of the key, and cheaper to read than `ts`. */
function within(from: number, to: number): string {
  return `sec >= toDateTime(${from}, 'UTC') AND sec < toDateTime(${to}, 'UTC')`
}
