import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { BerReader } from 'ldapts'
import { expect, onTestFinished, test } from 'vitest'
import { LdapDirectory } from './directory.ts'
import type { DirectoryOptions } from './options.ts'

const [bindRequest, searchRequest] = [0x60, 0x63]
const [bindResponse, entryResponse, searchDone] = [0x61, 0x64, 0x65]

/** An element of BER, shorter than 128 bytes. */
function element(tag: number, ...parts: readonly (string | Buffer)[]): Buffer {
  const content = Buffer.concat(parts.map(part => Buffer.from(part)))
  return Buffer.concat([Buffer.from([tag, content.length]), content])
}

const attribute = (name: string, value: string) =>
  element(0x30, element(0x04, name), element(0x31, element(0x04, value)))
const person = [element(0x04, 'uid=ann'), element(0x30, attribute('id', '7'), attribute('uid', 'ann'))]
/** The result code success, without a DN and a text. */
const success = [element(0x0a, Buffer.from([0])), element(0x04), element(0x04)]

/**
 * A server that accepts each bind, and finds ann in each search. `isUp` false: closes each connection.
 * `connections`: as counted.
 */
async function openServer(isUp = true): Promise<{ url: string; connections: () => number }> {
  let connections = 0
  const server = createServer(socket => {
    connections++
    socket.on('error', () => {})
    if (!isUp) socket.destroy()
    socket.on('data', request => {
      const reader = new BerReader(request)
      reader.readSequence()
      const id = reader.readInt() ?? 0
      const answer = (tag: number, content: readonly Buffer[]) =>
        socket.write(element(0x30, element(0x02, Buffer.from([id])), element(tag, ...content)))
      const tag = reader.peek()
      if (tag === bindRequest) answer(bindResponse, success)
      if (tag !== searchRequest) return
      answer(entryResponse, person)
      answer(searchDone, success)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  // The server listens on a port.
  const { port } = server.address() as AddressInfo
  return { url: `ldap://127.0.0.1:${port}`, connections: () => connections }
}

function directoryOf(urls: readonly string[]): LdapDirectory {
  const options: DirectoryOptions = {
    urls,
    isEncrypted: false,
    caFile: undefined,
    serviceAccount: undefined,
    base: 'dc=example',
    userFilter: '(uid={name})',
    attributes: {
      subject: 'id',
      username: 'uid',
      email: 'mail',
      firstName: 'givenName',
      lastName: 'sn',
      groups: 'memberOf',
    },
    groupSearch: undefined,
    timeoutMs: 30_000,
    mailDomains: [],
    sessionAgeSeconds: 60,
    policy: { firstSignIn: 'create', isGroupRequired: false },
  }
  return new LdapDirectory(options, { warn: () => {} })
}

test('an error of the admission is thrown as it is, and does not count as a failure of the servers', async () => {
  const [one, other] = [await openServer(), await openServer()]
  const directory = directoryOf([one.url, other.url])
  const lost = new Error('the database is away')
  const refused = directory.prove('ann', 'secret', () => Promise.reject(lost))
  await expect(refused).rejects.toBe(lost)
  expect([one.connections(), other.connections()]).toEqual([1, 0])
  const { account } = await directory.prove('ann', 'secret', async () => {})
  expect(account).toMatchObject({ subject: '7', username: 'ann' })
})

test('a server that has answered is tried first, even if the sign-in was refused', async () => {
  const [down, up] = [await openServer(false), await openServer()]
  const directory = directoryOf([down.url, up.url])
  const refused = new Error('not admitted')
  await expect(directory.prove('ann', 'secret', () => Promise.reject(refused))).rejects.toBe(refused)
  await directory.prove('ann', 'secret', async () => {})
  expect([down.connections(), up.connections()]).toEqual([1, 2])
})
