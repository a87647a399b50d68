import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Client } from '../../scenarios/testing/client.ts'
import { Millrace } from '../../scenarios/testing/millrace.ts'
import { groupMembers } from '../../scenarios/testing/process-group.ts'
import { until } from '../../scenarios/testing/until.ts'
import type { Forwarder } from '../../src/schema/forwarding/forwarder.ts'
import { median, table, whole } from '../figures.ts'
import { Stages } from '../ingest/stages.ts'
import { processorMillis } from '../processor-time.ts'

/** Each round has all ways of forwarding, so that a disturbance affects all of them. */
const rounds = 3
const connections = 4
/** A destination over TCP has everything when this has passed without an error. */
const confirmSeconds = 20

/** The deduplication window of the forwarder, seconds; undefined: no forwarder. */
const windows = [undefined, 0, 60] as const
type WindowSize = (typeof windows)[number]

interface Round {
  rate: number
  /** Of all processes but sender and receiver, until everything is forwarded, microseconds an event. */
  cpu: number
  /** Seconds from the last searchable event until the destination had taken everything. */
  behind: number
}

/**
 * Ingest with a forwarder that sends everything to a syslog server over TCP, compared with ingest without;
 * returns its part of bench/results.md.
 */
export async function benchForwarding(seconds: number): Promise<string> {
  const found = new Map<WindowSize, Round[]>(windows.map(size => [size, []]))
  for (let round = 0; round < rounds; round++)
    for (const size of windows) found.get(size)?.push(await run(size, seconds / rounds))
  const cpuOf = (size: WindowSize) => median(found.get(size)?.map(({ cpu }) => cpu) ?? [])
  const without = cpuOf(undefined)
  const rows = windows.map(size => {
    const of = found.get(size) ?? []
    return [
      size === undefined ? 'none' : `window of ${size} s`,
      whole(median(of.map(({ rate }) => rate))),
      of.map(({ cpu }) => cpu.toFixed(2)).join(', '),
      size === undefined ? '' : `${((100 * (cpuOf(size) - without)) / without).toFixed(0)} %`,
      median(of.map(({ behind }) => behind)).toFixed(1),
    ]
  })
  return [
    `Ingest over syslog TCP, ${connections} connections, with a forwarder of all events to a syslog server over TCP (RFC 5424); ${rounds} runs of each, alternately, on stores of their own:`,
    table([
      ['forwarder', 'events/s, median', 'CPU µs an event of each run', 'more, median', 'sent after, s'],
      ...rows,
    ]),
    'CPU: of all processes of the service until everything is forwarded.',
  ].join('\n\n')
}

async function run(size: WindowSize, seconds: number): Promise<Round> {
  const receiver = spawn(process.execPath, [fileURLToPath(new URL('./receiver.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const millrace = await Millrace.start()
  const client = new Client(millrace)
  try {
    const [port] = (await once(receiver.stdout, 'data')) as [Buffer] // The only event of a stream of bytes.
    if (size !== undefined) await create(client, Number(port.toString()), size)
    const stages = new Stages(millrace)
    const cpu = () => processorMillis(groupMembers(millrace.pid))
    const before = cpu()
    const stage = await stages.run(`forwarder: ${size ?? 'none'}`, {
      ...({ way: 'tcp', connections, seconds, rate: 0 } as const),
    })
    if (stage.stored !== stage.sent.events)
      throw new Error(`${stage.sent.events} sent, ${stage.stored} stored`)
    const since = performance.now()
    if (size !== undefined) await untilSending(client)
    const behind = (performance.now() - since) / 1_000
    await setTimeout(confirmSeconds * 1_000)
    if (size === 0) {
      const { status } = await forwarderOf(client)
      if (status.occurrences !== stage.stored)
        throw new Error(`${stage.stored} stored, ${status.occurrences} forwarded`)
    }
    const result = {
      rate: stage.stored / stage.seconds,
      cpu: ((cpu() - before) * 1_000) / stage.stored,
      behind,
    }
    console.log(result)
    return result
  } finally {
    receiver.kill()
    await millrace.remove()
  }
}

async function create(client: Client, port: number, window_size: number): Promise<void> {
  const syslog = { host: '127.0.0.1', port }
  const answer = await client.post('/api/forwarders', { name: 'All', window_size, syslog })
  if (answer.status !== 201) throw new Error(`The forwarder was answered ${answer.status}`)
  await untilSending(client)
}

async function untilSending(client: Client): Promise<void> {
  await until('everything is sent', async () => (await forwarderOf(client)).status.state === 'sending')
}

async function forwarderOf(client: Client): Promise<Forwarder> {
  // The shape of this route, which the API tests check.
  return (await (await client.get('/api/forwarders/1')).json()) as Forwarder
}
