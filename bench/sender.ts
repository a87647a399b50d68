/** A sender of log events, in a process of its own: `node bench/sender.ts '<an Order as JSON>'`. See ingest/order.ts. */
import { createSocket } from 'node:dgram'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { Block, incomingEvents, syslogDatagrams, syslogLines } from './ingest/block.ts'
import type { Order, Sent } from './ingest/order.ts'

const linesAtOnce = 500
const eventsOfBody = 1_000
const tickMillis = 2

// ingest/run-sender.ts writes it.
const order = JSON.parse(process.argv[2] ?? '{}') as Order
let sent = 0
let putOff = 0
const started = performance.now()
const deadline = started + order.seconds * 1_000

const ways = { tcp: sendTcp, udp: sendUdp, incoming: sendIncoming }
await ways[order.way]()
const { user, system } = process.cpuUsage()
const result: Sent = {
  events: sent,
  seconds: (performance.now() - started) / 1_000,
  putOff,
  cpu: (user + system) / 1e6,
}
console.log(JSON.stringify(result))
process.exit(0)

/** How many events may be sent now, at most `most`; with a rate it waits until there is one. 0 when the time is over. */
async function due(most: number): Promise<number> {
  for (;;) {
    const now = performance.now()
    if (now >= deadline) return 0
    if (order.rate === 0) return most
    const owed = Math.floor(((now - started) / 1_000) * order.rate) - sent
    if (owed > 0) return Math.min(owed, most)
    await setTimeout(tickMillis)
  }
}

async function sendTcp(): Promise<void> {
  await Promise.all(
    Array.from({ length: order.connections }, async () => {
      const socket = connect(order.port, order.host)
      const closed = new Promise<void>((resolve, reject) => {
        socket.once('close', () => resolve())
        socket.once('error', reject)
      })
      const block = new Block(syslogLines, linesAtOnce)
      for (let lines = await due(linesAtOnce); lines > 0; lines = await due(linesAtOnce)) {
        block.stamp(order.first + sent)
        sent += lines
        await written(socket, block.bytes.subarray(0, block.starts[lines]))
      }
      socket.end()
      // Nothing comes back; unread, the end of the other side would not be seen.
      socket.resume()
      await closed
    }),
  )
}

/** Resolves when the kernel has taken the bytes: they may then be overwritten. */
function written(socket: Socket, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => socket.write(bytes, error => (error ? reject(error) : resolve())))
}

async function sendUdp(): Promise<void> {
  const socket = createSocket('udp4')
  await new Promise<void>(resolve => socket.connect(order.port, order.host, resolve))
  // Used in turn: what is still on its way is not overwritten.
  const blocks = Array.from({ length: 4 }, () => new Block(syslogDatagrams, linesAtOnce))
  for (let turn = 0; ; turn++) {
    const lines = await due(linesAtOnce)
    const block = blocks[turn % blocks.length]
    if (lines === 0 || block === undefined) break
    block.stamp(order.first + sent)
    sent += lines
    await new Promise<void>((resolve, reject) => {
      let left = lines
      for (let i = 0; i < lines; i++) {
        const start = block.starts[i] ?? 0
        socket.send(block.bytes, start, (block.starts[i + 1] ?? start) - start, error => {
          if (error) reject(error)
          else if (--left === 0) resolve()
        })
      }
    })
  }
  socket.close()
}

async function sendIncoming(): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: order.connections })
  await Promise.all(
    Array.from({ length: order.connections }, async () => {
      const block = new Block(incomingEvents, eventsOfBody, '{"events":[', ',', ']}')
      while ((await due(eventsOfBody)) > 0) {
        block.stamp(order.first + sent)
        sent += eventsOfBody
        while (!(await posted(agent, block.bytes))) putOff++
      }
    }),
  )
  agent.destroy()
}

/** True when it was taken; false, after the wait that was asked for, when it is to be sent again. */
function posted(agent: Agent, body: Uint8Array): Promise<boolean> {
  const { host, port, token } = order
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `token ${token}`,
      'content-type': 'application/json',
      'content-length': body.length,
    }
    const asked = request({ agent, host, port, path: '/incoming', method: 'POST', headers }, answer => {
      answer.resume()
      answer.once('end', () => {
        const wait = Number(answer.headers['retry-after'] ?? 1) * 1_000
        if (answer.statusCode === 200) resolve(true)
        else if (answer.statusCode === 429 || answer.statusCode === 503) {
          globalThis.setTimeout(() => resolve(false), wait)
        } else reject(new Error(`POST /incoming was answered ${answer.statusCode}`))
      })
    })
    asked.once('error', reject)
    asked.end(body)
  })
}
