import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { prepareSend, type SendOptions } from './prepare.ts'

const usual: SendOptions = {
  to: 'tcp://127.0.0.1:5514',
  host: 'here',
  program: '',
  rate: 0,
  connections: 2,
  batch: 100,
  idempotency: true,
  seed: 1,
  first: 1,
  variety: 10,
  patience: 60,
}

/** The first bytes that would be sent. */
async function firstBytes(options: Partial<SendOptions>): Promise<string> {
  const { supply } = await prepareSend([], { ...usual, template: 'storm', ...options })
  const batch = await supply.open().next(1)
  return batch?.bytes.toString('latin1', batch.starts[0], batch.ends[0]) ?? ''
}

const message = '%LINK-3-UPDOWN: Interface GigabitEthernet1/0/1, changed state to down'

test.each<[Partial<SendOptions>, RegExp]>([
  [{}, new RegExp(`^<187>1 20\\S+Z switch-1 ios - - - ${message}\\n$`)],
  [
    { as: 'bsd' },
    new RegExp(`^<187>[A-Z][a-z]{2} [ \\d]\\d \\d\\d:\\d\\d:\\d\\d switch-1 ios: ${message}\\n$`),
  ],
  [{ framing: 'octets' }, new RegExp(`^123 <187>1 .*${message}$`)],
  [{ to: 'tls://logs.example.com', as: 'rfc5424' }, /^123 <187>1 /],
  [{ to: 'unix:///run/log', as: 'gelf' }, /^\{"version":"1\.1".*\}\0$/],
  [{ to: 'udp://[::1]:514' }, new RegExp(`^<187>1 .*${message}$`)],
  [
    { as: 'json' },
    /^\{"ts":\d{10}\.\d{6},"host":"switch-1","program":"ios","severity":3,"facility":23,"message":"%LINK.*"\}\n$/,
  ],
  [{ to: 'http://127.0.0.1:8080' }, /^\{"ts":\d{10}\.\d{6},"host":"switch-1",.*\}$/],
  [
    { to: 'https://logs.example.com/x', as: 'elasticsearch' },
    /^\{"create":.*\}\n\{"@timestamp":"20\S+Z","host":"switch-1",.*\}$/,
  ],
])('%j', async (options, wanted) => {
  expect(await firstBytes(options)).toMatch(wanted)
})

test('a template with an unknown placeholder is refused before anything is sent', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-send-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const template = path.join(folder, 'events.yaml')
  writeFileSync(template, 'events: [{ host: fw-1, message: "{nothing}" }]')
  await expect(prepareSend([], { ...usual, template })).rejects.toThrow(
    'events.0.message: {nothing} is not a placeholder',
  )
})

test.each<[files: string[], options: Partial<SendOptions>, fault: string]>([
  [
    [],
    { template: 'mixed', to: 'localhost:514' },
    'the address must be udp://host:port, tcp://host:port, tls://host:port, unix:///path, http://host:port or https://host:port, not "localhost:514"',
  ],
  [[], { template: 'mixed', to: 'tcp://u@h:1/' }, 'the address must be'],
  [[], {}, 'give either files or a --template'],
  [['a'], { template: 'mixed' }, 'give either files or a --template'],
  [['/nowhere/a.log'], {}, "no such file or directory, access '/nowhere/a.log'"],
  [['-'], { loop: true }, '--loop cannot read standard input again'],
  [[], { template: 'mixed', to: 'udp://h', framing: 'lf' }, '--framing is for TCP, TLS and Unix sockets'],
  [
    [],
    { template: 'mixed', to: 'http://h', as: 'bsd' },
    'over HTTP --as is one of incoming, raw, gelf, elasticsearch',
  ],
  [[], { template: 'mixed', as: 'raw' }, 'over tcp --as is one of line, rfc5424, bsd, json, gelf'],
  [[], { template: 'mixed', as: 'line' }, '--as line is for files'],
  [
    ['package.json'],
    { as: 'line', now: true },
    'lines that are sent as they are (--as line) have no columns and keep their time stamps',
  ],
  [['package.json'], { ca: '/nowhere/ca.pem', to: 'tls://h' }, 'ENOENT'],
])('%j %j: %s', async (files, options, fault) => {
  await expect(prepareSend(files, { ...usual, ...options })).rejects.toThrow(fault)
})

test('bodies of our own forms have keys, unless switched off; others have none', async () => {
  const keys = async (options: Partial<SendOptions>) =>
    (await prepareSend([], { ...usual, template: 'mixed', to: 'http://h', ...options })).plan.body?.keys
  expect(await keys({})).toBe(true)
  expect(await keys({ as: 'raw' })).toBe(true)
  expect(await keys({ idempotency: false })).toBe(false)
  expect(await keys({ as: 'gelf' })).toBe(false)
})
