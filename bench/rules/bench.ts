import { RuleSet } from '../../src/ingest/rules/rule-set.ts'
import type { ParsedEvent } from '../../src/schema/event/event.ts'
import { parsedEvents, senders } from './events.ts'
import { ruleFiles } from './rule-files.ts'

const distinct = 20_000
const rounds = 7
/** Sets are measured alternately by sender, so that a disturbance affects all of them. */
const turns = 60
const eventsOfTurn = 500
const few = 10
const many = 10_000

/** Cost of rules per event in the ingest thread, without parsing and storing. */
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
  return [...lines, '', ...(await bySender(events))].join('\n')
}

/** Cost of many rules and of few, for the lines of each sender. */
async function bySender(events: readonly ParsedEvent[]): Promise<string[]> {
  const sets = [await RuleSet.compile(ruleFiles(few)), await RuleSet.compile(ruleFiles(many))] as const
  const lines = [
    `| lines of | ${few} rules, microseconds | ${many.toLocaleString('en')} rules | times |`,
    '|---|---|---|---|',
  ]
  for (const [kind, sender] of senders.entries()) {
    const all = events.filter((_, i) => i % senders.length === kind)
    const best: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    for (let turn = 0; turn < turns; turn++) {
      const from = (turn * eventsOfTurn) % all.length
      const some = all.slice(from, from + eventsOfTurn)
      for (const at of [0, 1] as const) best[at] = Math.min(best[at], microsOf(sets[at], some))
    }
    lines.push(
      `| ${sender} | ${best[0].toFixed(2)} | ${best[1].toFixed(2)} | ${(best[1] / best[0]).toFixed(2)} |`,
    )
    console.log(lines.at(-1))
  }
  return lines
}

function bestRound(rules: RuleSet, events: readonly ParsedEvent[]): number {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round++) best = Math.min(best, microsOf(rules, events))
  return best
}

/** Microseconds per event. Rules change events, so each round has its own events. */
function microsOf(rules: RuleSet, events: readonly ParsedEvent[]): number {
  const own = events.map(event => ({ ...event, tags: {} }))
  const begun = performance.now()
  for (const event of own) rules.apply(event)
  return ((performance.now() - begun) * 1_000) / events.length
}
