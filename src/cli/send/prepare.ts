import { access, readFile } from 'node:fs/promises'
import { EventGenerator } from './event-generator.ts'
import { bodyFormats, type EventFormat, socketFormats } from './formats.ts'
import type { TlsFiles } from './over-stream.ts'
import { PreparedEvents } from './prepared-events.ts'
import { Random } from './random.ts'
import { RecordedEvents } from './recorded-events.ts'
import type { SendPlan } from './send.ts'
import { bareFrame, countedFrame, type EventSupply, type Frame, lineFrame, nulFrame } from './supply.ts'
import { readTarget, type Target } from './target.ts'
import { readTemplates, type Templates } from './template.ts'

/** The options of `millrace send`, as commander parses them; command.ts describes each and its unit. */
export interface SendOptions {
  to: string
  as?: string
  framing?: 'lf' | 'octets' | 'nul'
  template?: string
  tsv?: boolean
  host: string
  program: string
  now?: boolean
  speed?: number
  loop?: boolean
  rate: number
  connections: number
  count?: number
  seconds?: number
  batch: number
  token?: string
  idempotency: boolean
  ca?: string
  cert?: string
  key?: string
  insecure?: boolean
  seed: number
  first: number
  variety: number
  patience: number
  json?: boolean
}

/** Framings of RFC 6587, and the framing of GELF over TCP. */
export const framings = { lf: lineFrame, octets: countedFrame, nul: nulFrame }

/** Turns files and options into a supply of events and a plan. Throws an Error for wrong options. */
export async function prepareSend(
  files: readonly string[],
  options: SendOptions,
): Promise<{ supply: EventSupply; plan: SendPlan }> {
  const target = readTarget(options.to)
  if (files.length > 0 === (options.template !== undefined))
    throw new Error('give either files or a --template')
  if (options.loop === true && files.includes('-')) throw new Error('--loop cannot read standard input again')
  for (const file of files) if (file !== '-') await access(file)
  const { format, body, frame } = chooseFormat(target, files, options)
  const { connections, rate, count = Infinity, seconds = Infinity } = options
  const plan: SendPlan = {
    target,
    ...(body !== undefined && {
      body: {
        format: body,
        token: options.token ?? process.env.MILLRACE_TOKEN,
        batch: options.batch,
        keys: options.idempotency && body.path.startsWith('/incoming'),
      },
    }),
    tls: await readTlsFiles(options),
    connections,
    rate,
    count,
    seconds,
    timeoutMs: options.patience * 1_000,
  }
  if (options.template === undefined) {
    const { host, program, now = false, speed, loop = false } = options
    const fileFormat = options.tsv === true ? 'tsv' : 'lines'
    const defaults = { host, program }
    return {
      supply: new RecordedEvents({ files, fileFormat, format, frame, defaults, now, speed, loop }),
      plan,
    }
  }
  if (format === undefined) throw new Error('--as line is for files')
  const { seed, first, variety } = options
  const templates = await readTemplates(options.template)
  return {
    supply: generateEvents({ templates, format, frame, seed, first, variety, connections }),
    plan,
  }
}

/**
 * Chooses format and framing. Without a `format`, lines are sent unchanged. Throws an Error for a format that
 * the target does not support.
 */
function chooseFormat(
  target: Target,
  files: readonly string[],
  { as, framing, tsv, now }: SendOptions,
): { format: EventFormat | undefined; body?: (typeof bodyFormats)[keyof typeof bodyFormats]; frame: Frame } {
  const isStream = target.kind !== 'udp' && target.kind !== 'http'
  if (framing !== undefined && !isStream) throw new Error('--framing is for TCP, TLS and Unix sockets')
  if (target.kind === 'http') {
    const name = as ?? 'incoming'
    if (!isKey(bodyFormats, name))
      throw new Error(`over HTTP --as is one of ${Object.keys(bodyFormats).join(', ')}`)
    const body = bodyFormats[name]
    return { format: body, body, frame: bareFrame(body.separator) }
  }
  const canSendUnchanged = files.length > 0 && tsv !== true && now !== true
  const name = as ?? (canSendUnchanged ? 'line' : 'rfc5424')
  if (name === 'line' && !canSendUnchanged && files.length > 0)
    throw new Error('lines that are sent as they are (--as line) have no columns and keep their time stamps')
  if (name !== 'line' && !isKey(socketFormats, name))
    throw new Error(`over ${target.kind} --as is one of line, ${Object.keys(socketFormats).join(', ')}`)
  let defaultFraming: keyof typeof framings = target.kind === 'tls' ? 'octets' : 'lf'
  if (name === 'gelf') defaultFraming = 'nul'
  const frame = isStream ? framings[framing ?? defaultFraming] : bareFrame()
  return { format: name === 'line' ? undefined : socketFormats[name], frame }
}

function isKey<Known extends object>(known: Known, name: string): name is Extract<keyof Known, string> {
  return Object.hasOwn(known, name)
}

async function readTlsFiles({ ca, cert, key, insecure }: SendOptions): Promise<TlsFiles> {
  return {
    ...(ca !== undefined && { ca: await readFile(ca) }),
    ...(cert !== undefined && { cert: await readFile(cert) }),
    ...(key !== undefined && { key: await readFile(key) }),
    ...(insecure === true && { insecure }),
  }
}

/**
 * Each connection prepares a multiple of this number of events. A batch ends at the last prepared event, so
 * few events or an odd number would make small bodies and writes.
 */
const preparedStep = 1_000

interface GeneratedOptions {
  templates: Templates
  format: EventFormat
  frame: Frame
  seed: number
  /** The number of the first event. */
  first: number
  /** Number of different prepared events, over all connections. */
  variety: number
  connections: number
}

/**
 * Supplies events made from templates. Each connection sends its prepared events repeatedly, with new numbers
 * and times. Throws an Error that names an unknown placeholder.
 */
export function generateEvents(options: GeneratedOptions): EventSupply {
  const { templates, format, frame, seed, variety, connections } = options
  // Each connection has its own seed. The factor separates it from seeds of runs with another `seed`.
  const generators = Array.from(
    { length: connections },
    (_, connection) => new EventGenerator(templates, new Random(seed * 1_000_003 + connection)),
  )
  let nextNumber = options.first
  return {
    open() {
      const generator = generators.shift()
      if (generator === undefined) throw new Error('more connections are opened than were planned')
      const count = Math.ceil(variety / connections / preparedStep) * preparedStep
      const events = Array.from({ length: count }, () => generator.next())
      const prepared = new PreparedEvents(events, format, frame)
      let at = 0
      return {
        next(max) {
          if (at === prepared.events) at = 0
          const to = Math.min(at + max, prepared.events)
          const batch = prepared.stamped(at, to, nextNumber, Date.now() * 1_000)
          nextNumber += to - at
          at = to
          return batch
        },
      }
    },
    async close() {},
  }
}
