import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Millrace } from '../../scenarios/testing/millrace.ts'
import { residentBytes } from '../../scenarios/testing/process-group.ts'
import { megabytes, quantile, table, whole } from '../figures.ts'
import type { Latencies } from './latency.ts'
import { rawInsert } from './raw-insert.ts'
import { SpoolLinks } from './spool-links.ts'
import { type Stage, Stages } from './stages.ts'

const connections = 4
/** Each waits for its 200, which comes with the next group commit. */
const clients = 16
const udpRate = 20_000
const latencyRate = 10_000
const rawBytes = 600_000_000
const restMillis = 20_000

/** Every way in, at full speed and at a moderate one; answers the part of bench/results.md. */
export async function benchIngest(seconds: number): Promise<string> {
  const kept = mkdtempSync(path.join(tmpdir(), 'millrace-bench-'))
  const millrace = await Millrace.start()
  try {
    const stages = new Stages(millrace)
    const links = new SpoolLinks(path.join(millrace.dataDir, 'spool'), path.join(kept, 'spool'), rawBytes)
    await stages.run('Syslog over TCP, 4 connections', { way: 'tcp', connections, seconds, rate: 0 })
    links.stop()
    await stages.run(`/incoming, 1,000 events a body, ${clients} clients`, {
      way: 'incoming',
      connections: clients,
      seconds,
      rate: 0,
    })
    await stages.run(`Syslog over UDP, ${whole(udpRate)}/s`, {
      way: 'udp',
      connections: 1,
      seconds,
      rate: udpRate,
    })
    const latencies = await stages.latencies(latencyRate, seconds)
    await setTimeout(restMillis)
    const events = await stages.occurrences()
    const rest = residentBytes(millrace.pid)
    const end = await millrace.stop()
    console.log(`ended with ${end.code} after ${end.seconds.toFixed(1)} s`)
    console.log(`the engine alone: ${links.files.length} spool files`)
    const raw = await rawInsert(links.files, path.join(kept, 'raw'))
    return [
      rates(stages.done, raw.rate),
      `The engine alone takes the spool files of the TCP run (${whole(raw.rows)} rows in ${links.files.length} files) at ${whole(raw.rate)} rows/s. ` +
        'Events/s are from the first byte sent until the last event is searchable.',
      `Right after all of these, at ${whole(latencyRate)} events/s over TCP:`,
      delays(latencies),
      `Resident memory of all processes together, ${restMillis / 1_000} s after the last of ${whole(events)} events: ${megabytes(rest)}.`,
    ].join('\n\n')
  } finally {
    await millrace.remove()
    rmSync(kept, { recursive: true, force: true })
  }
}

/** How soon an event is found at a steady rate, in a store that has seen nothing faster; answers the part of bench/results.md. */
export async function benchLatency(seconds: number): Promise<string> {
  const millrace = await Millrace.start()
  try {
    const latencies = await new Stages(millrace).latencies(latencyRate, seconds)
    return [`At a steady ${whole(latencyRate)} events/s over TCP:`, delays(latencies)].join('\n\n')
  } finally {
    await millrace.remove()
  }
}

function rates(stages: readonly Stage[], raw: number): string {
  const rows = stages.map(({ title, sent, stored, seconds, memory }) => [
    title,
    whole(sent.events),
    whole(sent.events - stored),
    whole(stored / seconds),
    (stored / seconds / raw).toFixed(2),
    sent.seconds.toFixed(1),
    (sent.cpu / sent.seconds).toFixed(2),
    ...[memory.start, memory.most, memory.end].map(megabytes),
  ])
  const head = ['way', 'sent', 'lost', 'events/s', 'of the engine alone', 'sending s', 'cores of the sender']
  return table([[...head, 'memory before', 'most', 'after'], ...rows])
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
