import { expect, test } from 'vitest'
import { hostOf } from './exchange.ts'
import { AllowList, OutgoingGuard, type OutgoingGuardOptions } from './outgoing-guard.ts'

const names: Record<string, string[]> = {
  'hooks.example.com': ['203.0.112.7', '2606:4700::1111'],
  'internal.example.com': ['10.1.2.3'],
  'mixed.example.com': ['203.0.112.7', '127.0.0.1'],
  'metadata.google.internal': ['169.254.169.254'],
  localhost: ['127.0.0.1', '::1'],
  'localhost.': ['127.0.0.1'],
  '127.0.0.1.nip.example': ['127.0.0.1'],
  'zone.example.com': ['fe80::1%eth0'],
  'mapped.example.com': ['::ffff:10.0.0.1'],
  'own.example.com': ['203.0.112.99'],
  'nothing.example.com': [],
}

function guard(allowed: string[] = [], more: Partial<OutgoingGuardOptions> = {}) {
  return new OutgoingGuard({
    allowed: new AllowList(allowed),
    ownPorts: () => new Set([8080, 5514]),
    resolve: async name => {
      const found = names[name]
      if (found === undefined) throw new Error(`getaddrinfo ENOTFOUND ${name}`)
      return found
    },
    ownAddresses: () => ['203.0.112.99', '10.9.9.9'],
    ...more,
  })
}

const signal = new AbortController().signal
async function verdict(address: string, allowed: string[] = []): Promise<string> {
  const url = new URL(address)
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  try {
    const found = await guard(allowed).check(hostOf(url), port, signal)
    return found.map(one => one.address).join(' ')
  } catch (error) {
    return error instanceof Error ? error.name : 'unknown'
  }
}

const refused = [
  ...[
    'http://127.0.0.1/',
    'http://127.8.8.8/',
    'http://localhost/',
    'http://localhost./',
    'http://0.0.0.0/',
    'http://0/',
  ],
  ...[
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.1/',
    'http://017700000001/',
    'http://0177.0.0.1/',
  ],
  ...[
    'http://127.1/',
    'http://127.0.0.1./',
    'http://①②⑦.⓪.⓪.①/',
    'http://127。0。0。1/',
    'http://127.0.0.1.nip.example/',
  ],
  ...[
    'http://10.1.2.3/',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.168.1.1/',
    'http://internal.example.com/',
  ],
  ...[
    'http://169.254.169.254/latest/meta-data/',
    'http://metadata.google.internal/',
    'http://168.63.129.16/',
  ],
  ...[
    'http://100.64.0.1/',
    'http://100.100.100.200/',
    'http://192.0.0.192/',
    'http://198.18.0.1/',
    'http://192.0.2.1/',
  ],
  ...['http://224.0.0.1/', 'http://239.255.255.250/', 'http://240.0.0.1/', 'http://255.255.255.255/'],
  ...[
    'http://[::1]/',
    'http://[::]/',
    'http://[::127.0.0.1]/',
    'http://[fe80::1]/',
    'http://[fc00::1]/',
    'http://[fd00:ec2::254]/',
  ],
  ...[
    'http://[ff02::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::ffff:169.254.169.254]/',
  ],
  ...[
    'http://[64:ff9b::7f00:1]/',
    'http://[64:ff9b:1::7f00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[2002:a9fe:a9fe::]/',
  ],
  ...[
    'http://[2001::1]/',
    'http://[2001:db8::1]/',
    'http://[fec0::1]/',
    'http://[100::1]/',
    'http://mapped.example.com/',
  ],
  ...['http://mixed.example.com/', 'http://zone.example.com/', 'http://own.example.com/', 'http://10.9.9.9/'],
]
test.each(refused)('%s is refused', async address => {
  expect(await verdict(address)).toBe('RefusedTargetError')
})

const reached: [address: string, allowed: string[], verdict: string][] = [
  ['https://hooks.example.com/', [], '203.0.112.7 2606:4700::1111'],
  ['https://8.8.8.8/', [], '8.8.8.8'],
  ['https://[2606:4700::1111]/', [], '2606:4700::1111'],
  ['http://10.1.2.3/', ['10.1.0.0/16'], '10.1.2.3'],
  ['http://internal.example.com/', ['10.1.2.3'], '10.1.2.3'],
  ['http://internal.example.com/', ['Internal.Example.com'], '10.1.2.3'],
  ['http://internal.example.com./', ['internal.example.com'], 'Error'],
  ['http://localhost./', ['localhost'], '127.0.0.1'],
  // The setting allows the name, not its address.
  ['http://10.1.2.3/', ['internal.example.com'], 'RefusedTargetError'],
  ['http://127.0.0.1:9000/', ['127.0.0.0/8'], '127.0.0.1'],
  ['http://[::ffff:127.0.0.1]:9000/', ['127.0.0.0/8'], '::ffff:7f00:1'],
  ['http://[::1]:9000/', ['127.0.0.0/8'], 'RefusedTargetError'],
  ['http://mixed.example.com/', ['10.0.0.0/8'], 'RefusedTargetError'],
  // This service itself, even if the setting allows it.
  ['http://127.0.0.1:8080/', ['127.0.0.0/8'], 'RefusedTargetError'],
  ['http://[::ffff:127.0.0.1]:8080/', ['127.0.0.0/8'], 'RefusedTargetError'],
  ['http://localhost:5514/', ['localhost'], 'RefusedTargetError'],
  ['http://own.example.com:8080/', ['own.example.com'], 'RefusedTargetError'],
  ['http://own.example.com/', ['own.example.com'], '203.0.112.99'],
  // Another machine may use the same port.
  ['http://hooks.example.com:8080/', [], '203.0.112.7 2606:4700::1111'],
  ['http://nothing.example.com/', [], 'Error'],
  ['http://unknown.example.com/', [], 'Error'],
]
test.each(reached)('%s with %j allowed', async (address, allowed, wanted) => {
  expect(await verdict(address, allowed)).toBe(wanted)
})

test('a refusal names the host, the address and the setting', async () => {
  await expect(guard().check('internal.example.com', 443, signal)).rejects.toThrow(
    'internal.example.com is not a public address, and MILLRACE_WEBHOOK_ALLOW does not allow it.',
  )
  await expect(guard(['127.0.0.1']).check('127.0.0.1', 8080, signal)).rejects.toThrow(
    '127.0.0.1, port 8080 is this service.',
  )
})

test('a resolver that does not answer is not waited for', async () => {
  const slow = guard([], { resolve: () => new Promise(() => {}) })
  const ended = new AbortController()
  const check = slow.check('hooks.example.com', 443, ended.signal)
  ended.abort()
  await expect(check).rejects.toThrow('The host hooks.example.com could not be resolved in time.')
})
