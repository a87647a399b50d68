import { randomBytes } from 'node:crypto'
import { type Client, type Entry, NoResultError, ResultCodeError } from 'ldapts'
import pLimit from 'p-limit'
import {
  type ExternalAccount,
  type ExternalUserPolicy,
  SignInError,
} from '../../../metadata/identity/external-account.ts'
import type { Directory, ExternalProof } from '../../../metadata/identity/identity.ts'
import { thrownText } from '../../../schema/thrown-text.ts'
import type { Log } from '../../../telemetry/log.ts'
import { maxExternalGroups } from '../account-text.ts'
import { WarningLimit } from '../warning-limit.ts'
import { type ConnectionOptions, withConnection } from './connection.ts'
import { fillFilter } from './filter.ts'
import type { DirectoryOptions } from './options.ts'
import { accountOfPerson, groupNames } from './person.ts'

/** After all servers have failed, sign-ins fail at once for this time, without trying them. */
const failureMs = 5_000

/** Maximum concurrent sign-ins at the directory, and maximum sign-ins that wait for their turn. */
const maxRunning = 20
const maxWaiting = 100
/** Maximum entries that a search for a person returns. Two are enough to show that a name is ambiguous. */
const maxPersons = 2
/** Maximum groups found by a search. */
const maxFoundGroups = 1_000

/**
 * Checks names and passwords at an LDAP directory (RFC 4513): finds the entry of the name, then binds as that
 * entry.
 */
export class LdapDirectory implements Directory {
  readonly #options: DirectoryOptions
  readonly #servers: DirectoryServers
  readonly #limit = pLimit(maxRunning)
  readonly #warnings: WarningLimit

  constructor(options: DirectoryOptions, log: Pick<Log, 'warn'>) {
    this.#options = options
    this.#servers = new DirectoryServers(options.urls, options)
    this.#warnings = new WarningLimit(log)
  }

  get policy(): ExternalUserPolicy {
    return this.#options.policy
  }

  /** See `Directory`. Throws SignInError `throttled` while too many sign-ins wait. */
  async prove(
    username: string,
    password: string | undefined,
    admit: (account: ExternalAccount) => Promise<void>,
  ): Promise<ExternalProof> {
    try {
      if (this.#limit.pendingCount >= maxWaiting) throw new SignInError('throttled')
      // If a server fails midway, the next one repeats the same sign-in, which must be admitted only once.
      let admitted: Promise<void> | undefined
      const admitOnce = (account: ExternalAccount) => {
        admitted ??= admit(account).catch(error => {
          throw new AdmissionError(error)
        })
        return admitted
      }
      const account = await this.#limit(() =>
        this.#servers.ask(client => this.#authenticate(client, username, password, admitOnce)),
      )
      return { account, session: { maxAgeSeconds: this.#options.sessionAgeSeconds } }
    } catch (thrown) {
      const error = thrown instanceof AdmissionError ? thrown.cause : thrown
      if (error instanceof SignInError && error.failure !== 'invalid')
        this.#warnings.warn(`A sign-in at the directory failed (${error.failure}): ${error.message}`)
      throw error
    }
  }

  async #authenticate(
    client: Client,
    username: string,
    password: string | undefined,
    admit: (account: ExternalAccount) => Promise<void>,
  ): Promise<ExternalAccount> {
    await bindService(client, this.#options)
    const entry = await this.#find(client, username)
    const account = entry && accountOfPerson(entry, this.#options)
    // Before the password is tried, so that sign-ins which are not admitted cannot guess passwords.
    if (account !== undefined) await admit(account)
    // A bind with an empty password is anonymous, and succeeds (RFC 4513, 5.1.2). A server written in C may
    // read a password up to its first NUL.
    const isUsable = password !== undefined && password !== '' && !password.includes('\0')
    // An unknown name takes as many requests as a known one, so that the time does not give it away. No entry
    // has this DN, so no account gets locked.
    const decoy = {
      dn: `cn=${randomBytes(8).toString('hex')},${this.#options.base}`,
      password: randomBytes(16).toString('hex'),
    }
    const isReal = entry !== undefined && entry.dn !== '' && isUsable
    const credentials = isReal ? { dn: entry.dn, password } : decoy
    await client.bind(credentials.dn, credentials.password).catch(error => {
      throw personRefused(error)
    })
    if (!isReal || account === undefined) throw new SignInError('invalid')
    const groups = [...account.groups, ...(await this.#searchGroups(client, entry, account))]
    return { ...account, groups: groups.slice(0, maxExternalGroups) }
  }

  /** The only entry with this name; undefined if there is none, or several. */
  async #find(client: Client, username: string): Promise<Entry | undefined> {
    const { base, userFilter, attributes } = this.#options
    const { searchEntries } = await client
      .search(base, {
        scope: 'sub',
        filter: fillFilter(userFilter, { name: username }),
        attributes: [...new Set(Object.values(attributes))],
        // The library compares these names with the server's spelling, and the letter case counts.
        explicitBufferAttributes: ['objectGUID', attributes.subject],
        sizeLimit: maxPersons,
        timeLimit: this.#timeLimitSeconds,
      })
      .catch(error => {
        throw searchRefused(error)
      })
    if (searchEntries.length > 1)
      this.#warnings.warn(
        'MILLRACE_LDAP_USER_FILTER finds several entries for one name; none of them can sign in',
      )
    return searchEntries.length === 1 ? searchEntries[0] : undefined
  }

  async #searchGroups(client: Client, { dn }: Entry, { username: name }: ExternalAccount): Promise<string[]> {
    const search = this.#options.groupSearch
    if (search === undefined) return []
    // The person may lack the right to see groups.
    await bindService(client, this.#options)
    const { searchEntries } = await client
      .search(search.base, {
        scope: 'sub',
        filter: fillFilter(search.filter, { dn, name }),
        attributes: [search.nameAttribute],
        sizeLimit: maxFoundGroups,
        timeLimit: this.#timeLimitSeconds,
      })
      .catch(error => {
        throw setupRefused('the search for groups', error)
      })
    return searchEntries.flatMap(entry => groupNames(entry, search.nameAttribute))
  }

  get #timeLimitSeconds(): number {
    return Math.ceil(this.#options.timeoutMs / 1_000)
  }
}

/** Wraps what `admit` throws (its cause), which says nothing about a server. */
class AdmissionError extends Error {
  constructor(cause: unknown) {
    super('not admitted', { cause })
  }
}

/** Checks whether a server lets this service search. Throws an Error that says what fails. */
export async function probeServer(url: string, options: DirectoryOptions): Promise<void> {
  const bases = new Set([options.base, options.groupSearch?.base ?? options.base])
  await withConnection(url, options, async client => {
    await bindService(client, options)
    for (const base of bases)
      await client.search(base, { scope: 'base', attributes: ['1.1'], sizeLimit: 1 }).catch(error => {
        throw setupRefused(`to read ${base}`, error)
      })
  })
}

/** Binds as this service's own account, or anonymously without one. */
async function bindService(client: Client, { serviceAccount }: DirectoryOptions): Promise<void> {
  await client.bind(serviceAccount?.dn ?? '', serviceAccount?.password ?? '').catch(error => {
    throw setupRefused(
      serviceAccount === undefined ? 'an anonymous bind' : 'the bind of MILLRACE_LDAP_BIND_DN',
      error,
    )
  })
}

/** The servers of a directory. The one that answered last is tried first, then the others in order. */
class DirectoryServers {
  readonly #urls: readonly string[]
  readonly #options: ConnectionOptions
  /** Index of the server to try first. */
  #first = 0
  /** The last failure of all servers, and the time (Unix milliseconds) until which it is thrown again. */
  #failure: { error: SignInError; until: number } | undefined

  constructor(urls: readonly string[], options: ConnectionOptions) {
    this.#urls = urls
    this.#options = options
  }

  /**
   * Calls `talk` with one server after the other, until one answers. Throws SignInError `unavailable` if none
   * answers, and what `talk` throws for an answer.
   */
  async ask<Result>(talk: (client: Client) => Promise<Result>): Promise<Result> {
    const failure = this.#failure
    const now = Date.now()
    // A clock that was set back does not extend the time.
    if (failure !== undefined && now < failure.until && failure.until <= now + failureMs) throw failure.error
    const reasons: string[] = []
    for (let tried = 0; tried < this.#urls.length; tried++) {
      const index = (this.#first + tried) % this.#urls.length
      const url = this.#urls[index] ?? ''
      try {
        const result = await withConnection(url, this.#options, talk)
        this.#first = index
        return result
      } catch (error) {
        if (!isServerFailure(error)) {
          // A refusal is an answer too.
          this.#first = index
          throw error
        }
        reasons.push(`${url}: ${reasonOf(error)}`)
      }
    }
    const error = new SignInError('unavailable', reasons.join('; '))
    this.#failure = { error, until: Date.now() + failureMs }
    throw error
  }
}

/**
 * Result codes (RFC 4511, appendix A) of a server that temporarily cannot answer: timeLimitExceeded, busy,
 * unavailable.
 */
const unavailableCodes: ReadonlySet<number> = new Set([3, 51, 52])
/**
 * Result codes of a bind that do not concern the password: operationsError, protocolError,
 * authMethodNotSupported, strongerAuthRequired, referral, confidentialityRequired. All others mean that this
 * person is refused: some servers have a code for disabled accounts.
 */
const setupCodes: ReadonlySet<number> = new Set([1, 2, 7, 8, 10, 13])
/**
 * Result codes of a search for a name that no entry can have: inappropriateMatching, constraintViolation,
 * invalidAttributeSyntax.
 */
const impossibleNameCodes: ReadonlySet<number> = new Set([18, 19, 21])
const maxTextLength = 300

/** Whether another server should be tried, since this one was not reached or cannot answer. */
function isServerFailure(error: unknown): boolean {
  if (error instanceof SignInError || error instanceof AdmissionError) return false
  const code = codeOf(error)
  return code === undefined || unavailableCodes.has(code)
}

/** The result code of a refusal. Throws all other errors, for which another server should be tried. */
function refusalCode(error: unknown): number {
  const code = codeOf(error)
  if (code === undefined || unavailableCodes.has(code)) throw error
  return code
}

/** The error for a person's refused bind. Throws as refusalCode. */
function personRefused(error: unknown): SignInError {
  const code = refusalCode(error)
  return new SignInError(setupCodes.has(code) ? 'misconfigured' : 'invalid', reasonOf(error))
}

/** The error for a failed search for a person. Throws as refusalCode. */
function searchRefused(error: unknown): SignInError {
  const code = refusalCode(error)
  return new SignInError(impossibleNameCodes.has(code) ? 'invalid' : 'misconfigured', reasonOf(error))
}

/** The error for a refused request of this service, named `request` in the log. Throws as refusalCode. */
function setupRefused(request: string, error: unknown): SignInError {
  refusalCode(error)
  return new SignInError('misconfigured', `the directory refuses ${request}: ${reasonOf(error)}`)
}

/** The text of an error for the log: one line without secrets. */
function reasonOf(error: unknown): string {
  const code =
    error instanceof Error && 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : ''
  const text = thrownText(error)
  return `${text.replace(/\p{Cc}+/gu, ' ').slice(0, maxTextLength)}${code}`
}

function codeOf(error: unknown): number | undefined {
  // The connection ended before the result, although the library has a code for this error too.
  if (error instanceof NoResultError) return undefined
  return error instanceof ResultCodeError ? error.code : undefined
}
