import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { AuthProtocols, createReceiver, PrivProtocols, SecurityLevel } from 'net-snmp'
import { expect, onTestFinished, test, vi } from 'vitest'
import { AllowList, OutgoingGuard } from '../../../../outgoing/outgoing-guard.ts'
import { openSnmpEngine } from '../../../../outgoing/snmp/snmp-engine.ts'
import { TrapSession } from '../../../../outgoing/snmp/snmp-session.ts'
import type { SnmpTarget } from '../../../../schema/triggers/trigger-parts.ts'
import { hostileValues, testContext } from '../../testing/test-context.ts'
import { snmpRunner, trapOid } from './snmp.ts'
import { checkSnmpTarget, parseSnmpTarget } from './snmp-target.ts'

const v3 = {
  ...{ name: 'millrace', authKey: 'auth secret', privKey: 'priv secret' },
  level: SecurityLevel.authPriv,
}
const users = [
  { ...v3, authProtocol: AuthProtocols.sha256, privProtocol: PrivProtocols.aes },
  { ...v3, name: 'strong', authProtocol: AuthProtocols.sha512, privProtocol: PrivProtocols.aes256b },
  {
    name: 'signed',
    authKey: 'auth secret',
    level: SecurityLevel.authNoPriv,
    authProtocol: AuthProtocols.sha,
  },
]

interface Trap {
  rinfo?: { address: string }
  pdu: {
    community?: string
    user?: string
    varbinds: { oid: string; value: unknown }[]
  }
}

/** A real receiver of traps on loopback, closed after the test. */
async function openReceiver() {
  const port = await freePort()
  const traps: Trap[] = []
  const errors: Error[] = []
  let arrived = Promise.withResolvers<void>()
  const receiver = createReceiver(
    { port, transport: 'udp4', address: '127.0.0.1', includeAuthentication: true },
    (error: Error | null, trap: Trap) => {
      if (error) errors.push(error)
      else traps.push(trap)
      arrived.resolve()
      arrived = Promise.withResolvers()
    },
  )
  const authorizer = receiver.getAuthorizer()
  authorizer.addCommunity('secret community')
  for (const user of users) authorizer.addUser(user)
  onTestFinished(() => receiver.close(() => {}))
  return { port, traps, errors, next: () => arrived.promise }
}

async function freePort(): Promise<number> {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address()
  await new Promise<void>(resolve => socket.close(() => resolve()))
  return port
}

const engine = openSnmpEngine('test installation', 1)
const guard = new OutgoingGuard({ allowed: new AllowList(['127.0.0.1']), ownPorts: () => new Set([5514]) })
const signal = new AbortController().signal
const send = (target: SnmpTarget | null, context = testContext(), defaultTarget: SnmpTarget | null = null) =>
  snmpRunner({ guard, engine, defaultTarget })({ kind: 'snmp', target }, context, signal)

const mib = '1.3.6.1.4.1.8072.9999.9999.5514.1'
function objectsOf(trap: Trap | undefined): Record<string, string> {
  return Object.fromEntries(
    (trap?.pdu.varbinds ?? []).map(({ oid, value }) => [oid.replace(`${mib}.`, ''), String(value)]),
  )
}

test('a v2c trap says what happened', async () => {
  const receiver = await openReceiver()
  const arrived = receiver.next()
  const target = {
    host: '127.0.0.1',
    port: receiver.port,
    version: 'v2c',
    community: 'secret community',
  } as const
  expect(await send(target, testContext({}, { key: 'fw-1' }))).toEqual({
    status: 'done',
    detail: `Sent to 127.0.0.1:${receiver.port}.`,
    retry: false,
  })
  await arrived
  expect(objectsOf(receiver.traps[0])).toMatchObject({
    '1.3.6.1.6.3.1.1.4.1.0': trapOid,
    '1.0': '7',
    '2.0': 'Denied connections',
    '3.0': '2',
    '4.0': 'fw-1',
    '5.0': '7-1001-3',
    '6.0': '6330125066960896',
    '7.0': 'fw-1',
    '8.0': 'asa',
    '9.0': '4',
    '10.0': '20',
    '11.0': 'ASA-4-106023',
    '12.0': 'Deny tcp src outside:192.0.2.7/4242 dst inside:198.51.100.2/22',
  })
})

const targets: Partial<SnmpTarget>[] = [
  { user: 'millrace', auth_protocol: 'sha256', priv_protocol: 'aes', priv_password: 'priv secret' },
  { user: 'strong', auth_protocol: 'sha512', priv_protocol: 'aes256', priv_password: 'priv secret' },
  { user: 'signed', auth_protocol: 'sha' },
]
test.each(targets)('a v3 trap is authenticated and encrypted: %j', async more => {
  const receiver = await openReceiver()
  const arrived = receiver.next()
  const target: SnmpTarget = {
    host: '127.0.0.1',
    port: receiver.port,
    version: 'v3',
    auth_password: 'auth secret',
    ...more,
  }
  const result = await send(target)
  expect(result).toMatchObject({ status: 'done' })
  expect(result.detail).toMatch(/with the engine id 0x8000b98305[0-9a-f]{24}\.$/)
  await arrived
  expect(receiver.errors).toEqual([])
  expect(objectsOf(receiver.traps[0])).toMatchObject({ '7.0': 'fw-1' })
})

test('another password is not taken', async () => {
  const receiver = await openReceiver()
  const arrived = receiver.next()
  const target: SnmpTarget = {
    ...{ host: '127.0.0.1', port: receiver.port, version: 'v3', user: 'signed' },
    ...{ auth_protocol: 'sha', auth_password: 'other secret' },
  }
  await send(target)
  await arrived
  expect(receiver.traps).toEqual([])
})

test('boots and time of the engine are sent', async () => {
  expect(openSnmpEngine('y', 1).id).not.toEqual(openSnmpEngine('x', 1).id)
  // On the wire: after the message's sequence, version and global data.
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const arrived = once(socket, 'message')
  let passed = 0
  const late = openSnmpEngine('x', 22_774_400, { wall: () => 1_790_000_000_000, monotonic: () => passed })
  passed += 200_000
  const target: SnmpTarget = { host: '127.0.0.1', port: socket.address().port, version: 'v3', user: 'plain' }
  const sendLate = snmpRunner({ guard, engine: late, defaultTarget: null })
  await sendLate({ kind: 'snmp', target }, testContext(), signal)
  const [message] = (await arrived) as [Buffer] // what a socket of datagrams emits
  const boots = Buffer.alloc(4)
  boots.writeUInt32BE(late.boots)
  // The engine id is followed by boots (4 bytes) and time (2 bytes: 200 needs a leading zero).
  const at = message.indexOf(late.id) + late.id.length
  expect(message.subarray(at, at + 10)).toEqual(
    Buffer.concat([Buffer.from([2, 4]), boots, Buffer.from([2, 2, 0, 200])]),
  )
  socket.close()
})

test('the time of the engine rises as time passes when the clock is set, and after a sleep', () => {
  let wall = 1_790_000_000_000
  let passed = 5_000
  const engine = openSnmpEngine('x', 1, { wall: () => wall, monotonic: () => passed })
  const timeAfter = (seconds: number, set = 0) => {
    passed += seconds * 1_000
    wall += (seconds + set) * 1_000
    return engine.time()
  }
  expect(timeAfter(0)).toBe(0)
  expect(timeAfter(10)).toBe(10)
  expect(timeAfter(10, -86_400)).toBe(20)
  expect(timeAfter(10)).toBe(30)
  // The clock was corrected, and then the machine slept or the clock was set ahead.
  expect(timeAfter(10, 86_400)).toBe(40)
  expect(timeAfter(10, 600)).toBe(650)
  expect(timeAfter(10, -600)).toBe(660)
  expect(timeAfter(0.5)).toBe(660)
})

test('a trap of a trigger without a target goes to the target of the settings', async () => {
  const receiver = await openReceiver()
  const arrived = receiver.next()
  const target = parseSnmpTarget(`snmp://secret%20community@127.0.0.1:${receiver.port}`)
  expect(await send(null, testContext(), target)).toMatchObject({ status: 'done' })
  await arrived
  expect(receiver.traps).toHaveLength(1)
  expect((await send(null)).detail).toBe(
    'The trigger does not say where its traps go, and MILLRACE_SNMP_TARGET is not set.',
  )
  expect(parseSnmpTarget('snmp://public@[2001:db8::1]')).toEqual({
    ...{ host: '2001:db8::1', version: 'v2c', community: 'public' },
  })
})

test('any value is sent, cut to a packet', async () => {
  const receiver = await openReceiver()
  const target = {
    host: '127.0.0.1',
    port: receiver.port,
    version: 'v2c',
    community: 'secret community',
  } as const
  const contexts = [
    ...hostileValues.map(value => testContext({ host: value, message: value })),
    testContext({ message: '漢'.repeat(60_000), host: 'é'.repeat(500) }),
    testContext(null),
  ]
  for (const context of contexts) {
    const arrived = receiver.next()
    expect(await send(target, context)).toMatchObject({ status: 'done' })
    await arrived
  }
  expect(receiver.errors).toEqual([])
  const long = objectsOf(receiver.traps.at(-2))
  expect(long['12.0']).toBe('漢'.repeat(233))
  expect(long['7.0']).toBe('é'.repeat(127))
  expect(objectsOf(receiver.traps.at(-1))).not.toHaveProperty('7.0')
})

test('an attempt that has ended sends no trap, and does not say that it took too long', async () => {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  const received: Buffer[] = []
  socket.on('message', message => received.push(message))
  const target: SnmpTarget = { host: '127.0.0.1', port: socket.address().port, version: 'v2c' }
  const run = snmpRunner({ guard, engine, defaultTarget: null })
  const ended = await run({ kind: 'snmp', target }, testContext(), AbortSignal.abort())
  const detail = 'The attempt was cut short; the trap was not sent.'
  expect(ended).toEqual({ status: 'failed', detail, retry: true })
  const arrived = once(socket, 'message')
  await run({ kind: 'snmp', target }, testContext(), signal)
  await arrived
  expect(received).toHaveLength(1)
})

test('an attempt that took too long says whether its trap may have been sent', async () => {
  const limit = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal)
  const trap = vi.spyOn(TrapSession.prototype, 'send').mockImplementation(async (_, signal) => {
    limit.abort()
    signal.throwIfAborted()
  })
  onTestFinished(() => [timeout, trap].forEach(spy => void spy.mockRestore()))
  const target: SnmpTarget = { host: '127.0.0.1', port: 5515, version: 'v2c' }
  const detailOf = async () => (await send(target)).detail
  expect(await detailOf()).toBe('The attempt took more than 5 seconds; the trap may have been sent.')
  expect(await detailOf()).toBe('The attempt took more than 5 seconds; the trap was not sent.')
})

const refusals: [target: SnmpTarget | null, detail: string][] = [
  [null, 'The trigger does not say where its traps go, and MILLRACE_SNMP_TARGET is not set.'],
  [
    { host: '10.0.0.1', version: 'v2c' },
    '10.0.0.1 is not a public address, and MILLRACE_WEBHOOK_ALLOW does not allow it.',
  ],
  [{ host: '127.0.0.1', port: 5514, version: 'v2c' }, '127.0.0.1, port 5514 is this service.'],
  [{ host: '127.0.0.1', version: 'v3' }, 'SNMP v3 needs a user.'],
]
test.each(refusals)('%j is refused', async (target, detail) => {
  expect(await send(target)).toEqual({ status: 'refused', detail, retry: false })
})

test('an action that cannot work is not saved', () => {
  const base: SnmpTarget = { host: 'nms.example.com', version: 'v3', user: 'a' }
  checkSnmpTarget(base)
  checkSnmpTarget({ host: '2001:db8::1', version: 'v2c' })
  expect(() => checkSnmpTarget({ ...base, host: 'a b' })).toThrow('The host is a name or an address.')
  expect(() => checkSnmpTarget({ ...base, auth_protocol: 'sha', auth_password: 'short' })).toThrow(
    'needs 8 characters',
  )
  expect(() => checkSnmpTarget({ ...base, priv_protocol: 'aes' })).toThrow(
    'encrypts only with authentication',
  )
})

test('the MIB declares what traps hold', () => {
  const text = readFileSync(new URL('../../../../../docs/MILLRACE-MIB.txt', import.meta.url), 'utf8')
  const names = [...text.matchAll(/^(millrace\w+) OBJECT-TYPE[\s\S]*?::= \{ millraceObjects (\d+) \}/gm)]
  expect(names.map(([, , number]) => Number(number))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14])
  expect(text).toContain('::= { netSnmpPlaypen 5514 }')
  for (const [, name] of names)
    expect(text.match(new RegExp(`\\b${name}\\b`, 'g'))?.length).toBeGreaterThan(1)
})
