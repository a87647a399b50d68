import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type NetConnectOpts } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../src/storage/testing/free-port.ts'
import { Client } from '../testing/client.ts'
import { Millrace } from '../testing/millrace.ts'
import { programPath } from '../testing/programs.ts'
import { until } from '../testing/until.ts'

/** A sender that is not 127.0.0.1: all of 127.0.0.0/8 is this machine. */
const sender = '127.0.0.42'
const folder = mkdtempSync(path.join(tmpdir(), 'millrace-listeners-'))
const file = path.join(folder, 'listeners.yaml')
const socketPath = path.join(folder, 'log')

let millrace: Millrace
let client: Client
beforeAll(async () => {
  writeFileSync(
    file,
    `listeners:
  - {name: proxied, kind: syslog-tcp, host: 127.0.0.1, port: 0, proxy_protocol: required, trusted_proxies: [127.0.0.1]}
  - {name: json, kind: json-tcp, host: 127.0.0.1, port: 0, tags: {site: lab}}
  - {name: local, kind: syslog-unix, path: ${socketPath}}
  - {name: closed, kind: syslog-tcp, host: 127.0.0.1, port: 0, allow: [192.0.2.0/24]}
`,
  )
  millrace = await Millrace.start({ MILLRACE_LISTENERS: file })
  client = new Client(millrace)
})
afterAll(async () => {
  await millrace.remove()
  rmSync(folder, { recursive: true })
})

async function send(to: NetConnectOpts, text: string): Promise<void> {
  const socket = connect(to)
  socket.on('error', () => {})
  const closed = new Promise(resolve => socket.once('close', resolve))
  socket.end(text)
  socket.resume()
  await closed
}

function isAnswered(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const probe = connect(port, '127.0.0.1')
    probe.once('connect', () => {
      probe.destroy()
      resolve(true)
    })
    probe.once('error', () => resolve(false))
  })
}

async function eventOf(word: string) {
  await until(word, async () => (await client.count(word)).events === 1)
  const [event] = await client.events(word)
  return event
}

test.each(['send-proxy', 'send-proxy-v2'])('behind haproxy with %s the sender is kept', async form => {
  const port = await freePort()
  const config = path.join(folder, `${form}.cfg`)
  writeFileSync(
    config,
    `defaults
  mode tcp
  timeout connect 5s
  timeout client 60s
  timeout server 60s
listen syslog
  bind 127.0.0.1:${port}
  server millrace 127.0.0.1:${millrace.address('proxied').port} ${form}
`,
  )
  const haproxy: ChildProcess = spawn(programPath('haproxy'), ['-f', config, '-db'], { stdio: 'ignore' })
  const ended = once(haproxy, 'exit')
  const word = `through${form.replaceAll('-', '')}`
  try {
    await until('haproxy', () => isAnswered(port))
    await send({ port, host: '127.0.0.1', localAddress: sender }, `<13>app: ${word}\n`)
    expect(await eventOf(word)).toMatchObject({ host: sender, program: 'app' })
  } finally {
    haproxy.kill()
    await ended
  }
})

test('each listener of the file is what it says', async () => {
  await send(millrace.address('json'), '{"message": "inonejsonline", "host": "web-1", "level": "warn"}\n')
  expect(await eventOf('inonejsonline')).toMatchObject({
    host: 'web-1',
    severity_name: 'WARNING',
    user_tags: { site: 'lab' },
  })
  await send({ path: socketPath }, '<13>app: fromthismachine\n')
  expect(await eventOf('fromthismachine')).toMatchObject({ host: hostname() })
  await send(millrace.address('closed'), '<13>app: notontheList\n')
  expect((await client.count('notonthelist')).events).toBe(0)
})

test('a file with faults starts nothing, and every fault is reported', async () => {
  const bad = path.join(folder, 'bad.yaml')
  writeFileSync(
    bad,
    'listeners:\n  - name: a\n    kind: syslog-tcp\n    port: 70000\n  - name: b\n    kind: morse\n',
  )
  const start = Millrace.start({ MILLRACE_LISTENERS: bad })
  await expect(start).rejects.toThrow(
    /bad\.yaml:4: listeners\[0\]\.port: expected a whole number from 0 to 65535, not 70000\n.*bad\.yaml:6: listeners\[1\]\.kind: expected one of /,
  )
})
