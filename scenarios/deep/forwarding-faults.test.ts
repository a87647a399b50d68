import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeCertificate as makeAuthority } from '../../src/ingest/testing/certificate.ts'
import type { Forwarder } from '../../src/schema/forwarding/forwarder.ts'
import { makeCertificate } from '../testing/certificate.ts'
import {
  type Destination,
  destinations,
  type Place,
  placeIn,
  type Receiver,
} from '../testing/forwarding/destinations.ts'
import { sendNumbered } from '../testing/forwarding/numbered-events.ts'
import { ReceivedFile } from '../testing/forwarding/received-file.ts'
import { Millrace } from '../testing/millrace.ts'
import { anonymousBytes, residentBytes } from '../testing/process-group.ts'
import type { TcpProxy } from '../testing/tcp-proxy.ts'
import { until } from '../testing/until.ts'

/** FORWARD_EVENTS=50000 FORWARD_KILLS=4 FORWARD_TO=rsyslog: fewer, and only to destinations of this name. */
const events = Number(process.env.FORWARD_EVENTS ?? 1_000_000)
const kills = Number(process.env.FORWARD_KILLS ?? 10)
const seed = Number(process.env.FORWARD_SEED ?? 1)
const chosen = destinations.filter(({ name }) => name.includes(process.env.FORWARD_TO ?? ''))
/** Of a slow receiver: some thousand events a second. */
const slowBytes = 1_000_000
/** How long a killed receiver is away, milliseconds. */
const awayMs = 1_000
const table: string[][] = []

const folder = mkdtempSync(path.join(tmpdir(), 'millrace-forwarding-'))
let tls: Awaited<ReturnType<typeof makeCertificate>>
beforeAll(async () => {
  tls = await makeCertificate(folder)
})
afterAll(() => {
  console.log(markdown())
  rmSync(folder, { recursive: true })
})

/** Events that are under way while a step runs. */
interface Portion {
  from: number
  /** The number after the last one. */
  end: number
  send(): void
}

/** One thing that happens to the stream. */
interface Step {
  name: string
  isKill?: true
  /** Some of its events may be lost: the destination is over UDP. */
  mayLose?: true
  /** Resolves when it is over. Returns what the forwarder showed meanwhile. */
  run(portion: Portion): Promise<string | undefined>
}

/** A forwarder to a destination, the service of it, and what happens to both. */
class Trial {
  readonly destination: Destination
  readonly millrace: Millrace
  readonly received: ReceivedFile
  readonly steps: Step[]
  /** Bytes of all processes of the service, and of the memory of the server, once a second. */
  readonly memory: { group: number; server: number }[] = []
  /** Events that killed receivers over UDP had not read. */
  lost = 0
  readonly #place: Place
  readonly #proxy: TcpProxy
  #receiver: Receiver | undefined
  #id = 0

  static async start(destination: Destination): Promise<Trial> {
    const { place, proxy } = await placeIn(folder, destination.name, tls)
    const settings = destination.receiver ? {} : { MILLRACE_DATA_DIR: place.folder }
    const trial = new Trial(destination, { millrace: await Millrace.start(settings), place, proxy })
    trial.#receiver = await destination.receiver?.(place)
    const target = trial.#target(readFileSync(tls.cert, 'utf8'))
    const answer = await trial.millrace.client.post('/api/forwarders', {
      ...{ name: 'it', window_size: 0, ...target },
    })
    expect(answer.status, await answer.clone().text()).toBe(201)
    trial.#id = ((await answer.json()) as Forwarder).id // as the interface says
    return trial
  }

  private constructor(
    destination: Destination,
    { millrace, place, proxy }: { millrace: Millrace; place: Place; proxy: TcpProxy },
  ) {
    this.destination = destination
    this.millrace = millrace
    this.#place = place
    this.#proxy = proxy
    this.received = new ReceivedFile(place.file, events)
    this.steps = shuffled([...this.#kills(), ...this.#faults()])
  }

  async status(): Promise<Forwarder['status']> {
    const answer = await this.millrace.client.get(`/api/forwarders/${this.#id}`)
    return ((await answer.json()) as Forwarder).status // as the interface says
  }

  /** Reads what has arrived. Returns the number of events that arrived or are lost. */
  done(): number {
    return this.received.read() + this.lost
  }

  /** Sends the last event of a portion: once it arrives, what is missing of the portion is lost. */
  async endLossy(end: number): Promise<void> {
    await until('the other events of the portion', async () => (await this.status()).sent >= end - 1)
    await sendNumbered(this.millrace.client, [end - 1, end])
    await until('the last event of the portion', () => {
      this.received.read()
      return this.received.numbers.has(end - 1)
    })
    this.lost = end - this.received.numbers.count
  }

  sampleMemory(): void {
    if (this.millrace.ended !== undefined) return
    const { pid } = this.millrace
    this.memory.push({ group: residentBytes(pid), server: anonymousBytes(pid) })
  }

  async end(): Promise<void> {
    await this.millrace.remove()
    await this.#receiver?.kill()
    await this.#receiver?.remove?.()
    await this.#proxy.close()
  }

  #target(ca: string): ReturnType<Destination['target']> {
    return this.destination.target(this.#place, ca)
  }

  async #change(target: ReturnType<Destination['target']>): Promise<void> {
    const answer = await this.millrace.client.patch(`/api/forwarders/${this.#id}`, target)
    expect(answer.status, await answer.text()).toBe(200)
  }

  /** Sends events, and waits for the first one that arrives. */
  async #afterFirst({ from, send }: Portion): Promise<void> {
    send()
    await until('the next event', () => this.done() > from)
  }

  #kills(): Step[] {
    const ofService: Step = {
      name: 'the service was killed',
      isKill: true,
      run: async portion => {
        await this.#afterFirst(portion)
        await this.millrace.kill9()
        await this.millrace.restart()
        return undefined
      },
    }
    const { receiver, mayLose } = this.destination
    const ofReceiver: Step = {
      name: 'the receiver was killed',
      isKill: true,
      ...(mayLose && { mayLose }),
      run: async portion => {
        await this.#afterFirst(portion)
        await this.#receiver?.kill()
        await setTimeout(awayMs)
        if (this.#receiver?.restart) await this.#receiver.restart()
        else this.#receiver = await receiver?.(this.#place)
        return undefined
      },
    }
    const sides = receiver === undefined ? [ofService] : [ofService, ofReceiver]
    return Array.from({ length: kills }, (_, index) => sides[index % sides.length] ?? ofService)
  }

  #faults(): Step[] {
    const { receiver, isTls = false, answers = [], mayLose = false } = this.destination
    if (receiver === undefined || mayLose) return []
    const proxy = this.#proxy
    const restore = () => proxy.restore()
    const ca = readFileSync(tls.cert, 'utf8')
    const other = makeAuthority('Another authority').cert
    return [
      this.#fault('down', { begin: () => proxy.down(), end: () => proxy.up() }),
      this.#fault('slow', { begin: () => proxy.throttle(slowBytes), end: restore, isSlow: true }),
      this.#fault('refuses', { begin: () => proxy.refuse(), end: restore }),
      this.#fault('half-open', { begin: () => proxy.silence(), end: restore }),
      ...(isTls
        ? [
            this.#fault('TLS wrong', {
              begin: () => this.#change(this.#target(other)),
              end: () => this.#change(this.#target(ca)),
            }),
          ]
        : []),
      ...answers.map(one =>
        this.#fault(`answers: ${one}`, {
          begin: () => this.#receiver?.answer?.(one),
          end: () => this.#receiver?.answer?.('take'),
          isSlow: one === 'slow',
        }),
      ),
    ]
  }

  /**
   * A fault that lasts until the forwarder shows an error, or counts the portion as sent; `isSlow`: until
   * half of the portion has arrived.
   */
  #fault(
    name: string,
    {
      begin,
      end,
      isSlow = false,
    }: { begin: () => void | Promise<void>; end: () => void | Promise<void>; isSlow?: boolean },
  ): Step {
    const run = async ({ from, end: last, send }: Portion) => {
      const since = Date.now() / 1_000
      await begin()
      send()
      const shown = await until(`what ${this.destination.name} shows while: ${name}`, async () => {
        const { state, error, error_at, sent } = await this.status()
        if (error !== null && error_at !== null && error_at >= since) return `${state}: ${error}`
        const isOver = isSlow ? this.done() >= (from + last) / 2 : sent >= last
        return isOver && `${state}, no error`
      })
      const seconds = (Date.now() / 1_000 - since).toFixed(1)
      await end()
      return `${shown} (after ${seconds} s)`
    }
    return { name, run }
  }
}

test.each(chosen)('$name: kills and faults lose nothing', { timeout: 7_200_000 }, async destination => {
  const trial = await Trial.start(destination)
  const { received, steps } = trial
  const timer = setInterval(() => trial.sampleMemory(), 1_000)
  const since = performance.now()
  const portion = Math.floor(events / steps.length)
  let sending = Promise.resolve()
  try {
    for (const [index, step] of steps.entries()) {
      const end = index === steps.length - 1 ? events : portion * (index + 1)
      const from = portion * index
      const send = () => {
        sending = sendNumbered(trial.millrace.client, [from, step.mayLose ? end - 1 : end])
      }
      const shown = await step.run({ from, end, send })
      console.log(`${destination.name}, event ${from}: ${step.name}${shown ? `: ${shown}` : ''}`)
      await sending
      if (step.mayLose) await trial.endLossy(end)
      await until(`events after: ${step.name}`, () => trial.done() >= end)
    }
    await until('nothing to wait for', async () => {
      const { state, waiting } = await trial.status()
      return state === 'sending' && waiting === 0
    })
    received.read()
  } finally {
    clearInterval(timer)
    addRow(trial, (performance.now() - since) / 1_000)
    await trial.end()
  }
  const { missing, faults, late } = received.numbers
  if (trial.lost === 0) expect(missing).toEqual([])
  expect(faults).toEqual([])
  if (!destination.isUnordered) expect(late).toEqual([])
})

function addRow({ destination, received, steps, memory }: Trial, seconds: number): void {
  const mebibytes = (part: 'group' | 'server') => {
    const all = memory.map(sample => Math.round(sample[part] / 2 ** 20))
    return `${all[0]} / ${all.at(-1)} / ${Math.max(...all)}`
  }
  const killed = steps.filter(({ isKill }) => isKill).length
  table.push([
    ...[destination.name, String(events), String(killed), String(steps.length - killed)],
    ...[String(events - received.numbers.count), String(received.numbers.repeats), seconds.toFixed(0)],
    ...[mebibytes('group'), mebibytes('server')],
  ])
}

function markdown(): string {
  const head = [
    ...['destination', 'events', 'kills', 'faults', 'lost', 'repeats', 'seconds'],
    ...['MiB of all processes: start / end / peak', 'MiB of the server'],
  ]
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...table.map(line)].join('\n')
}

/** In an order that the seed decides. */
function shuffled(steps: readonly Step[]): Step[] {
  let state = seed
  const keyed = steps.map(step => {
    // The generator of Park and Miller.
    state = (state * 48_271) % 2_147_483_647
    return { step, key: state }
  })
  return keyed.sort((a, b) => a.key - b.key).map(({ step }) => step)
}
