import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Provider } from 'oidc-provider'

export const clientId = 'millrace'
export const clientSecret = 'the secret of the client, with : and %'
const keyId = 'key-1'
const maxRedirects = 12

/** The sign-out page; the library's own page loads fonts from other sites. */
function logoutSource(context: { body: unknown }, form: string): void {
  const button = '<button type="submit" form="op.logoutForm" name="logout" value="yes">Yes</button>'
  context.body = `<!doctype html><title>Sign out</title><link rel="icon" href="data:,">${form}${button}`
}

/** Changes to an ID token's claims before it is signed again; `key` absent: with the provider's key. */
export interface Tampering {
  claims?: Readonly<Record<string, unknown>>
  key?: KeyObject
  /** Instead of RS256; `none` has no signature. */
  alg?: string
}

/** A real OpenID Connect provider on its own port. Tests may forge its ID tokens. */
export class TestProvider {
  readonly issuer: string
  /** Claims by subject. */
  readonly people: Record<string, Record<string, unknown>> = {}
  /** The person who signs in; null: refuses to. */
  person: string | null = null
  /** Applies to the next ID tokens. */
  tampering: Tampering | undefined
  /** Paths of requests that this service made. */
  readonly asked: string[] = []
  readonly #server: Server
  readonly #key: KeyObject
  readonly #provider: Provider

  private constructor(server: Server, issuer: string, publicUrl: string, inUserInfo: boolean) {
    this.#server = server
    this.issuer = issuer
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    this.#key = privateKey
    this.#provider = new Provider(issuer, {
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: [`${publicUrl}/api/login/oidc/callback`],
          post_logout_redirect_uris: [`${publicUrl}/`],
          response_types: ['code'],
          grant_types: ['authorization_code'],
        },
      ],
      jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: keyId, use: 'sig', alg: 'RS256' }] },
      cookies: { keys: ['of a test'] },
      scopes: ['openid', 'profile', 'email'],
      claims: {
        openid: ['sub'],
        profile: ['preferred_username', 'given_name', 'family_name', 'groups'],
        email: ['email', 'email_verified'],
      },
      conformIdTokenClaims: inUserInfo,
      pkce: { required: () => true },
      // Seconds; the provider logs a warning about defaults.
      ttl: { AccessToken: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
      features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true, logoutSource } },
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      findAccount: (_context, sub) => ({
        accountId: sub,
        claims: () => ({ sub, ...this.people[sub] }),
      }),
      async loadExistingGrant({ oidc }) {
        const grant = new oidc.provider.Grant({
          clientId: oidc.client?.clientId ?? '',
          accountId: oidc.session?.accountId ?? '',
        })
        grant.addOIDCScope('openid profile email')
        await grant.save()
        return grant
      },
    })
    server.on('request', (request, response) => void this.#answer(request, response))
  }

  /** `inUserInfo`: ID tokens lack the claims, which must be requested. */
  static async start(publicUrl: string, { inUserInfo = false } = {}): Promise<TestProvider> {
    const server = createServer()
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('not listening on a port')
    return new TestProvider(server, `http://127.0.0.1:${address.port}`, publicUrl, inUserInfo)
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise(resolve => this.#server.close(resolve))
  }

  /**
   * Acts as a browser in which this person signs in (null: refuses to), until the provider redirects it back.
   * Returns that address.
   */
  async authorize(address: string, person: string | null): Promise<URL> {
    this.person = person
    const cookies = new Map<string, string>()
    let at = new URL(address)
    for (let count = 0; count < maxRedirects; count++) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await fetch(at, { redirect: 'manual', headers: { cookie } })
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        cookies.set(name, value)
      }
      const location = answer.headers.get('location')
      if (location === null) throw new Error(`${at.pathname} answers ${answer.status}`)
      at = new URL(location, at)
      if (at.origin !== this.issuer) return at
    }
    throw new Error('the provider redirects for ever')
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '/', this.issuer)
    const isForwarded = request.headers['x-straight'] !== undefined
    if (!isForwarded) this.asked.push(pathname)
    if (pathname.startsWith('/interaction/')) {
      const result = this.person === null ? { error: 'access_denied' } : { login: { accountId: this.person } }
      await this.#provider.interactionFinished(request, response, result)
    } else if (pathname === '/token' && this.tampering !== undefined && !isForwarded) {
      await this.#forge(request, response, this.tampering)
    } else await this.#provider.callback()(request, response)
  }

  /** Forwards to the provider, and replaces its ID token. */
  async #forge(request: IncomingMessage, response: ServerResponse, tampering: Tampering): Promise<void> {
    const body: Buffer[] = []
    for await (const chunk of request) body.push(chunk)
    const { authorization = '', 'content-type': type = '' } = request.headers
    const answer = await fetch(`${this.issuer}/token`, {
      method: 'POST',
      headers: { authorization, 'content-type': type, 'x-straight': '1' },
      body: Buffer.concat(body),
    })
    const tokens: unknown = await answer.json()
    const hasIdToken = typeof tokens === 'object' && tokens !== null && 'id_token' in tokens
    const forged = hasIdToken
      ? { ...tokens, id_token: this.#forgedToken(String(tokens.id_token), tampering) }
      : tokens
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(forged))
  }

  #forgedToken(token: string, { claims, key, alg = 'RS256' }: Tampering): string {
    const [, payload = ''] = token.split('.')
    const given: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const encoded = [
      { alg, kid: keyId },
      { ...(given as object), ...claims },
    ].map(part => Buffer.from(JSON.stringify(part)).toString('base64url'))
    const text = encoded.join('.')
    const signature =
      alg === 'none' ? '' : sign('sha256', Buffer.from(text), key ?? this.#key).toString('base64url')
    return `${text}.${signature}`
  }
}
