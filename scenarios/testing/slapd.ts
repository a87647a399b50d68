import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Attribute, Change, Client } from 'ldapts'
import { freePort } from '../../src/storage/testing/free-port.ts'
import { makeCertificate } from './certificate.ts'
import { programPath, unpackedSlapd } from './programs.ts'
import { until } from './until.ts'

export const suffix = 'dc=example,dc=com'
const rootDn = `cn=root,${suffix}`
const rootPassword = 'the root of the directory'
/** The account that searches. No other account may read anything. */
export const service = { dn: `cn=millrace,${suffix}`, password: 'a service of the company' }
const policyDn = `cn=policy,${suffix}`
/** Set by administrators of a directory: locked until an administrator unlocks it. */
const lockedForEver = '000001010000Z'

export function dnOf(uid: string): string {
  // Each byte of UTF-8 (RFC 4514).
  const escaped = uid.replace(/[^\w ]/gu, char => encodeURIComponent(char).replaceAll('%', '\\'))
  return `uid=${escaped},ou=people,${suffix}`
}
export const groupDn = (name: string) => `cn=${name},ou=groups,${suffix}`

/** A real slapd with its own directory, accessed as its administrator. */
export class Slapd {
  /** CA file of its certificate, which is its own authority. */
  readonly caFile: string
  readonly url: string
  readonly tlsUrl: string
  /** The requests it got, one line each; no passwords. */
  output = ''
  readonly #folder: string
  #child: ChildProcess | undefined

  private constructor(folder: string, caFile: string, ports: readonly [number, number]) {
    this.#folder = folder
    this.caFile = caFile
    this.url = `ldap://127.0.0.1:${ports[0]}`
    this.tlsUrl = `ldaps://127.0.0.1:${ports[1]}`
  }

  /** Starts a slapd with empty `ou=people` and `ou=groups`. `hasTls`: whether it has a certificate. */
  static async start({ hasTls }: { hasTls: boolean }): Promise<Slapd> {
    const folder = mkdtempSync(path.join(tmpdir(), 'millrace-slapd-'))
    const { cert, key } = await makeCertificate(folder)
    const slapd = new Slapd(folder, cert, [await freePort(), await freePort()])
    mkdirSync(path.join(folder, 'data'))
    writeFileSync(path.join(folder, 'slapd.conf'), config(folder, hasTls ? { cert, key } : undefined))
    await slapd.begin()
    await slapd.administer(async client => {
      await client.add(suffix, { objectClass: ['dcObject', 'organization'], dc: 'example', o: 'Example' })
      for (const ou of ['people', 'groups'])
        await client.add(`ou=${ou},${suffix}`, { objectClass: 'organizationalUnit', ou })
      await client.add(policyDn, {
        objectClass: ['device', 'pwdPolicy'],
        cn: 'policy',
        pwdAttribute: 'userPassword',
        pwdLockout: 'TRUE',
      })
      const account = ['organizationalRole', 'simpleSecurityObject']
      await client.add(service.dn, { objectClass: account, cn: 'millrace', userPassword: service.password })
    })
    return slapd
  }

  /** Starts it on its existing directory. */
  async begin(): Promise<void> {
    const child = spawn(
      programPath('slapd'),
      ['-f', path.join(this.#folder, 'slapd.conf'), '-h', `${this.url} ${this.tlsUrl}`, '-d', 'stats'],
      { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, ...libraries() } },
    )
    this.#child = child
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.output += text
    })
    await until('slapd to listen', () => {
      if (child.exitCode !== null) throw new Error(`slapd ended: ${this.output}`)
      return listens(Number(new URL(this.url).port))
    })
  }

  /** Sends it a signal; after SIGKILL waits for its end. */
  async signal(name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): Promise<void> {
    const child = this.#child
    const ended = name === 'SIGKILL' && child?.exitCode === null && child.signalCode === null
    const end = ended ? once(child, 'exit') : undefined
    child?.kill(name)
    await end
  }

  async remove(): Promise<void> {
    await this.signal('SIGKILL')
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async addPerson(uid: string, password: string, more: Record<string, string> = {}): Promise<void> {
    const person = { objectClass: 'inetOrgPerson', uid, cn: uid, sn: uid, userPassword: password, ...more }
    await this.administer(client => client.add(dnOf(uid), person))
  }

  /** Adds an entry that refers to another server for a part of the directory. */
  async addReferral(url: string): Promise<void> {
    const referral = {
      objectClass: ['referral', 'extensibleObject'],
      ou: 'elsewhere',
      ref: `${url}/${suffix}`,
    }
    await this.administer(client => client.add(`ou=elsewhere,ou=people,${suffix}`, referral))
  }

  async removePerson(uid: string): Promise<void> {
    await this.administer(client => client.del(dnOf(uid)))
  }

  async addGroup(name: string, members: readonly string[]): Promise<void> {
    const group = { objectClass: 'groupOfNames', cn: name, member: members.map(dnOf) }
    await this.administer(client => client.add(groupDn(name), group))
  }

  async changeMember(name: string, operation: 'add' | 'delete', uid: string): Promise<void> {
    const modification = new Attribute({ type: 'member', values: [dnOf(uid)] })
    await this.administer(client => client.modify(groupDn(name), new Change({ operation, modification })))
  }

  /** Disables an account, as administrators do (slapo-ppolicy). */
  async setLocked(uid: string, isLocked: boolean): Promise<void> {
    const values = isLocked ? [lockedForEver] : []
    const modification = new Attribute({ type: 'pwdAccountLockedTime', values })
    await this.administer(client =>
      client.modify(dnOf(uid), new Change({ operation: isLocked ? 'replace' : 'delete', modification })),
    )
  }

  /** The requests that it gets while `work` runs: the kinds of their operations in order. */
  async requestsOf(work: () => Promise<unknown>): Promise<string[]> {
    const start = this.output.length
    await work()
    await until('the end of the connection', () => this.output.slice(start).includes(' closed'))
    // A successful request has a second line.
    const lines = this.output
      .slice(start)
      .matchAll(/ op=\d+ (?:(EXT) oid=|(BIND) dn=.* method=|(SRCH) base=)/g)
    return [...lines].map(([, ...kinds]) => kinds.join(''))
  }

  async administer<Result>(work: (client: Client) => Promise<Result>): Promise<Result> {
    const client = new Client({ url: this.url, timeout: 120_000, connectTimeout: 120_000 })
    try {
      await client.bind(rootDn, rootPassword)
      return await work(client)
    } finally {
      await client.unbind()
    }
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

/** An unpacked slapd has its files next to it. */
function root(): string {
  return programPath('slapd').startsWith(unpackedSlapd) ? unpackedSlapd : ''
}

function libraries(): { LD_LIBRARY_PATH?: string } {
  const [folder] = globSync(`${root()}/usr/lib/*/libslapi-2*`).map(file => path.dirname(file))
  return folder === undefined ? {} : { LD_LIBRARY_PATH: folder }
}

function config(folder: string, tls: { cert: string; key: string } | undefined): string {
  const schemas = `${root()}/etc/ldap/schema`
  if (!existsSync(schemas)) throw new Error(`slapd has no schemas in ${schemas}`)
  return `
${['core', 'cosine', 'inetorgperson'].map(name => `include ${schemas}/${name}.schema`).join('\n')}
modulepath ${root()}/usr/lib/ldap
moduleload back_mdb
moduleload memberof
moduleload ppolicy
# As many servers have it: an empty password would be taken for a right one.
allow bind_anon_dn
${tls === undefined ? '' : `TLSCertificateFile ${tls.cert}\nTLSCertificateKeyFile ${tls.key}`}
database mdb
suffix "${suffix}"
rootdn "${rootDn}"
rootpw "${rootPassword}"
directory ${path.join(folder, 'data')}
overlay memberof
overlay ppolicy
ppolicy_default "${policyDn}"
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="${service.dn}" read by anonymous auth by * none
`
}
