import type { BodyFormat } from './formats.ts'
import { HttpSender } from './over-http.ts'
import { sendOverStream, type TlsFiles } from './over-stream.ts'
import { sendOverUdp } from './over-udp.ts'
import { RateLimiter } from './rate-limiter.ts'
import { SendCounters } from './send-counters.ts'
import type { EventSupply } from './supply.ts'
import type { Target } from './target.ts'

/** Target, format and rate of sending. */
export interface SendPlan {
  target: Target
  /** Only for HTTP; see `HttpOptions`. */
  body?: { format: BodyFormat; token: string | undefined; batch: number; keys: boolean }
  tls: TlsFiles
  connections: number
  /** Events per second over all connections; 0 = no limit. */
  rate: number
  /** Maximum number of events; Infinity for no limit. */
  count: number
  /** Maximum duration; Infinity for no limit. */
  seconds: number
  /** Time without progress after which it gives up. */
  timeoutMs: number
}

/** What was sent, in how much time, and why it ended early. */
export interface Outcome {
  counters: SendCounters
  /** Time from the first connection until the last answer, or until the other side closed. */
  seconds: number
  /** Why sending ended early. */
  error: Error | undefined
}

/** Sends the events of a supply and closes it. Never throws: the outcome contains the error. */
export async function send(supply: EventSupply, plan: SendPlan, signal: AbortSignal): Promise<Outcome> {
  const counters = new SendCounters()
  const stop = new AbortController()
  const ended = AbortSignal.any([signal, stop.signal])
  const { target, tls, connections, rate, count, timeoutMs, body } = plan
  // Otherwise a connection could wait for events of an idle standard input.
  ended.addEventListener('abort', () => void supply.close())
  const limiter = new RateLimiter({ rate, count, seconds: plan.seconds, signal: ended })
  const http =
    target.kind === 'http' && body !== undefined
      ? new HttpSender({ ...body, url: target.url, tls, connections, timeoutMs }, counters)
      : undefined
  let error: Error | undefined
  const sources = Array.from({ length: connections }, () => supply.open())
  const begun = performance.now()
  await Promise.all(
    sources.map(async source => {
      try {
        if (http !== undefined) await http.send(source, limiter, ended)
        else if (target.kind === 'udp') await sendOverUdp(source, limiter, counters, target)
        else if (target.kind !== 'http')
          await sendOverStream(source, limiter, counters, { target, tls, timeoutMs })
      } catch (fault) {
        error ??= fault instanceof Error ? fault : new Error(String(fault))
        stop.abort()
      }
    }),
  )
  const seconds = (performance.now() - begun) / 1_000
  http?.close()
  await supply.close()
  return { counters, seconds, error }
}
