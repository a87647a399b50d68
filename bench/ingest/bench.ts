import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Millrace } from '../../scenarios/testing/millrace.ts'
import { residentBytes } from '../../scenarios/testing/process-group.ts'
import { megabytes, quantile, table, whole } from '../figures.ts'
import { ruleFileContent } from '../rules/rule-files.ts'
import { untilIdle } from '../until-idle.ts'
import type { Latencies } from './latency.ts'
import { type RawInsert, rawInsert } from './raw-insert.ts'
import { SpoolLinks } from './spool-links.ts'
import { type Stage, Stages } from './stages.ts'

const connections = 4
/** Each client waits for its 200, which comes with the next group commit. */
const clients = 8
const udpRate = 20_000
/** More than the service reads: the kernel's drops must be counted exactly. */
const udpFlood = 50_000
const rules = 20
const latencyRate = 10_000
const rawBytes = 600_000_000
const restMillis = 20_000

/** Every input, at full speed and at a moderate rate; returns its part of bench/results.md. */
export async function benchIngest(seconds: number): Promise<string> {
  const kept = mkdtempSync(path.join(tmpdir(), 'millrace-bench-'))
  try {
    const plain = await withoutRules(seconds, path.join(kept, 'plain'))
    const ruled = await withRules(seconds, path.join(kept, 'ruled'))
    const raw = [await engineAlone(plain.files, kept), await engineAlone(ruled.files, kept)] as const
    return [
      rates([
        ...plain.stages.map(stage => ({ stage, raw: raw[0].rate })),
        { stage: ruled.stage, raw: raw[1].rate },
      ]),
      'Events/s are from the first byte sent until the last event is searchable. Lost: sent, and not found; told: what the ledger says was lost, ' +
        'datagrams for which the kernel had no room. Each way begins when what the one before has left is merged.',
      `The engine alone takes the spool files of the TCP run (${whole(raw[0].rows)} rows in ${plain.files.length} files) at ${whole(raw[0].rate)} rows/s, ` +
        `those of the run with rules (${whole(raw[1].rows)} rows with tags in ${ruled.files.length} files) at ${whole(raw[1].rate)} rows/s.`,
      `With ${rules} rules: of five lines one matches a rule with three captures, one two rules with eight; one line in ten repeats another ` +
        `(${whole(ruled.stage.ledger.duplicates)} of ${whole(ruled.stage.ledger.received)} were counted as repeats).`,
      `Right after the stages without rules, at ${whole(latencyRate)} events/s over TCP:`,
      delays(plain.latencies),
      `Resident memory of all processes together, ${restMillis / 1_000} s after the last of ${whole(plain.events)} events: ${megabytes(plain.rest)}.`,
    ].join('\n\n')
  } finally {
    rmSync(kept, { recursive: true, force: true })
  }
}

async function withoutRules(seconds: number, kept: string) {
  const millrace = await Millrace.start()
  try {
    const stages = new Stages(millrace)
    const links = new SpoolLinks(path.join(millrace.dataDir, 'spool'), kept, rawBytes)
    const tcp = { way: 'tcp', connections, seconds, rate: 0 } as const
    await stages.run(`Syslog over TCP, ${connections} connections`, tcp)
    links.stop()
    await untilRested(millrace.pid)
    await stages.run(`/incoming, 1,000 events a body, ${clients} clients`, {
      way: 'incoming',
      connections: clients,
      seconds,
      rate: 0,
    })
    for (const rate of [udpRate, udpFlood]) {
      await untilRested(millrace.pid)
      await stages.run(`Syslog over UDP, ${whole(rate)}/s`, { way: 'udp', connections: 1, seconds, rate })
    }
    const latencies = await stages.latencies(latencyRate, seconds)
    await setTimeout(restMillis)
    const events = await stages.occurrences()
    const rest = residentBytes(millrace.pid)
    const end = await millrace.stop()
    console.log(`ended with ${end.code} after ${end.seconds.toFixed(1)} s`)
    return { stages: stages.done, files: links.files, latencies, events, rest }
  } finally {
    await millrace.remove()
  }
}

async function untilRested(group: number): Promise<void> {
  if (!(await untilIdle(group))) console.log('it is still at work with what came before')
}

/** The same over TCP with rules and with events to deduplicate. */
async function withRules(seconds: number, kept: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-rules-'))
  writeFileSync(path.join(folder, 'bench.json'), JSON.stringify(ruleFileContent(rules)))
  const millrace = await Millrace.start({ MILLRACE_RULES_DIR: folder })
  try {
    const stages = new Stages(millrace)
    const links = new SpoolLinks(path.join(millrace.dataDir, 'spool'), kept, rawBytes)
    const told = { way: 'tcp', load: 'repeats', connections, seconds, rate: 0 } as const
    const stage = await stages.run(`Syslog over TCP, ${rules} rules and deduplication`, told)
    links.stop()
    await millrace.stop()
    return { stage, files: links.files }
  } finally {
    await millrace.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function engineAlone(files: readonly string[], kept: string): Promise<RawInsert> {
  console.log(`the engine alone: ${files.length} spool files`)
  const folder = mkdtempSync(path.join(kept, 'raw-'))
  const raw = await rawInsert(files, folder)
  rmSync(folder, { recursive: true, force: true })
  return raw
}

/**
 * How soon an event is found at a steady rate, in a store without earlier bursts and right after an equally
 * long burst; returns its part of bench/results.md.
 */
export async function benchLatency(seconds: number): Promise<string> {
  const millrace = await Millrace.start()
  try {
    const stages = new Stages(millrace)
    const steady = await stages.latencies(latencyRate, seconds)
    const burst = await stages.run('Burst', { way: 'tcp', connections, seconds, rate: 0 })
    const after = await stages.latencies(latencyRate, seconds)
    return [
      `At a steady ${whole(latencyRate)} events/s over TCP:`,
      delays(steady),
      `The same right after ${whole(burst.sent.events)} events in ${whole(burst.seconds)} s:`,
      delays(after),
    ].join('\n\n')
  } finally {
    await millrace.remove()
  }
}

function rates(stages: readonly { stage: Stage; raw: number }[]): string {
  const rows = stages.map(({ stage: { title, sent, stored, ledger, seconds, memory }, raw }) => [
    title,
    whole(sent.events),
    whole(sent.events - stored),
    whole(ledger.udp_dropped),
    ledger.received + ledger.udp_dropped === sent.events ? 'yes' : 'no',
    whole(stored / seconds),
    (ledger.stored / seconds / raw).toFixed(2),
    sent.seconds.toFixed(1),
    (sent.cpu / sent.seconds).toFixed(2),
    ...[memory.start, memory.most, memory.end].map(megabytes),
  ])
  const head = [
    ...['way', 'sent', 'lost', 'told', 'sent = ledger', 'events/s', 'of the engine alone'],
    ...['sending s', 'cores of the sender', 'memory before', 'most', 'after'],
  ]
  return table([head, ...rows])
}

function delays({ acknowledged, searchable, live, missing }: Latencies): string {
  const row = (title: string, seconds: readonly number[]) => [
    title,
    whole(seconds.length),
    ...[0.5, 0.99, 1].map(share => `${quantile(seconds, share).toFixed(2)} s`),
  ]
  return [
    table([
      ['from, to', 'probes', 'p50', 'p99', 'longest'],
      row('one event to /incoming, its 200', acknowledged),
      row('its 200, the first query that finds it', searchable),
      row('one line over TCP, on a subscribed websocket', live),
    ]),
    ...(missing > 0 ? ['', `${missing} lines did not come to the websocket.`] : []),
  ].join('\n')
}
