import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../src/storage/testing/free-port.ts'
import { makeCertificate } from '../testing/certificate.ts'
import { Client } from '../testing/client.ts'
import { Millrace } from '../testing/millrace.ts'
import { programPath, run } from '../testing/programs.ts'
import { recipe, triedRecipes } from '../testing/recipes.ts'
import { Rsyslog } from '../testing/rsyslog.ts'
import { SyslogNg } from '../testing/syslog-ng.ts'
import { until } from '../testing/until.ts'

/**
 * Tests the configuration from docs/sending-logs.md: the blocks are taken from the document and passed to the
 * programs.
 */
const lines = 300
const rsyslog = ['rsyslog-tcp', 'rsyslog-tls', 'rsyslog-udp', 'rsyslog-elasticsearch']
const syslogNg = ['syslog-ng-tcp', 'syslog-ng-tls', 'syslog-ng-udp', 'syslog-ng-incoming', 'syslog-ng-hec']
/** Endpoints of log shippers, tested with curl. */
const curls = ['elasticsearch', 'otlp', 'loki', 'splunk']
const others = [
  'logger',
  'python',
  'nginx',
  'haproxy',
  'curl',
  'curl-gelf',
  ...curls.map(name => `curl-${name}`),
]

let folder: string
let caFile: string
let millrace: Millrace
let client: Client
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'millrace-recipes-'))
  const { cert, key } = await makeCertificate(folder)
  caFile = cert
  millrace = await Millrace.start({
    MILLRACE_SYSLOG_TLS: '127.0.0.1:0',
    MILLRACE_SYSLOG_TLS_CERT: cert,
    MILLRACE_SYSLOG_TLS_KEY: key,
  })
  client = new Client(millrace)
})
afterAll(async () => {
  await millrace.remove()
  rmSync(folder, { recursive: true })
})

test('every block that the document says is tried is tried here', () => {
  expect([...triedRecipes].sort()).toEqual([...rsyslog, ...syslogNg, ...others].sort())
})

test.each(rsyslog)('%s: every message once, with its fields', name =>
  relayed(name, block => Rsyslog.start(block)),
)

test.each(syslogNg)('%s: every message once, with its fields', name =>
  relayed(name, block => SyslogNg.start(block)),
)

test('logger', async () => {
  await shell(recipe('logger', millrace))
  expect(await only('"disk is full"')).toMatchObject({
    program: 'backup',
    facility_name: 'LOCAL0',
    severity_name: 'ERROR',
  })
})

test('the logging module of Python', async () => {
  await run('python3', ['-'], recipe('python', millrace))
  expect(await only('"order 1042"')).toMatchObject({
    program: 'orders',
    facility_name: 'USER',
    severity_name: 'ERROR',
    message: expect.stringMatching(/^payment failed for order 1042/),
  })
})

test('nginx: its access log and its error log', async () => {
  const block = recipe('nginx', millrace)
  const port = await freePort()
  const config = path.join(folder, 'nginx.conf')
  writeFileSync(
    config,
    `daemon off; pid ${folder}/nginx.pid; error_log stderr;
     events {}
     http {
       ${block}
       ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(name => `${name}_temp_path ${folder}/${name};`).join(' ')}
       server { listen 127.0.0.1:${port}; root ${folder}; }
     }`,
  )
  await whileRunning('nginx', ['-p', folder, '-e', 'stderr', '-c', config], async () => {
    await asked(`http://127.0.0.1:${port}/nginxrecipe`)
    expect(await only('nginxrecipe GET "Mozilla/5.0 recipe"')).toMatchObject({
      program: 'nginx',
      facility_name: 'LOCAL7',
      severity_name: 'INFO',
    })
    expect(await only('nginxrecipe failed')).toMatchObject({
      program: 'nginx',
      severity_name: 'ERROR',
    })
  })
})

test('haproxy', async () => {
  const port = await freePort()
  const config = path.join(folder, 'haproxy.cfg')
  writeFileSync(config, `${recipe('haproxy', millrace)}\nlisten all\n  bind 127.0.0.1:${port}\n`)
  await whileRunning('haproxy', ['-f', config], async () => {
    await asked(`http://127.0.0.1:${port}/haproxyrecipe`)
    expect(await only('haproxyrecipe')).toMatchObject({
      program: 'haproxy',
      facility_name: 'LOCAL0',
      message: expect.stringContaining('GET /haproxyrecipe HTTP/1.1'),
    })
  })
})

test('curl', async () => {
  await shell(recipe('curl', millrace))
  expect(await only('"GET /" !nginxrecipe !haproxyrecipe')).toMatchObject({
    host: 'web-1',
    program: 'nginx',
    severity_name: 'INFO',
    user_tags: { Site: 'A' },
  })
  await shell(recipe('curl-gelf', millrace))
  expect(await only('Failed !payment !nginxrecipe')).toMatchObject({
    host: 'web-1',
    severity_name: 'ERROR',
    message: 'Failed',
  })
})

test.each(curls)('curl as shippers of %s', async name => {
  await shell(recipe(`curl-${name}`, millrace))
  const word = { elasticsearch: 'bulk', otlp: 'otlp', loki: 'loki', splunk: 'hec' }[name]
  expect(await only(`"${word} went in"`)).toMatchObject({
    host: 'web-1',
    program: 'shop',
    severity_name: 'WARNING',
  })
})

test('events pushed as to Loki are read as from Loki', async () => {
  const ask = async (path: string, query: string) => {
    const answer = await client.get(`/loki/api/v1/${path}?${new URLSearchParams({ query })}`)
    expect(answer.status).toBe(200)
    return await answer.json()
  }
  const selection = '{program="shop"} |= "loki went in"'
  expect(await ask('query_range', selection)).toMatchObject({
    data: {
      resultType: 'streams',
      result: [
        {
          stream: { host: 'web-1', severity: 'warning', detected_level: 'warn' },
          values: [[expect.stringMatching(/^\d{19}$/), 'loki went in']],
        },
      ],
    },
  })
  expect(await ask('query', `sum by (host) (count_over_time(${selection} [10m]))`)).toMatchObject({
    data: { result: [{ metric: { host: 'web-1' }, value: [expect.any(Number), '1'] }] },
  })
})

/**
 * Sends messages to a relay with this block as its configuration; all must arrive, once, with their fields.
 */
async function relayed(
  name: string,
  start: (block: string) => Promise<{ socket: string; stop(): Promise<void> }>,
): Promise<void> {
  const word = `recipe${name.replaceAll('-', '')}`
  const messages = Array.from({ length: lines }, (_, i) => `${word} message ${i} of "many"`)
  const relay = await start(recipe(name, millrace, caFile))
  try {
    const to = ['--socket', relay.socket, '--tag', 'relayed', '--priority', 'daemon.err']
    await run('logger', to, messages.join('\n'))
    await until(`${lines} messages of ${name}`, async () => (await client.count(word)).events >= lines)
  } finally {
    await relay.stop()
  }
  const events = await client.events(word)
  expect(events.map(({ message }) => message).sort()).toEqual(messages.sort())
  for (const event of events) {
    expect(event).toMatchObject({
      program: 'relayed',
      facility_name: 'DAEMON',
      severity_name: 'ERROR',
      counter: 1,
    })
    expect(event.host).not.toBe('127.0.0.1')
  }
}

/** The only event that a message search finds, once there is one. */
async function only(qp: string) {
  const events = await until(`an event of ${qp}`, async () => {
    const found = await client.events(qp)
    return found.length > 0 && found
  })
  expect(events.length).toBe(1)
  return events[0]
}

function shell(script: string): Promise<void> {
  return run('sh', ['-euc', script])
}

/** A request for a missing resource, repeated until a process listens. */
async function asked(url: string): Promise<void> {
  await until(`an answer of ${url}`, () =>
    fetch(url, { headers: { 'user-agent': 'Mozilla/5.0 recipe' } }).then(
      answer => answer.status >= 400,
      () => false,
    ),
  )
}

async function whileRunning(name: string, args: readonly string[], work: () => Promise<void>): Promise<void> {
  const child: ChildProcess = spawn(programPath(name), args, { stdio: 'ignore' })
  const ended = once(child, 'exit')
  try {
    await work()
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}
