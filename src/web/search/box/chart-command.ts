import { type StatsFunction, statsFunctions } from '../../../schema/query/stats-functions.ts'
import { typedName } from '../completion/use-range-tags.ts'
import type { StatisticsState } from '../state/statistics-state.ts'

/** Functions of other products that have another name here. */
const otherNames: Readonly<Record<string, StatsFunction>> = {
  dc: 'distinct',
  distinct_count: 'distinct',
  dcount: 'distinct',
  mean: 'avg',
  median: 'p50',
}

/** `count`, `count()`, `avg(bytes)`, `p95(ms) as slow`. */
const call = /^([a-z_]+\d*)(?:\s*\(\s*([^\s()]*)\s*\))?(?:\s+as\s+[\w.]+)?$/i
/** `limit=10`, `span=5m`: the page chooses both. */
const option = /^\s*(?:limit|span|bins|useother|usenull|showperc|showcount)\s*=\s*\S+\s+/i
const name = /^[\p{L}_@][\p{L}\p{N}_.@-]*$/u

/**
 * The statistics that commands of Splunk or KQL ask for: `| stats count by host`, `| timechart avg(ms) by
 * host`, `| top limit=5 user`. Commands behind them that only order or shorten the result, such as `| sort
 * -count` and `| head 10`, have no effect, since statistics are in descending order. Undefined for other
 * commands, and for more than the page can show. `commands`: from the first `|` on.
 */
export function readChartCommand(commands: string): StatisticsState | undefined {
  const [, first = '', ...others] = commands.split('|')
  if (others.some(other => !/^\s*(?:sort\s+(?:\d+\s+)?-\s*\w+|(?:head|take)\s+\d+)\s*$/i.test(other)))
    return undefined
  const [, command = '', written = ''] = /^\s*(\w+)(?:\s+(.*))?$/s.exec(first) ?? []
  let parts = written.trim()
  while (option.test(parts)) parts = parts.replace(option, '')
  switch (command.toLowerCase()) {
    case 'stats':
    case 'summarize':
      return statisticsOf(parts, false)
    case 'timechart':
      return statisticsOf(parts, true)
    case 'top': {
      const [fields = '', by] = parts.replace(/^\d+\s+/, '').split(/\s+by\s+/i)
      return grouped('count', '', [fields, by], false)
    }
    default:
      return undefined
  }
}

/** Reads `avg(ms) by host`. Beside another function, `count` is shown anyway. */
function statisticsOf(parts: string, isOverTime: boolean): StatisticsState | undefined {
  const [written = '', by] = parts.split(/(?:^|\s+)by\s+/i)
  const calls = written.split(/\s*,\s*/).map(readCall)
  const [one, ...others] = calls.filter(call => call?.name !== 'count')
  if (others.length > 0 || calls.includes(undefined)) return undefined
  return grouped(one?.name ?? 'count', one?.field ?? '', [by], isOverTime)
}

function readCall(text: string): { name: StatsFunction; field: string } | undefined {
  const [, written = '', field = ''] = call.exec(text.trim()) ?? []
  const lower = written.toLowerCase().replace(/^perc(?=\d)/, 'p')
  const known = statsFunctions.find(one => one === lower) ?? otherNames[lower]
  // `count(user)` counts events that have a user, which the page cannot show.
  if (known === undefined || (known === 'count') !== (field === '')) return undefined
  return { name: known, field: field === '' ? '' : typedName(field) }
}

/** `lists`: names of fields, with commas or spaces between them. At most two names. */
function grouped(
  name: StatsFunction,
  field: string,
  lists: readonly (string | undefined)[],
  isOverTime: boolean,
): StatisticsState | undefined {
  const groupBy = lists.flatMap(list => list?.trim().split(/[\s,]+/) ?? []).filter(one => one !== '')
  if (groupBy.length > 2 || groupBy.some(one => !isName(one))) return undefined
  return { name, field, groupBy: groupBy.map(typedName), isOverTime }
}

function isName(text: string): boolean {
  return name.test(text) && !text.startsWith('_')
}
