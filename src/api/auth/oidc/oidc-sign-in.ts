import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import pLimit from 'p-limit'
import { type ExternalUserPolicy, SignInError } from '../../../metadata/identity/external-account.ts'
import type { ExternalProof } from '../../../metadata/identity/identity.ts'
import type { Log } from '../../../telemetry/log.ts'
import { WarningLimit } from '../warning-limit.ts'
import { accountOfClaims, type ClaimNames, type Claims, claimAt } from './claims.ts'
import {
  localReturnPath,
  openPending,
  type PendingSignIn,
  pendingSeconds,
  type Sealer,
  sealPending,
} from './pending-sign-in.ts'
import { signInErrorOf } from './sign-in-failure.ts'

/** The operator's settings for the provider. */
export interface OidcOptions {
  issuer: string
  clientId: string
  /** undefined: a public client. */
  clientSecret: string | undefined
  clientAuth: 'basic' | 'post'
  /** Name shown to people. */
  name: string
  scopes: readonly string[]
  claims: ClaimNames
  /** Public URL of this service, to which the provider sends browsers back. */
  publicUrl: string
  /** Whether signing out here also signs out at the provider. */
  endsSession: boolean
  sessionAgeSeconds: number
  policy: ExternalUserPolicy
  sealer: Sealer
  log: Pick<Log, 'warn'>
  /** Time limit of each request to the provider; default: 10. */
  timeoutSeconds?: number
}

const defaultTimeoutSeconds = 10
/** Time after which the provider's endpoints and keys are read again. */
const configurationSeconds = 3_600
/** Time until the next read, if a read failed while an earlier configuration is known. */
const retrySeconds = 60
/**
 * After a failure, sign-ins fail with the same error for this time, so that clients cannot make this service
 * send requests constantly.
 */
const failureSeconds = 5
/** Maximum concurrent code exchanges, and maximum exchanges that wait for their turn. */
const maxExchanges = 20
const maxWaiting = 100
/** A longer token, which contains many groups, does not fit into the address that ends the session. */
const maxIdTokenLength = 6_000

const callbackPath = '/api/login/oidc/callback'

/** Signs people in at an OpenID Connect provider: code flow with PKCE (RFC 7636), state and nonce. */
export class OidcSignIn {
  readonly #options: OidcOptions
  readonly #exchanges = pLimit(maxExchanges)
  /** The current or last read of the configuration, and until when its answer, even a failure, is used. */
  #reading: { answer: Promise<Configuration>; until: number } | undefined
  /** The last successful read. */
  #configuration: Configuration | undefined
  readonly #warnings: WarningLimit

  constructor(options: OidcOptions) {
    this.#options = options
    this.#warnings = new WarningLimit(options.log)
  }

  get policy(): ExternalUserPolicy {
    return this.#options.policy
  }

  /** The sign-in method that the page offers. */
  get method(): { name: string; url: string } {
    return { name: this.#options.name, url: `${this.#options.publicUrl}/api/login/oidc` }
  }

  /** The address of the page at this path. */
  pageAddress(path: string): string {
    return this.#options.publicUrl + path
  }

  /**
   * Begins a sign-in. Returns the provider's address, to which the browser is redirected, and a cookie, which
   * the browser sends when the provider redirects it back. Throws SignInError.
   */
  async begin(
    returnTo: string | undefined,
  ): Promise<{ address: string; cookie: string; maxAgeSeconds: number }> {
    try {
      const configuration = await this.#readConfiguration()
      const pending: PendingSignIn = {
        state: randomState(),
        nonce: randomNonce(),
        verifier: randomPKCECodeVerifier(),
        returnTo: localReturnPath(returnTo),
        expiresAt: Math.floor(Date.now() / 1_000) + pendingSeconds,
      }
      const address = buildAuthorizationUrl(configuration, {
        redirect_uri: this.pageAddress(callbackPath),
        scope: ['openid', ...this.#options.scopes].join(' '),
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: 'S256',
      })
      return {
        address: address.href,
        cookie: sealPending(this.#options.sealer, pending),
        maxAgeSeconds: pendingSeconds,
      }
    } catch (error) {
      throw this.#reported(error)
    }
  }

  /**
   * The sign-in to which an answer of the provider belongs. `query`: the query of the address to which the
   * provider sent the browser. `cookie`: as returned by `begin`. Throws SignInError `expired` if this browser
   * does not wait for the answer: any site can make a browser send one.
   */
  pendingOf(query: string, cookie: string | undefined): PendingSignIn {
    const pending = openPending(this.#options.sealer, cookie)
    if (pending !== undefined && new URLSearchParams(query).get('state') === pending.state) return pending
    // The answer is for another browser, an older tab, or a finished sign-in.
    throw this.#reported(new SignInError('expired', 'no sign-in of this browser waits for this answer'))
  }

  /** The proof in the provider's answer. `pending`: as returned by `pendingOf`. Throws SignInError. */
  async finish(query: string, pending: PendingSignIn): Promise<ExternalProof> {
    try {
      if (this.#exchanges.pendingCount >= maxWaiting) throw new SignInError('throttled')
      return await this.#exchanges(() => this.#exchange(query, pending))
    } catch (error) {
      throw this.#reported(error)
    }
  }

  /** The provider's sign-out address; undefined: unsupported or not wanted. */
  async endSessionAddress(idToken: string): Promise<string | undefined> {
    if (!this.#options.endsSession) return undefined
    try {
      const configuration = await this.#readConfiguration()
      if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined
      const parameters = {
        post_logout_redirect_uri: this.pageAddress('/'),
        ...(idToken !== '' && { id_token_hint: idToken }),
      }
      return buildEndSessionUrl(configuration, parameters).href
    } catch (error) {
      // Our own session has ended anyway.
      this.#reported(error, 'sign-out')
      return undefined
    }
  }

  async #exchange(query: string, pending: PendingSignIn): Promise<ExternalProof> {
    const { claims: names, sessionAgeSeconds } = this.#options
    const address = new URL(`${this.pageAddress(callbackPath)}?${query}`)
    const configuration = await this.#readConfiguration()
    const tokens = await authorizationCodeGrant(configuration, address, {
      expectedState: pending.state,
      expectedNonce: pending.nonce,
      pkceCodeVerifier: pending.verifier,
      idTokenExpected: true,
    })
    const idClaims = tokens.claims()
    if (idClaims === undefined || tokens.id_token === undefined) throw new SignInError('invalid')
    const hasAllClaims = [names.username, names.groups].every(name => claimAt(idClaims, name) !== undefined)
    const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined
    const userInfo: Claims =
      hasAllClaims || !hasUserInfo
        ? {}
        : await fetchUserInfo(configuration, tokens.access_token, idClaims.sub)
    return {
      account: accountOfClaims(idClaims, { ...userInfo, ...idClaims }, names),
      session: {
        maxAgeSeconds: sessionAgeSeconds,
        idToken: tokens.id_token.length > maxIdTokenLength ? '' : tokens.id_token,
      },
    }
  }

  /**
   * The provider's own description, read at the first use, so that this service starts without the provider.
   */
  #readConfiguration(): Promise<Configuration> {
    const current = this.#reading
    if (current !== undefined && current.until > Date.now()) return current.answer
    const reading = { answer: this.#discover(), until: Date.now() + configurationSeconds * 1_000 }
    reading.answer = reading.answer.then(
      configuration => {
        this.#configuration = configuration
        return configuration
      },
      error => {
        const previous = this.#configuration
        reading.until = Date.now() + (previous === undefined ? failureSeconds : retrySeconds) * 1_000
        // Keeps the previous configuration while the provider cannot be read.
        if (previous === undefined) throw error
        return previous
      },
    )
    this.#reading = reading
    return reading.answer
  }

  async #discover(): Promise<Configuration> {
    const { issuer, clientId } = this.#options
    const server = new URL(issuer)
    const configuration = await discovery(server, clientId, undefined, this.#clientAuth(), {
      timeout: this.#options.timeoutSeconds ?? defaultTimeoutSeconds,
      // The settings allow http only for this machine.
      execute: server.protocol === 'http:' ? [allowInsecureRequests] : [],
      [customFetch]: fetchBounded,
    }).catch(error => {
      const { failure, message } = signInErrorOf(error)
      // Discovery does not depend on a person, so an invalid answer is due to the settings or the provider.
      throw new SignInError(failure === 'invalid' ? 'misconfigured' : failure, message)
    })
    // Also checks signatures, instead of trusting the tokens' origin alone.
    enableNonRepudiationChecks(configuration)
    return configuration
  }

  #clientAuth(): ClientAuth {
    const { clientSecret, clientAuth } = this.#options
    if (clientSecret === undefined) return None()
    return clientAuth === 'basic' ? ClientSecretBasic(clientSecret) : ClientSecretPost(clientSecret)
  }

  /** Logs an error, and returns it as one that can be shown to people. */
  #reported(error: unknown, action: 'sign-in' | 'sign-out' = 'sign-in'): SignInError {
    const failed = signInErrorOf(error)
    const { name } = this.#options
    this.#warnings.warn(`A ${action} with ${name} failed (${failed.failure}): ${failed.message}`)
    return failed
  }
}

/** Metadata, keys, tokens and claims are a few kilobytes each. */
const maxAnswerBytes = 1_048_576

/**
 * Fetches an answer of bounded size and reads all of it. The signal of the options also aborts the reading.
 */
const fetchBounded: CustomFetch = async (url, options) => {
  // The library declares its own type of options, equal to fetch's.
  const answer = await fetch(url, options as RequestInit)
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of answer.body ?? []) {
    length += chunk.byteLength
    if (length > maxAnswerBytes) throw new TypeError(`the provider answers more than ${maxAnswerBytes} bytes`)
    chunks.push(chunk)
  }
  const { status, headers } = answer
  return new Response(length === 0 ? null : Buffer.concat(chunks), { status, headers })
}
