import type { EventRateResults } from '../../src/schema/query/event-rate.ts'
import type { QueryRepresentation } from '../../src/schema/query/query.ts'
import type { SearchResults } from '../../src/schema/query/search.ts'
import type { StatsResults } from '../../src/schema/query/stats.ts'
import type { TopNResults } from '../../src/schema/query/top-n.ts'
import type { FirstQuestion } from './questions.ts'

/** Rows of an answer of the engine. */
export type Rows = readonly (readonly unknown[])[]

/** The numbers that both answers to a question must have. */
export interface Essence {
  /** Occurrences; for a TopN and a Stats, the occurrences of the listed values or groups. */
  occurrences: number
  /** Number of items: a TopN's different values, the groups of a Stats, or all events of a page. */
  items: number
  /** The counts of a TopN, the percentiles of a Stats, or the ids of a page. */
  list: readonly number[]
}

type Type = FirstQuestion['ask']['type']

/** `results`: of the API, whose shapes its tests check. */
export function essenceOfApi(type: Type, results: QueryRepresentation['results']): Essence {
  if (type === 'EventRate') {
    const { totals } = results as EventRateResults
    return { occurrences: totals.sum, items: 0, list: [] }
  }
  if (type === 'TopN') {
    const { values, cardinality } = (results as TopNResults).totals
    const list = values.map(({ count }) => count)
    return { occurrences: sum(list), items: cardinality, list }
  }
  if (type === 'Stats') {
    const { values, groups } = (results as StatsResults).totals
    const list = values.map(({ values }) => values.p95 ?? 0)
    return { occurrences: sum(values.map(({ values }) => values.count ?? 0)), items: groups, list }
  }
  const { totals, events } = results as SearchResults
  return { occurrences: totals.occurrences, items: totals.count, list: events.objects.map(({ id }) => id) }
}

/** `answers`: one for each statement of the question. */
export function essenceOfSql(type: Type, answers: readonly Rows[]): Essence {
  const [first = [], totals = []] = answers
  if (type === 'EventRate') return { occurrences: sum(first.map(row => Number(row[1]))), items: 0, list: [] }
  if (type === 'TopN') {
    const list = first.map(row => Number(row[1]))
    return { occurrences: sum(list), items: Number(first[0]?.[2] ?? 0), list }
  }
  if (type === 'Stats') {
    const list = first.map(row => Number(row[1]))
    return { occurrences: sum(first.map(row => Number(row[2]))), items: Number(first[0]?.[3] ?? 0), list }
  }
  const [items = 0, occurrences = 0] = (totals[0] ?? []).map(Number)
  return { occurrences, items, list: first.map(row => Number(row[0])) }
}

/** Throws if the two answers to a question differ. */
export function checkEqual({ kind, sql }: FirstQuestion, ofApi: Essence, ofSql: Essence): void {
  const [api, bare] = [ofApi, ofSql].map(essence => JSON.stringify(essence))
  if (api === bare) return
  throw new Error(
    `${kind} was answered ${api?.slice(0, 300)}, by the engine alone ${bare?.slice(0, 300)}: ${sql[0]}`,
  )
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
