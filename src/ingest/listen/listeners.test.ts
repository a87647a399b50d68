import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { lstatSync, mkdirSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { hostname } from 'node:os'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { eventually } from '../../testing/until.ts'
import { readRuleFile } from '../rules/read-file.ts'
import { TestListeners } from './testing/test-listeners.ts'

let opened: TestListeners
beforeEach(() => {
  opened = new TestListeners()
})
afterEach(() => opened.close())

const received = (events: number) => eventually(async () => (await opened.counters()).received).toBe(events)
const turnedAway = async () => (await opened.counters()).turnedAway

describe('kinds', () => {
  it('json-tcp understands what it knows, and keeps what is no object as a raw line', async () => {
    await opened.listen([{ kind: 'json-tcp' }])
    await opened.send(
      '{"message": "paid", "host": "web-1", "program": "shop", "level": "error", "user_tags": {"user": "ana"}}\r\n',
      '{"odd": 1}\n{not json\n["a list"]\n\n{"message": "without an end"}',
    )
    await received(5)
    const rows = await opened.rows()
    expect(rows.map(row => [row.message, row.host, row.program, row.severity, row.type, row.tags])).toEqual([
      ['paid', 'web-1', 'shop', 3, 1, { user: 'ana' }],
      ['{"odd":1}', '127.0.0.1', '', 6, 1, {}],
      ['{not json', '127.0.0.1', '', 5, 0, {}],
      ['["a list"]', '127.0.0.1', '', 5, 0, {}],
      ['without an end', '127.0.0.1', '', 6, 1, {}],
    ])
  })

  it('syslog-tcp loses nothing by a wrong octet count', async () => {
    await opened.listen([{ kind: 'syslog-tcp' }])
    const frame = (text: string): string => `<13>1 - web-1 app - - - ${text}`
    const counted = (text: string): string => `${Buffer.byteLength(text)} ${text}`
    const right = Array.from({ length: 300 }, (_, i) => frame(`event ${i}`))
    // Counted in characters.
    const damaged = frame('größer als öfter')
    const socket = await opened.connect(`${damaged.length} ${damaged}`, right.map(counted).join(''))
    await received(301)
    const rows = await opened.rows()
    expect(rows.map(row => row.message)).toEqual(['größer als öfter', ...right.map((_, i) => `event ${i}`)])
    expect((await opened.counters()).frameErrors).toBe(1)
    socket.destroy()
  })

  it('raw-tcp looks into nothing, and cuts long lines between characters', async () => {
    await opened.listen([{ kind: 'raw-tcp', maxFrameBytes: 20 }])
    await opened.send(`<13>Jan  1 00:00:00 a b: c\n5 <13>a\r\n\r\n${'é'.repeat(11)}\nend`)
    await received(4)
    const rows = await opened.rows()
    expect(rows.map(row => [row.message, row.program, row.type])).toEqual([
      ['<13>Jan  1 00:00:00 ', '', 0],
      ['5 <13>a', '', 0],
      ['é'.repeat(10), '', 0],
      ['end', '', 0],
    ])
    expect((await opened.counters()).truncated).toBe(2)
  })

  it.each([
    ['raw-tcp', 'x'.repeat(1_000_000), 1_000_000],
    ['syslog-tcp', `<13>Jan  1 00:00:00 a b: ${'x'.repeat(1_000_000)}`, 1_000_025],
    ['json-tcp', `{"message": "${'x'.repeat(70_000)}"}`, 70_015],
  ] as const)('%s says of a line that it cut how long it was', async (kind, line, bytes) => {
    await opened.listen([{ kind }])
    await opened.send(`${line}\nwhole\n`)
    await received(2)
    const [cut, whole] = await opened.rows()
    expect(cut?.message.length).toBeLessThanOrEqual(65_536)
    expect(cut?.tags).toEqual({ truncated_from: String(bytes) })
    expect(whole?.tags).toEqual({})
    expect((await opened.counters()).truncated).toBe(1)
  })

  it('json-tcp takes no member of a line for a sign that it was cut', async () => {
    await opened.listen([{ kind: 'json-tcp' }])
    await opened.send('{"message": "m", "truncated": true}\n')
    await received(1)
    expect((await opened.rows())[0]?.tags).toEqual({})
    expect((await opened.counters()).truncated).toBe(0)
  })

  it('raw-udp takes a datagram as it is', async () => {
    await opened.listen([{ kind: 'raw-udp' }])
    await opened.datagrams('<34>one\nof two lines\n', '\n', 'two')
    await received(2)
    expect(await opened.messages()).toEqual(['<34>one\nof two lines', 'two'])
  })

  it('syslog-unix has this machine as host, permissions as asked for, and replaces a socket that was left', async () => {
    const file = path.join(opened.folder, 'log')
    // The state after kill -9: the file exists, but no process listens.
    const killed = createServer().listen(`${file}.1`)
    await once(killed, 'listening')
    renameSync(`${file}.1`, file)
    killed.close()
    await once(killed, 'close')
    await opened.listen([{ kind: 'syslog-unix', address: { path: file, mode: 0o600 } }])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(opened.at().path).toBe(file)
    await opened.send('<13>app: from here\n')
    await received(1)
    expect((await opened.rows()).map(({ host, message }) => [host, message])).toEqual([
      [hostname(), 'from here'],
    ])
  })

  it('syslog-unix takes no socket away from a process that listens', async () => {
    const file = path.join(opened.folder, 'log')
    const other = createServer().listen(file)
    await once(other, 'listening')
    const address = { path: file, mode: 0o600 }
    await expect(opened.listen([{ kind: 'syslog-unix', address }])).rejects.toThrow(
      /^The listener it cannot listen: .*EADDRINUSE/,
    )
    other.close()
  })
})

describe('syslog-unix replaces a socket alone', () => {
  it.each([
    ['a file', (place: string) => writeFileSync(place, 'precious')],
    ['an empty file', (place: string) => writeFileSync(place, '')],
    ['a folder', (place: string) => mkdirSync(place)],
    ['a link to a file', (place: string) => symlinkSync(path.join(opened.folder, 'precious'), place)],
  ])('not %s', async (_, put) => {
    const place = path.join(opened.folder, 'log')
    writeFileSync(path.join(opened.folder, 'precious'), 'precious')
    put(place)
    const before = lstatSync(place)
    await expect(
      opened.listen([{ kind: 'syslog-unix', address: { path: place, mode: 0o600 } }]),
    ).rejects.toThrow(`The listener it cannot listen: ${place} already exists, and is not a socket`)
    const after = lstatSync(place)
    expect([after.ino, after.size, after.mode, after.mtimeMs]).toEqual([
      before.ino,
      before.size,
      before.mode,
      before.mtimeMs,
    ])
  })
})

describe('an override of a listener', () => {
  it('goes before what they say themselves', async () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a template of rules
    const rule = { match: { field: 'program', value: 'pix' }, tag: { seen: '${extra:_source_tag}' } }
    const read = readRuleFile('r.yaml', { rewrite_rules: [rule] })
    if ('faults' in read) throw new Error(JSON.stringify(read.faults))
    const marks = { program: 'pix', tags: { site: 'dmz' }, sourceTag: 'outside' }
    await opened.listen([{ kind: 'syslog-tcp', timezone: 'America/New_York', ...marks }], {
      tolerance: { backMicros: 1e16, aheadMicros: 2_000_000 },
      rules: [read.file],
    })
    await opened.send('<34>2026-01-10 12:00:00 gw su: at noon\n')
    await received(1)
    const [row] = await opened.rows()
    expect(row).toMatchObject({
      host: 'gw',
      program: 'pix',
      message: 'at noon',
      tags: { site: 'dmz', seen: 'outside' },
    })
    expect(new Date((row?.ts ?? 0) / 1_000).toISOString()).toBe('2026-01-10T17:00:00.000Z')
  })
})

it.each(['syslog-tcp', 'syslog-udp'] as const)(
  '%s keeps the address of a sender in a tag where that is wanted, whatever host a line names',
  async kind => {
    await opened.listen([{ kind, senderTag: 'Sender' }])
    if (kind === 'syslog-udp') await opened.datagrams('<34>Jan  1 00:00:00 gw su: a')
    else await opened.send('<34>Jan  1 00:00:00 gw su: a\n')
    await received(1)
    expect((await opened.rows()).map(({ host, tags }) => [host, { ...tags }])).toEqual([
      ['gw', { Sender: '127.0.0.1' }],
    ])
  },
)

describe('allowed senders', () => {
  it.each([
    ['syslog-tcp', ['10.0.0.0/8', '::1'], ['127.0.0.0/8']],
    ['syslog-udp', ['10.0.0.0/8', '::1'], ['::ffff:127.0.0.1']],
  ] as const)('%s takes only from senders on its list', async (kind, others, own) => {
    await opened.listen([{ kind, allow: others }])
    if (kind === 'syslog-udp') await opened.datagrams('<13>app: no', '<13>app: neither')
    else await opened.send('<13>app: no\n')
    await eventually(async () => {
      const { refusals, turnedAway } = await opened.counters()
      return kind === 'syslog-udp' ? refusals.not_allowed === 2 : turnedAway.not_allowed === 1
    }).toBe(true)
    expect(await opened.messages()).toEqual([])
    await opened.close()
    opened = await new TestListeners().listen([{ kind, allow: own }])
    if (kind === 'syslog-udp') await opened.datagrams('<13>app: yes')
    else await opened.send('<13>app: yes\n')
    await received(1)
    expect(await opened.messages()).toEqual(['yes'])
  })

  it('has a limited number of connections, in all and of one listener', async () => {
    await opened.listen([{ kind: 'syslog-tcp', maxConnections: 2 }], {
      tcp: { maxConnections: 3, idleTimeoutMs: 60_000, firstByteTimeoutMs: 60_000 },
    })
    const first = await opened.connect()
    await opened.connect()
    await eventually(async () => (await opened.counters()).connections).toBe(2)
    await opened.send('<13>app: too many\n')
    expect(await turnedAway()).toEqual({ connections: 1 })
    first.destroy()
    await eventually(async () => (await opened.counters()).connections).toBe(1)
    await opened.send('<13>app: fits again\n')
    await received(1)
  })

  it('has a limited number of connections of one sender', async () => {
    await opened.listen([{ kind: 'syslog-tcp', maxConnectionsPerSender: 1 }])
    await opened.connect('<13>app: one\n')
    await received(1)
    await opened.send('<13>app: two\n')
    expect(await turnedAway()).toEqual({ connections: 1 })
    expect(await opened.messages()).toEqual(['one'])
  })

  it.each([
    ['by default a tenth of all', 110, undefined, undefined, 11],
    ['by default ten where a tenth is fewer', 20, undefined, undefined, 10],
    ['as many as the settings say', 110, 3, undefined, 3],
    ['as many as the listener says', 110, 3, 5, 5],
  ])('has connections of one address: %s', async (_, maxConnections, perAddress, ofListener, fitting) => {
    const timeouts = { idleTimeoutMs: 60_000, firstByteTimeoutMs: 60_000 }
    const listener = { kind: 'syslog-tcp', maxConnectionsPerSender: ofListener } as const
    const tcp = { maxConnections, maxConnectionsPerSender: perAddress, ...timeouts }
    await opened.listen([listener], { tcp })
    for (let count = 0; count < fitting; count++) await opened.connect('<13>app: one\n')
    await received(fitting)
    for (let count = 0; count < 2; count++) await opened.send('<13>app: refused\n')
    expect(await turnedAway()).toEqual({ connections: 2 })
    const maxName = ofListener ? 'max_connections_per_sender' : 'MILLRACE_SYSLOG_MAX_PER_ADDRESS'
    const refused = '1 connection was refused, the last one of 127.0.0.1, which has'
    const text = `${refused} ${fitting} open; the maximum is ${maxName}`
    expect(opened.warnings).toEqual([expect.stringContaining(text)])
  })

  it('takes a limited number of datagrams of a sender in a second', async () => {
    await opened.listen([{ kind: 'syslog-udp', maxRatePerSender: 3 }])
    const lines = Array.from({ length: 10 }, (_, i) => `<13>app: line ${i}`)
    const second = Math.ceil(performance.now() / 1_000) * 1_000
    const clock = vi.spyOn(performance, 'now').mockReturnValue(second)
    onTestFinished(() => clock.mockRestore())
    await opened.datagrams(...lines)
    await received(10)
    expect((await opened.counters()).refusals).toEqual({ rate: 7 })
    clock.mockReturnValue(second + 1_000)
    await opened.datagrams(...lines)
    await received(20)
    expect((await opened.counters()).refusals).toEqual({ rate: 14 })
  })

  it('gives a sender no new second for senders that are made up', async () => {
    const count = 10_000
    await opened.listen([{ kind: 'syslog-udp', maxRatePerSender: 3 }])
    const { host, port } = opened.at()
    const from = async (address: string, datagrams: number): Promise<void> => {
      const socket = createSocket('udp4').bind(0, address)
      await once(socket, 'listening')
      for (let i = 0; i < datagrams; i++)
        await new Promise(resolve => socket.send('<13>app: hello', port, host, resolve))
      socket.close()
    }
    // All of it is within one second.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    try {
      await from('127.0.0.1', 10)
      for (let i = 0; i < count; i++) {
        await from(`127.1.${i >> 8}.${i & 255}`, 1)
        // The kernel has room for some hundred.
        if (i % 200 === 199) await received(10 + i + 1)
      }
      await from('127.0.0.1', 10)
      await received(count + 20)
    } finally {
      clock.mockRestore()
    }
    expect((await opened.counters()).refusals).toEqual({ rate: 17 })
  })

  it('counts what is no event of its kind', async () => {
    await opened.listen([{ kind: 'gelf-tcp' }])
    await opened.send('{"short_message": "good"}\0nonsense\0')
    await received(2)
    const { refusals, stored, inFlight } = await opened.counters()
    expect([refusals, stored + inFlight]).toEqual([{ invalid: 1 }, 1])
  })
})

it('counts what the kernel dropped at the listener that it was sent to, though another has the same port', async () => {
  const probe = createSocket('udp4').bind(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  await new Promise<void>(resolve => probe.close(resolve))
  const kind = 'raw-udp'
  await opened.listen([
    { kind, address: { host: '127.0.0.1', port }, maxRatePerSender: 1 },
    { kind, address: { host: '127.0.0.2', port } },
  ])
  const socket = createSocket('udp4')
  socket.connect(port, '127.0.0.1')
  await once(socket, 'connect')
  // Nothing is read meanwhile, and no kernel buffers 60 MB.
  const datagram = Buffer.alloc(60_000, 'x')
  const sent = Array.from({ length: 1_000 }, () => new Promise(resolve => socket.send(datagram, resolve)))
  await Promise.all(sent)
  await eventually(async () => {
    const { received, udpDropped } = await opened.counters()
    return udpDropped > 0 && received + udpDropped >= 1_000
  }).toBe(true)
  const { received, udpDropped, sources } = await opened.counters()
  expect(received + udpDropped).toBe(1_000)
  expect(sources.find(({ source }) => source === 'it1')?.udpDropped).toBe(0)
  socket.close()
})

it('reads the datagrams that have arrived before it is closed', async () => {
  await opened.listen([{ kind: 'syslog-udp' }])
  const { host, port } = opened.at()
  const socket = createSocket('udp4')
  socket.connect(port, host)
  await once(socket, 'connect')
  const sent = Promise.all(
    Array.from({ length: 100 }, (_, i) => new Promise(resolve => socket.send(`<13>app: last ${i}`, resolve))),
  )
  await Promise.all([sent, opened.end()])
  expect(opened.store.occurrences).toBe(100)
  socket.close()
})

describe('data that has arrived when it is closed is read, though the machine was busy just then', () => {
  /** All waits are over before sockets are polled again: timers run after an immediate. */
  async function stalled(send: () => void): Promise<void> {
    await setImmediate()
    send()
    const ended = opened.end()
    const since = performance.now()
    while (performance.now() - since < 100);
    await ended
  }

  it('datagrams', async () => {
    await opened.listen([{ kind: 'syslog-udp' }])
    const { host, port } = opened.at()
    const socket = createSocket('udp4')
    socket.connect(port, host)
    await once(socket, 'connect')
    await stalled(() => {
      for (let i = 0; i < 100; i++) socket.send(`<13>app: last ${i}`)
    })
    expect(opened.store.occurrences).toBe(100)
    socket.close()
  })

  it('lines of a connection', async () => {
    await opened.listen([{ kind: 'syslog-tcp' }])
    const socket = await opened.connect('<13>app: first\n')
    await received(1)
    await stalled(() => socket.write('<13>app: last\n'))
    expect(opened.store.occurrences).toBe(2)
  })
})

it('leaves out, with a warning, a default listener whose port is taken', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const taken = other.address()
  const port = typeof taken === 'object' ? (taken?.port ?? 0) : 0
  const address = { host: '127.0.0.1', port }
  await opened.listen([{ kind: 'json-tcp', address, skipIfTaken: true }, { kind: 'syslog-tcp' }])
  expect(() => opened.at()).toThrow()
  expect(opened.warnings).toEqual([
    expect.stringMatching(/^it does not listen, for its port is taken: .*EADDRINUSE/),
  ])
  other.close()
})
