import { median, millis, quantile, table, whole } from '../figures.ts'
import { type Form, startEmbedded, startNodes } from './form.ts'
import { type Intake, measureIntake } from './intake.ts'
import { type Forwarding, measureForwarding, measureQuestions, type QuestionTimes } from './reads.ts'

const maxSeconds = 15

const forms = {
  'embedded, SQLite': startEmbedded,
  '1 node, 1 server': () => startNodes(1, 1),
  '2 nodes, 1 server': () => startNodes(2, 1),
  '3 nodes, 1 server': () => startNodes(3, 1),
  '1 node, 2 shards': () => startNodes(1, 2),
} as const
type Title = keyof typeof forms
/** Forms on which questions are measured. */
const asked: readonly Title[] = ['embedded, SQLite', '1 node, 1 server', '1 node, 2 shards']

/**
 * The cost of nodes and shards compared with the embedded form, all on this machine; returns its part of
 * bench/results.md.
 */
export async function benchNodes(seconds: number): Promise<string> {
  const each = Math.min(seconds, maxSeconds)
  const intakes = new Map<string, Intake>()
  for (const [title, start] of Object.entries(forms)) {
    console.log(title)
    const intake = await withForms([start], ([form]) => measureIntake(form, each))
    console.log(JSON.stringify(intake))
    intakes.set(title, intake)
  }
  const questions = await withForms(
    asked.map(title => forms[title]),
    all => measureQuestions(all.map(({ clients: [client] }) => client)),
  )
  const forwarding = await withForms([forms['2 nodes, 1 server']], ([{ clients }]) => {
    const [owner, other = owner] = clients
    return measureForwarding(owner, other)
  })
  return [
    `Syslog over TCP as fast as it is taken, 4 connections a node, for ${each} s after a warm-up, until all is searchable. Services, senders, ClickHouse and PostgreSQL share this machine, so that ` +
      'events/s fall with each process; processor time an event is what a form costs. Engine: that of the embedded form, or the ClickHouse servers, with what they merged meanwhile.',
    intakeTable(intakes),
    `Questions over HTTP that read messages, of ${asked.length} services with the same 60,000 events, asked in turns and each once, median in milliseconds; last, the median of the differences between two shards and one server:`,
    questionTable(questions),
    'Reading an answered query at the node that has it and at another one, in turns, milliseconds:',
    forwardingTable(forwarding),
  ].join('\n\n')
}

/** Starts forms in parallel for some work. */
async function withForms<Result>(
  starts: readonly (() => Promise<Form>)[],
  work: (forms: [Form, ...Form[]]) => Promise<Result>,
): Promise<Result> {
  const started: Form[] = []
  try {
    for (const start of starts) started.push(await start())
    // As many as `starts`, which is never empty.
    return await work(started as [Form, ...Form[]])
  } finally {
    for (const form of started) await form.remove()
  }
}

function intakeTable(intakes: ReadonlyMap<string, Intake>): string {
  const embedded = intakes.get('embedded, SQLite')?.cost.nodes ?? Number.NaN
  const rows = [...intakes].map(([title, { events, rate, cost }]) => [
    ...[title, whole(events), whole(rate), cost.nodes.toFixed(1), (cost.nodes / embedded).toFixed(2)],
    ...[cost.engine.toFixed(1), cost.postgres.toFixed(1)],
  ])
  const head = ['form', 'events', 'events/s', 'µs of the nodes', 'against embedded', 'µs of the engine']
  return table([[...head, 'µs of PostgreSQL'], ...rows])
}

function questionTable(questions: QuestionTimes): string {
  const rows = [...questions].map(([kind, times]) => {
    const [, one = [], two = []] = times
    const differences = two.map((took, at) => took - (one[at] ?? Number.NaN))
    return [kind, ...times.map(all => millis(median(all))), millis(median(differences))]
  })
  return table([['question', ...asked, 'two shards'], ...rows])
}

function forwardingTable({ own, other }: Forwarding): string {
  const differences = other.map((took, at) => took - (own[at] ?? Number.NaN))
  const rows = [0.5, 0.9].map(share => [
    `p${share * 100}`,
    ...[own, other, differences].map(all => millis(quantile(all, share))),
  ])
  return table([['', 'at its node', 'at another', 'difference'], ...rows])
}
