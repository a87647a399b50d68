/**
 * Ingest of one event, in one thread and without the engine: parse, deduplicate, encode, and with `spool`
 * write and sync the files. To run it: node bench/ingest-core.ts [seconds [rules [triggers]]]
 */
import { setImmediate } from 'node:timers/promises'
import { Enrichment } from '../src/ingest/enrichment.ts'
import { StreamFramer } from '../src/ingest/framing/stream-framer.ts'
import { HttpReceiver } from '../src/ingest/http/http-receiver.ts'
import { RuleSet } from '../src/ingest/rules/rule-set.ts'
import { parseSyslog } from '../src/ingest/syslog/parse.ts'
import { TriggerSet } from '../src/ingest/triggers/trigger-set.ts'
import { type Core, openCore } from './ingest-pipeline.ts'
import { ruleFiles } from './rules/rule-files.ts'
import { triggersInForce } from './triggers/trigger-list.ts'

const seconds = Number(process.argv[2] ?? 5)
const ruleCount = Number(process.argv[3] ?? 0)
const triggerCount = Number(process.argv[4] ?? 0)
const linesEach = 300_000
const chunkBytes = 65_536
/** Milliseconds inside the receiver of bodies, so that creating bodies is not measured. */
let inside = 0

await report('TCP, more different messages than windows', i => i)
await report('TCP, 30,000 messages again and again', i => i % 30_000)
await report(
  'TCP, structured data of four parameters',
  i => i,
  ` ID [ctx@32473 env="prod" region="eu-1" tier="web" release="1.4"]`,
)
await reportHttp('/incoming, 5,000 events a body', 5_000)

async function report(name: string, numberOf: (i: number) => number, data?: string): Promise<void> {
  const { pipeline, close } = await openRuledCore()
  const account = pipeline.ledger.account('syslog_tcp')
  const context = { receivedAt: 0, sender: '198.51.100.1' }
  let now = 0
  const framer = new StreamFramer({
    maxFrameBytes: 65_536,
    onFrame: (bytes, start, end, length) => {
      pipeline.accept(parseSyslog(bytes, start, end, context, length), context.receivedAt, now, account)
    },
  })
  const stream = Buffer.from(
    Array.from({ length: linesEach }, (_, i) => `${line(numberOf(i), data)}\n`).join(''),
  )
  await measure(name, async () => {
    for (let at = 0; at < stream.length; at += chunkBytes) {
      while (!pipeline.isOpen) await setImmediate()
      context.receivedAt = Date.now() * 1_000
      now = performance.now()
      framer.feed(stream.subarray(at, at + chunkBytes))
      pipeline.endChunk()
      // A real socket yields to the event loop between chunks.
      await setImmediate()
    }
    return linesEach
  })
  await close()
}

async function reportHttp(name: string, size: number): Promise<void> {
  const { pipeline, folder, close } = await openRuledCore()
  const receiver = new HttpReceiver(pipeline, folder.keys, {
    maxBodyBytes: 2 ** 26,
    maxWaitingBytes: 2 ** 28,
  })
  let number = 0
  await measure(name, async () => {
    const bodies = Array.from({ length: 8 }, () => {
      const events = Array.from({ length: size }, () => ({
        ts: Date.now() / 1_000,
        host: `fw-${number % 500}`,
        program: 'sshd',
        priority: 38,
        message: `Failed password for invalid user u${number++} from 198.51.100.${number % 250} port 40022 ssh2`,
      }))
      return new Uint8Array(Buffer.from(JSON.stringify({ events })))
    })
    const started = performance.now()
    const answers = await Promise.all(
      bodies.map(body =>
        receiver.receiveIncoming({
          body,
          path: '',
          contentType: 'application/json',
          contentEncoding: '',
          sender: '198.51.100.1',
          partial: false,
          caller: 'token 1',
          idempotencyKey: '',
        }),
      ),
    )
    if (answers.some(({ status }) => status !== 200)) throw new Error('A body was refused')
    inside += performance.now() - started
    return bodies.length * size
  })
  await close()
}

async function measure(name: string, round: () => Promise<number>): Promise<void> {
  await round()
  inside = 0
  const cpu = process.cpuUsage()
  const since = performance.now()
  let events = 0
  while (performance.now() - since < seconds * 1_000) events += await round()
  const elapsed = inside > 0 ? inside : performance.now() - since
  const { user, system } = process.cpuUsage(cpu)
  console.log(
    `${name}: ${Math.round((events / elapsed) * 1_000).toLocaleString('en')} events/s, ` +
      `${((elapsed * 1_000) / events).toFixed(2)} us an event (CPU ${((user + system) / events).toFixed(2)}), ` +
      `${Math.round(process.memoryUsage().rss / 1e6)} MB`,
  )
}

function line(i: number, data = ' - -'): string {
  return (
    `<38>1 ${new Date().toISOString()} fw-${i % 500} sshd ${i % 9_999}${data} Failed password for invalid user u${i} ` +
    `from 198.51.100.${i % 250} port ${i % 65_536} ssh2 [preauth] and some more words to fill the line`
  )
}

/** A pipeline with the default settings, and the rules and triggers that were ordered. */
async function openRuledCore(): Promise<Core> {
  const core = await openCore()
  // The default.
  core.pipeline.enrichment = await Enrichment.open(
    { extraFields: 'structured_data', fields: [] },
    console.error,
  )
  if (ruleCount > 0) core.pipeline.rules = await RuleSet.compile(ruleFiles(ruleCount))
  if (triggerCount > 0) core.pipeline.triggers = await TriggerSet.compile(triggersInForce(triggerCount))
  return core
}
