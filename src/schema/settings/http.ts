import { Type } from 'typebox'
import { bytes } from './setting-types.ts'

/** Settings of the page and the HTTP interface. */
export const httpSettings = {
  httpHost: Type.String({
    title: 'Address of the page and the HTTP interface',
    description: 'The default accepts connections from this machine only; 0.0.0.0 opens it to the network.',
    default: '127.0.0.1',
    minLength: 1,
  }),
  httpPort: Type.Integer({
    title: 'Port of the page and the HTTP interface',
    description: '0 = any free port; the line `listening http://host:port` reports it.',
    default: 8080,
    minimum: 0,
    maximum: 65_535,
  }),
  httpTlsCert: Type.Optional(
    Type.String({
      title: 'Certificate of the page and the HTTP interface',
      description:
        'A PEM file with the intermediate certificates. With it, both are served only over https. You may replace it at any time: new connections use it within 10 s, or on SIGHUP.',
      minLength: 1,
    }),
  ),
  httpTlsKey: Type.Optional(
    Type.String({
      title: 'Private key of that certificate',
      description: 'A PEM file without a passphrase.',
      minLength: 1,
    }),
  ),
  hstsDays: Type.Integer({
    title: 'Strict-Transport-Security, days',
    description:
      'For this time, browsers use only https for this host name, on any port. Sent if MILLRACE_PUBLIC_URL begins with https; 0 = never.',
    default: 365,
    minimum: 0,
    maximum: 3_650,
  }),
  hstsSubdomains: Type.Boolean({
    title: 'Strict-Transport-Security of subdomains, too',
    description:
      'Adds includeSubDomains. Set it only if every service on a subdomain of the public host name is served over https.',
    default: false,
  }),
  bodyLimit: bytes({
    title: 'Maximum size of a request body',
    description: 'A larger body gets the answer 413.',
    default: 1024 ** 2,
    minimum: 1024,
  }),
  incomingLimit: bytes({
    title: 'Maximum size of a body on /incoming',
    description: 'Applies to the body as received, and again once it is decompressed.',
    default: 64 * 1024 ** 2,
    minimum: 1024 ** 2,
  }),
  incomingTokenShare: Type.Integer({
    title: 'Share of one token in the room for bodies on /incoming, percent',
    description:
      'The buffer holds four bodies of the maximum size. Further bodies of a token that uses its share get 503. One body of the maximum size always fits.',
    default: 50,
    minimum: 1,
    maximum: 100,
  }),
  minBodyRate: bytes({
    title: 'Minimum rate of a request body, bytes per second',
    description:
      'Millrace answers 408 to a body that is slower, on average, after 10 seconds; 0 = no minimum.',
    default: 4 * 1024,
    minimum: 0,
  }),
  httpMaxConnections: Type.Integer({
    title: 'Maximum open connections of the HTTP interface',
    description: 'Websockets count too. Millrace closes further connections at once and logs how many.',
    default: 5_000,
    minimum: 1,
    maximum: 100_000,
  }),
  httpMaxPerAddress: Type.Optional(
    Type.Integer({
      title: 'Maximum open connections of one address to the HTTP interface',
      description:
        'A network (/64) of IPv6 counts as one address. Addresses of MILLRACE_TRUSTED_PROXIES have no such maximum. Millrace closes further connections at once and logs the address. Default: half of MILLRACE_HTTP_MAX_CONNECTIONS.',
      minimum: 1,
      maximum: 100_000,
    }),
  ),
  websocketsPerUser: Type.Integer({
    title: 'Maximum websockets of one user',
    description: 'Further ones are answered 503.',
    default: 100,
    minimum: 1,
    maximum: 10_000,
  }),
  websocketsPerScopedToken: Type.Integer({
    title: 'Maximum websockets of one token of dashboards',
    description: 'A screen needs one. They count as websockets of the user of the token, too.',
    default: 20,
    minimum: 1,
    maximum: 10_000,
  }),
  unreadAnswers: bytes({
    title: 'Maximum size of answers that one user or token has not read',
    description:
      'Further large answers are a 503, until the client reads. A single answer is always sent. Connections that read nothing are closed after 30 to 60 seconds.',
    default: 64 * 1024 ** 2,
    minimum: 1024 ** 2,
  }),
  rateLimit: Type.Integer({
    title: 'Requests per minute for each token',
    description: 'Further requests get the answer 429; 0 = no limit.',
    default: 0,
    minimum: 0,
    maximum: 1_000_000,
  }),
  sessionAge: Type.Number({
    title: 'Lifetime of a login, days',
    description: 'Accepts fractions: 0.5 = twelve hours.',
    default: 14,
    minimum: 0.01,
    maximum: 400,
  }),
  sessionIdle: Type.Number({
    title: 'Time without use that ends a login, hours',
    description: 'An open page counts as use. 0 = only MILLRACE_SESSION_AGE ends it.',
    default: 72,
    minimum: 0,
    maximum: 9_600,
  }),
  trustedProxies: Type.Unsafe<string[]>({
    type: 'string',
    format: 'networks',
    title: 'Reverse proxies in front of the HTTP interface',
    description:
      'Millrace trusts X-Forwarded-For and X-Forwarded-Proto from these addresses only: [reverse-proxy.md](reverse-proxy.md).',
    default: '',
  }),
  publicUrl: Type.Optional(
    Type.String({
      title: 'Public address of this service, such as https://logs.example.com',
      description:
        'Mails link to it; without it they have no links. With https all session cookies are Secure, so users cannot sign in over http.',
      format: 'web-address',
      maxLength: 2_000,
    }),
  ),
  publicHosts: Type.Unsafe<readonly string[]>({
    type: 'string',
    format: 'domains',
    title: 'Further host names by which browsers reach this service',
    description:
      'Signing in and sessions work only under these names, the name of MILLRACE_PUBLIC_URL and the names of this machine: [reverse-proxy.md](reverse-proxy.md).',
    default: '',
  }),
  metrics: Type.Enum(['off', 'token'], {
    title: 'GET /metrics',
    description: 'Counters for Prometheus: off, or for USER tokens that see all hosts.',
    default: 'off',
  }),
}
