import { patternText } from '../../filter/templates/pattern-text.ts'
import { slowTemplate } from '../../filter/testing/slow-template.ts'
import type { PatternsParams, PatternsResults, PatternValue } from '../../schema/query/patterns.ts'
import { type OracleEvent, occurrencesIn } from './events.ts'
import { byName, countIn, countsBy } from './oracle-counts.ts'
import { periodsOf } from './oracle-event-rate.ts'
import type { OracleRange } from './oracle-range.ts'

/** The template that storage/testing/spool-file.ts writes. */
export function templateOf({ id, fields }: OracleEvent): string {
  return id % 7 === 0 ? '' : slowTemplate(fields.message)
}

/** The expected answer of a Patterns query, from all occurrences. */
export function oraclePatterns(
  matching: readonly OracleEvent[],
  params: PatternsParams,
  range: OracleRange,
  now: number,
): PatternsResults {
  const { limit = 50, sort = 'count', with_subperiods = false, compare_before = true } = params
  const { from, to } = range
  const within = matching.filter(event => countIn([event], from, to) > 0)
  const groups = [...Map.groupBy(within, templateOf)].filter(([template]) => template !== '')
  const length = Math.max(0, Math.min(to, Math.ceil(now)) - from)
  const start = Math.max(0, from - length)
  const withTemplate = (template: string) => matching.filter(event => templateOf(event) === template)
  const ranked = groups.map(([template, events]) => ({
    template,
    events,
    count: countIn(events, from, to),
    before: compare_before ? countIn(withTemplate(template), start, from) : 0,
  }))
  const growth = ({ count, before }: { count: number; before: number }) =>
    (count - before) / Math.sqrt(count + before)
  ranked.sort((a, b) => {
    const first =
      sort === 'new'
        ? Number(a.before !== 0) - Number(b.before !== 0)
        : sort === 'growth'
          ? growth(b) - growth(a)
          : 0
    return first || b.count - a.count || byName(a.template, b.template)
  })
  const periods = periodsOf(range)
  const values = ranked.slice(0, limit).map(({ template, events, count, before }): PatternValue => {
    const moments = events.flatMap(event => occurrencesIn(event, from, to).map(at => ({ at, event })))
    moments.sort((a, b) => b.at - a.at || b.event.id - a.event.id)
    const pattern = patternText(template)
    return {
      pattern,
      count,
      filter: [{ field: 'message', op: '|>', value: pattern }],
      ...(compare_before && { count_before: before, is_new: before === 0 }),
      ...(with_subperiods && {
        counts: periods.map(({ ts_from, ts_to }) => countIn(events, ts_from, ts_to)),
      }),
      example: moments[0]?.event.fields.message ?? '',
      severity: Math.min(...events.map(({ fields }) => fields.severity)),
      first_seen: Math.floor((moments.at(-1)?.at ?? 0) / 1_000_000),
      last_seen: Math.floor((moments[0]?.at ?? 0) / 1_000_000),
      // The values of a program are texts.
      programs: countsBy(events, 'program', true, from, to).slice(0, 3) as { name: string; count: number }[],
    }
  })
  return {
    totals: {
      ts_from: from,
      ts_to: to,
      values,
      cardinality: ranked.length,
      count: countIn(matching, from, to),
      without_template: countIn(withTemplate(''), from, to),
      ...(compare_before && {
        before: { ts_from: start, ts_to: from, count: countIn(matching, start, from) },
        new_patterns: ranked.filter(({ before }) => before === 0).length,
      }),
    },
    ...(with_subperiods && {
      details: periods.map(({ ts_from, ts_to }) => ({
        ts_from,
        ts_to,
        total_count: countIn(matching, ts_from, ts_to),
      })),
    }),
  }
}
