import { Connection } from '../send/over-stream.ts'
import { sleepUntil } from '../send/rate-limiter.ts'
import { demoLines } from './stream.ts'

/** Seconds of past logs that the demo sends at its first start, so that the page has data at once. */
const backlogSeconds = 3_600
/** Seconds of logs in one write. */
const chunkSeconds = 60
const timeoutMs = 60_000
const retryMs = 1_000

/**
 * Sends the demo's logs to a syslog TCP port as a device would: at the first start the last hour, then each
 * second in real time. Returns a function that stops it.
 */
export function feedDemo(
  address: { host: string; port: number },
  isFirstStart: boolean,
  log: (message: string) => void,
): () => void {
  const ended = new AbortController()
  const { signal } = ended
  const target = { kind: 'tcp', host: localAddress(address.host), port: address.port } as const
  const begun = Math.floor(Date.now() / 1000) - (isFirstStart ? backlogSeconds : 0)
  let next = 0
  let connection: Connection | undefined

  const write = async (to: Connection) => {
    while (!signal.aborted) {
      const due = Math.floor(Date.now() / 1000) - begun
      const until = Math.min(due, next + chunkSeconds)
      let lines = ''
      for (; next < until; next++) lines += `${demoLines(next, begun + next).join('\n')}\n`
      if (lines !== '') await to.write(Buffer.from(lines))
      if (next >= due) await sleepUntil(performance.now() + 1_000 - (Date.now() % 1000), signal)
    }
  }

  const feed = async () => {
    while (!signal.aborted) {
      try {
        connection = await Connection.open({ target, tls: {}, timeoutMs })
        await write(connection)
      } catch (error) {
        if (!signal.aborted)
          log(`the demo's connection failed: ${error instanceof Error ? error.message : error}`)
      }
      await sleepUntil(performance.now() + retryMs, signal)
    }
  }

  void feed()
  return () => {
    ended.abort()
    connection?.destroy()
  }
}

/** The address at which a local client reaches a listener. */
function localAddress(host: string): string {
  return host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
}
