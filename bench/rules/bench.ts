import { RuleSet } from '../../src/ingest/rules/rule-set.ts'
import type { ParsedEvent } from '../../src/schema/event.ts'
import { parsedEvents } from './events.ts'
import { ruleFiles } from './rule-files.ts'

const distinct = 20_000
const rounds = 7

/** What rules cost an event in the ingest thread, apart from parsing and keeping it. */
export async function benchRules(): Promise<string> {
  const { events, bytes } = parsedEvents(distinct)
  const lines = [
    `Rules alone, one thread, ${distinct.toLocaleString('en')} different lines of ${bytes} bytes on average: of five lines one matches one`,
    'rule with three captures, one two rules with eight, three none. Best of seven rounds.',
    '',
    '| rules | events/s | microseconds an event | loaded in | every event is held against |',
    '|---|---|---|---|---|',
  ]
  for (const count of [0, 10, 20, 1_000, 10_000]) {
    const files = ruleFiles(count)
    const begun = performance.now()
    const rules = await RuleSet.compile(files)
    const loaded = performance.now() - begun
    const micros = bestRound(rules, events)
    lines.push(
      `| ${count.toLocaleString('en')} | ${Math.round(1e6 / micros).toLocaleString('en')} | ${micros.toFixed(2)} | ${Math.round(loaded)} ms | ${rules.counts.unindexed.length} rules |`,
    )
    console.log(lines.at(-1))
  }
  return lines.join('\n')
}

/** Microseconds an event. Rules change events, so that each round has events of its own. */
function bestRound(rules: RuleSet, events: readonly ParsedEvent[]): number {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) {
    const own = events.map(event => ({ ...event, tags: {} }))
    const begun = performance.now()
    for (const event of own) rules.apply(event)
    best = Math.min(best, performance.now() - begun)
  }
  return (best * 1_000) / events.length
}
