import { connect, type Socket } from 'node:net'
import { DemoStream } from './stream.ts'

/** How much of the past the demo brings along at its first start, seconds: the page has something to draw at once. */
const pastOfFirst = 3_600
/** Seconds of the past that are written before looking whether the service keeps up. */
const chunk = 60

/**
 * Feeds the demo's logs through a syslog TCP port as a real device would: at the first start the last hour, then each second
 * as it passes. Returns a function that ends it.
 */
export function feedDemo(
  address: { host: string; port: number },
  first: boolean,
  log: (message: string) => void,
): () => void {
  const stream = new DemoStream()
  const begun = Math.floor(Date.now() / 1000) - (first ? pastOfFirst : 0)
  let next = 0
  let ended = false
  let timer: NodeJS.Timeout | undefined
  let socket: Socket | undefined

  const open = () => {
    socket = connect(address.port, reachable(address.host))
    socket.setNoDelay(true)
    socket.on('connect', () => void run())
    socket.on('error', error => log(`the demo's connection failed: ${error.message}`))
    socket.on('close', () => {
      clearTimeout(timer)
      if (!ended) timer = setTimeout(open, 1_000)
    })
  }

  const run = async () => {
    while (!ended && socket?.writable) {
      const due = Math.floor(Date.now() / 1000) - begun
      const until = Math.min(due, next + chunk)
      let lines = ''
      for (; next < until; next++) lines += `${stream.linesOf(next, begun + next).join('\n')}\n`
      if (lines !== '' && !socket.write(lines)) await drained(socket)
      if (next >= due) {
        timer = setTimeout(run, 1_000 - (Date.now() % 1000))
        return
      }
    }
  }

  open()
  return () => {
    ended = true
    clearTimeout(timer)
    socket?.destroy()
  }
}

/** A listener on all addresses is reached by the local one. */
function reachable(host: string): string {
  return host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
}

function drained(socket: Socket): Promise<void> {
  return new Promise(resolve => {
    socket.once('drain', resolve)
    socket.once('close', resolve)
  })
}
