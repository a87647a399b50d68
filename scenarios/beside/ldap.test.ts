import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { LdapDirectory } from '../../src/api/auth/ldap/directory.ts'
import { readSettings } from '../../src/service/settings/settings.ts'
import { ldapDirectory } from '../../src/service/settings/sign-in-settings.ts'
import { freePort } from '../../src/storage/testing/free-port.ts'
import { openLog } from '../../src/telemetry/log.ts'
import { makeCertificate } from '../testing/certificate.ts'
import { Millrace } from '../testing/millrace.ts'
import { dnOf, groupDn, Slapd, service, suffix } from '../testing/slapd.ts'
import { until } from '../testing/until.ts'

const password = 'correct horse 7'
const hardName = 'o,b(r)*=\\+"é#'
const hostileNames = [
  '*',
  'an*',
  ')(uid=*',
  '*)(uid=*))(|(uid=*',
  'ann\0',
  '\\',
  '\\61nn',
  'ann,ou=people',
  '((',
  '&',
]

let slapd: Slapd
let millrace: Millrace
let others: string

beforeAll(async () => {
  others = mkdtempSync(path.join(tmpdir(), 'millrace-ldap-'))
  slapd = await Slapd.start({ hasTls: true })
  await slapd.addPerson('ann', password, { givenName: 'Ann', sn: 'Lee', mail: 'ann@example.com' })
  for (const uid of ['bob', 'dave', 'erin', 'fred', 'admin'])
    await slapd.addPerson(uid, `${password} of ${uid}`)
  await slapd.addGroup('netops', ['ann', 'bob'])
  millrace = new Millrace({
    MILLRACE_LOG_LEVEL: 'debug',
    MILLRACE_LDAP_URL: slapd.url,
    MILLRACE_LDAP_CA: slapd.caFile,
    MILLRACE_LDAP_BIND_DN: service.dn,
    MILLRACE_LDAP_BIND_PASSWORD: service.password,
    MILLRACE_LDAP_BASE: `ou=people,${suffix}`,
  })
  await millrace.restart()
  const group = { name: 'network', permissions: ['search'], hosts: ['*'] }
  await made('/api/groups', { ...group, external_groups: [groupDn('netops').toUpperCase()] })
})
afterAll(async () => {
  await millrace?.remove()
  await slapd?.remove()
  rmSync(others, { recursive: true, force: true })
})
let logged = 0
beforeEach(() => {
  logged = millrace.output.length
})
/** Millrace's output during this test. */
const log = () => millrace.output.slice(logged)

interface Answer {
  status: number
  body: {
    code?: string
    detail?: string
    user?: { id: number; username: string; fullname: string; permissions: string[] }
  }
}

async function signIn(username: string, password: string): Promise<Answer> {
  const answer = await millrace.client.post('/api/login', { username, password }, { authorization: '' })
  // The response of this route.
  return { status: answer.status, body: (await answer.json()) as Answer['body'] }
}

async function made(route: string, body: object): Promise<{ id: number; secret_key?: string }> {
  const answer = await millrace.client.post(route, body)
  expect(answer.status).toBe(201)
  // A created object has an id.
  return (await answer.json()) as { id: number; secret_key?: string }
}

/** The directory as used by the service, without the API in front of it. */
function directory(): LdapDirectory {
  const { settings } = readSettings({
    MILLRACE_LDAP_URL: slapd.tlsUrl,
    MILLRACE_LDAP_CA: slapd.caFile,
    MILLRACE_LDAP_BIND_DN: service.dn,
    MILLRACE_LDAP_BIND_PASSWORD: service.password,
    MILLRACE_LDAP_BASE: suffix,
  })
  const found = ldapDirectory(settings, openLog('silent'))
  if (found === undefined) throw new Error('The settings have a directory')
  return found
}

/** The findings of `millrace doctor`, one line each. */
async function doctor(): Promise<string> {
  const child = millrace.command('doctor', '--json')
  let text = ''
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  await once(child, 'close')
  // The output of the command.
  const { findings } = JSON.parse(text) as { findings: { check: string; level: string; text: string }[] }
  return findings.map(({ check, level, text }) => `${level} ${check}: ${text}`).join('\n')
}

const wrong = {
  status: 401,
  body: { code: 'authentication_failed', detail: 'The username or the password is not right.' },
}
const administrator = () => signIn('admin', millrace.password)

test('people of the directory sign in over StartTLS, with the names and groups that they have there', async () => {
  const { status, body } = await signIn('ann', password)
  expect(status).toBe(200)
  expect(body.user).toMatchObject({ username: 'ann', fullname: 'Ann Lee', permissions: ['search'] })
  expect(slapd.output).toMatch(/STARTTLS/)
  const user = await millrace.client.get(`/api/users/${body.user?.id}`)
  expect(await user.json()).toMatchObject({ email: 'ann@example.com', is_admin: false })
  // User names ignore case.
  expect((await signIn('ANN', password)).body.user?.id).toBe(body.user?.id)

  await slapd.changeMember('netops', 'delete', 'ann')
  expect((await signIn('ann', password)).body.user?.permissions).toEqual([])
  await slapd.changeMember('netops', 'add', 'ann')
  expect((await signIn('ann', password)).body.user?.permissions).toEqual(['search'])
})

test('wrong passwords, unknown and hostile names, and empty passwords are answered alike', async () => {
  const ofKnown = await slapd.requestsOf(async () =>
    expect(await signIn('bob', 'wrong')).toMatchObject(wrong),
  )
  const ofUnknown = await slapd.requestsOf(async () =>
    expect(await signIn('nobody', 'wrong')).toMatchObject(wrong),
  )
  const ofLocal = await slapd.requestsOf(async () =>
    expect(await signIn('admin', 'wrong')).toMatchObject(wrong),
  )
  expect(ofKnown).toEqual(['EXT', 'BIND', 'SRCH', 'BIND'])
  expect(ofUnknown).toEqual(ofKnown)
  expect(ofLocal).toEqual(ofKnown)
  for (const name of hostileNames) expect([name, await signIn(name, password)]).toMatchObject([name, wrong])
  const before = slapd.output.length
  expect((await signIn('bob', '')).status).toBe(400)
  // Input refused by the API is refused by the next layer too.
  await expect(directory().prove('bob', '', async () => {})).rejects.toMatchObject({ failure: 'invalid' })
  expect(await signIn('bob', '\0')).toMatchObject(wrong)
  expect(slapd.output.slice(before)).not.toContain(`BIND dn="${dnOf('bob')}"`)
})

test('passwords of Millrace are no matter of the directory, which has the same name for another person', async () => {
  const before = slapd.output.length
  expect((await administrator()).status).toBe(200)
  // Lines of earlier connections may be printed late: they are about other names.
  expect(slapd.output.slice(before)).not.toMatch(/uid=admin\b/)
  expect(await signIn('admin', `${password} of admin`)).toMatchObject(wrong)
  expect(slapd.output.slice(before)).not.toContain(`BIND dn="${dnOf('admin')}"`)
})

test('many names of one entry do not give more attempts', async () => {
  const statuses: number[] = []
  // A directory ignores trailing spaces. The first wait may end before the next attempt is made, but waits
  // grow with each attempt.
  for (let count = 0; count < 30 && statuses.at(-1) !== 429; count++) {
    const { status } = await signIn(`dave${' '.repeat(count)}`, 'wrong')
    statuses.push(status)
  }
  expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 401))
  expect(statuses.at(-1)).toBe(429)
})

test('a disabled or removed account is refused, and its name opens nothing to the next person', async () => {
  const right = `${password} of erin`
  expect((await signIn('erin', right)).status).toBe(200)
  await slapd.setLocked('erin', true)
  expect(await signIn('erin', right)).toMatchObject(wrong)
  await slapd.setLocked('erin', false)
  expect((await signIn('erin', right)).status).toBe(200)
  await slapd.removePerson('erin')
  expect(await signIn('erin', right)).toMatchObject(wrong)
  await slapd.addPerson('erin', 'of another Erin')
  expect(await signIn('erin', 'of another Erin')).toMatchObject({
    status: 403,
    body: {
      code: 'permission_denied',
      detail: 'Another user of Millrace has your username. Ask your administrator.',
    },
  })
})

test('referrals are not followed', async () => {
  let connections = 0
  const other = createServer(() => connections++).listen(0, '127.0.0.1')
  await once(other, 'listening')
  try {
    // Address of a server that listens on a port.
    await slapd.addReferral(`ldap://127.0.0.1:${(other.address() as AddressInfo).port}`)
    const asked = slapd.output.length
    expect((await signIn('ann', password)).status).toBe(200)
    expect(slapd.output.slice(asked)).toContain('SEARCH RESULT')
    expect(await signIn('nobody', password)).toMatchObject(wrong)
    expect(connections).toBe(0)
  } finally {
    other.close()
  }
})

test('a directory that hangs or dies during a sign-in is reported, and locks no user out', async () => {
  await millrace.stop()
  await millrace.restart({ MILLRACE_LDAP_TIMEOUT: '1' })
  const away = { status: 503, body: { code: 'directory_unavailable' } }
  await slapd.signal('SIGSTOP')
  const hanging = signIn('ann', password)
  expect((await administrator()).status).toBe(200)
  expect(await hanging).toMatchObject(away)
  expect(log()).toContain('no answer within 1 s')
  await slapd.signal('SIGCONT')
  await until('the directory again', async () => (await signIn('ann', password)).status === 200)

  await slapd.signal('SIGSTOP')
  const dying = signIn('ann', password)
  await slapd.signal('SIGKILL')
  expect(await dying).toMatchObject(away)
  expect((await administrator()).status).toBe(200)
  await slapd.begin()
  await until('the directory again', async () => (await signIn('ann', password)).status === 200)
})

test('linking: a user with a password here keeps it until the directory proves the name, and managers keep it', async () => {
  await millrace.stop()
  await millrace.restart({
    MILLRACE_LDAP_TIMEOUT: '10',
    // The first server does not answer.
    MILLRACE_LDAP_URL: `ldap://127.0.0.1:${await freePort()},${slapd.tlsUrl}`,
    MILLRACE_LDAP_GROUP_FILTER: '(member={dn})',
    MILLRACE_LDAP_GROUP_BASE: `ou=groups,${suffix}`,
    MILLRACE_LDAP_GROUPS_ATTRIBUTE: 'ou',
    MILLRACE_EXTERNAL_FIRST_SIGN_IN: 'link',
  })
  const local = 'a password of Millrace'
  const bob = await made('/api/users', { username: 'bob', password: local })
  const fred = await made('/api/users', { username: 'fred', password: local })
  await made('/api/groups', { name: 'managers', permissions: ['manage_users'], members: [fred.id] })
  await made('/api/groups', {
    name: 'by name',
    permissions: ['tasks'],
    hosts: ['*'],
    external_groups: ['netops'],
  })
  expect((await signIn('bob', local)).body.user?.permissions).toEqual([])
  const linked = await signIn('bob', `${password} of bob`)
  expect(linked.body.user).toMatchObject({ id: bob.id, permissions: ['search', 'tasks'] })
  expect(await signIn('bob', local)).toMatchObject(wrong)
  expect(await signIn('fred', `${password} of fred`)).toMatchObject(wrong)
  expect((await signIn('fred', local)).status).toBe(200)
  expect(await signIn('dave', `${password} of dave`)).toMatchObject({ status: 403 })
})

test('a server of another authority, and one without encryption, get no password', async () => {
  const foreign = await makeCertificate(others)
  const plain = await Slapd.start({ hasTls: false })
  try {
    for (const [url, reason] of [
      [slapd.url, /self-signed certificate/],
      [slapd.tlsUrl, /self-signed certificate/],
      [plain.url, /refuses StartTLS|StartTLS/],
    ] as const) {
      await millrace.stop()
      const before = [slapd, plain].map(({ output }) => output.length)
      await millrace.restart({ MILLRACE_LDAP_URL: url, MILLRACE_LDAP_CA: foreign.cert })
      expect(await signIn('ann', password)).toMatchObject({
        status: 503,
        body: { code: 'directory_unavailable' },
      })
      expect(log()).toMatch(reason)
      expect((await administrator()).status).toBe(200)
      expect(slapd.output.slice(before[0])).not.toContain('BIND')
      expect(plain.output.slice(before[1])).not.toContain('BIND')
    }
    expect(await doctor()).toContain(`fault directory: the directory ${plain.url} cannot be used: `)
    await plain.addPerson('gina', password)
    await millrace.stop()
    await millrace.restart({ MILLRACE_LDAP_TLS: 'off', MILLRACE_EXTERNAL_FIRST_SIGN_IN: 'create' })
    expect((await signIn('gina', password)).status).toBe(200)
    // A name with special characters of filters and of DNs is plain text in both.
    await plain.addPerson(hardName, password)
    await plain.addGroup('netops', [hardName])
    const { body } = await signIn(hardName, password)
    expect(body.user).toMatchObject({ username: hardName, permissions: ['search', 'tasks'] })
    const found = await doctor()
    expect(found).toContain(`ok directory: ${plain.url} lets this service search as ${service.dn}`)
    expect(found).toContain(`warning directory: ${plain.url} is not encrypted`)
  } finally {
    await plain.remove()
  }
})

test('no password is in a log line or a file', async () => {
  await millrace.stop()
  const kept = readdirSync(millrace.dataDir, { recursive: true, withFileTypes: true }).filter(file =>
    file.isFile(),
  )
  const texts = kept.map(file => readFileSync(path.join(file.parentPath, file.name), 'latin1'))
  for (const text of [millrace.output, ...texts])
    for (const secret of [password, service.password]) expect(text.includes(secret)).toBe(false)
})
