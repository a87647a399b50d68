import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readSettings, SettingsError } from './settings.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'millrace-settings-'))
afterAll(() => rmSync(folder, { recursive: true }))

function file(name: string, content: string): string {
  const full = path.join(folder, name)
  writeFileSync(full, content)
  return full
}

function faultsOf(env: Record<string, string>, config?: string): readonly string[] {
  try {
    readSettings(env, config)
  } catch (error) {
    if (error instanceof SettingsError) return error.faults
    throw error
  }
  return []
}

describe('values', () => {
  test('without anything given', () => {
    const { settings, warnings } = readSettings({ PATH: '/bin', MILLRACE_SYSLOG_UDP: '' })
    expect(settings).toEqual({
      httpHost: '127.0.0.1',
      httpPort: 8080,
      hstsDays: 365,
      hstsSubdomains: false,
      oidcClientAuth: 'basic',
      oidcName: 'single sign-on',
      oidcScopes: ['profile', 'email'],
      oidcUsernameClaim: 'preferred_username',
      oidcGroupsClaim: 'groups',
      oidcLogout: true,
      externalFirstSignIn: 'create',
      externalGroupRequired: false,
      externalSessionAge: 12,
      ldapTls: 'required',
      ldapUserFilter: '(uid={name})',
      ldapSubjectAttribute: 'entryUUID',
      ldapUsernameAttribute: 'uid',
      ldapEmailAttribute: 'mail',
      ldapFirstNameAttribute: 'givenName',
      ldapLastNameAttribute: 'sn',
      ldapGroupsAttribute: 'memberOf',
      ldapGroupNameAttribute: 'cn',
      ldapTimeout: 5,
      dataDir: path.resolve('data'),
      syslogUdp: { host: '0.0.0.0', port: 5514 },
      syslogTcp: { host: '0.0.0.0', port: 5514 },
      syslogRfc5424: { host: '0.0.0.0', port: 5601 },
      syslogTlsClients: 'none',
      gelfUdp: null,
      gelfTcp: null,
      syslogMaxConnections: 2_000,
      syslogFirstByte: 30,
      timezone: 'UTC',
      encoding: 'windows-1252',
      dedupWindow: 60,
      automaticFields: [],
      extraFields: 'structured_data',
      forwardAllow: ['127.0.0.0/8', '::1', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
      timeToleranceBack: 30,
      timeToleranceAhead: 2,
      retentionDays: 30,
      retentionBytes: 0,
      retentionClasses: [],
      spoolMax: 4_294_967_296,
      spoolPolicy: 'refuse',
      diskFloor: 268_435_456,
      quietAfter: 300,
      engineMemory: 900_000_000,
      queryTimeout: 120,
      slowQuery: 5_000,
      sql: false,
      sqlTimeout: 30,
      queryTtl: 900,
      clickhouseUser: 'default',
      clickhouseReplicated: false,
      bodyLimit: 1_048_576,
      incomingLimit: 67_108_864,
      incomingTokenShare: 50,
      minBodyRate: 4_096,
      httpMaxConnections: 5_000,
      websocketsPerUser: 100,
      websocketsPerScopedToken: 20,
      unreadAnswers: 67_108_864,
      publicHosts: [],
      rateLimit: 0,
      sessionIdle: 72,
      passwordMinLength: 8,
      passwordWords: [],
      archiveAfter: 7,
      archiveRetentionDays: 365,
      archiveS3PathStyle: true,
      archiveS3Region: 'us-east-1',
      auditDays: 400,
      auditToLog: false,
      auditEntries: 200_000,
      userQuota: 67_108_864,
      totalQuota: 1_073_741_824,
      postgresConnections: 10,
      postgresTimeout: 15,
      sessionAge: 14,
      trustedProxies: [],
      mailDomains: [],
      webhookAllow: [],
      actionRetention: 30,
      actionMax: 100_000,
      reportDisk: 4 * 1024 ** 3,
      reportDiskOwner: 1024 ** 3,
      geoipTags: [],
      geoipDetails: ['country', 'state', 'city', 'asn', 'organization'],
      mailFrom: 'millrace@localhost',
      mailAttachmentMax: 10 * 1024 ** 2,
      reportTimeout: 1_800,
      reportRetention: 30,
      metrics: 'off',
      logLevel: 'info',
      logPriority: false,
      demo: false,
    })
    expect(warnings).toEqual([])
  })

  test('of the environment go before values of the file', () => {
    const config = file(
      'both.yaml',
      'MILLRACE_HTTP_PORT: 9000\nMILLRACE_HTTP_HOST: 0.0.0.0\nMILLRACE_TIMEZONE:\nMILLRACE_TRUSTED_PROXIES:\n  - 10.0.0.1\n  - 10.1.0.0/16\n',
    )
    const { settings } = readSettings({ MILLRACE_HTTP_PORT: '9001' }, config)
    expect(settings.httpPort).toBe(9001)
    expect(settings.httpHost).toBe('0.0.0.0')
    expect(settings.timezone).toBe('UTC')
    expect(settings.trustedProxies).toEqual(['10.0.0.1', '10.1.0.0/16'])
  })

  test('of secrets may stand in files', () => {
    const secret = file('password', 'correct horse battery\n')
    expect(readSettings({ MILLRACE_ADMIN_PASSWORD_FILE: secret }).settings.adminPassword).toBe(
      'correct horse battery',
    )
    const config = file('secret.yaml', `MILLRACE_ADMIN_PASSWORD_FILE: ${secret}\n`)
    expect(readSettings({}, config).settings.adminPassword).toBe('correct horse battery')
    expect(readSettings({ MILLRACE_ADMIN_PASSWORD: 'from outside' }, config).settings.adminPassword).toBe(
      'from outside',
    )
    for (const nothing of ['', '\n', '\r\n']) {
      const empty = {
        MILLRACE_ADMIN_PASSWORD_FILE: file('empty', nothing),
        MILLRACE_SMTP_URL_FILE: file('none', ''),
      }
      expect(readSettings(empty, config).settings.adminPassword).toBe('correct horse battery')
      expect(readSettings(empty).settings).not.toHaveProperty('adminPassword')
      const plain = { ...empty, MILLRACE_ADMIN_PASSWORD: 'from outside' }
      expect(readSettings(plain).settings.adminPassword).toBe('from outside')
      expect(readSettings(empty).settings).not.toHaveProperty('smtpUrl')
    }
  })

  test('of a ClickHouse server: the address is a secret, which may be in a file, and faults do not show it', () => {
    const url = 'https://millrace:p%40ss@clickhouse.example.com:8443'
    const given = {
      MILLRACE_CLICKHOUSE_URL_FILE: file('clickhouse', `${url}\n`),
      MILLRACE_CLICKHOUSE_PASSWORD_FILE: file('clickhouse-password', 'p4ss word\n'),
    }
    expect(readSettings(given).settings).toMatchObject({
      clickhouseUrl: url,
      clickhouseUser: 'default',
      clickhousePassword: 'p4ss word',
    })
    for (const bad of ['tcp://user:p4ss@host:9000', `${url},http://other:p4ss@host`]) {
      const [fault = ''] = faultsOf({ MILLRACE_CLICKHOUSE_URL: bad })
      expect(fault).toMatch(/^MILLRACE_CLICKHOUSE_URL must/)
      expect(fault).not.toContain('p4ss')
    }
  })

  test('of the tolerance follow a shorter retention', () => {
    expect(readSettings({ MILLRACE_RETENTION_DAYS: '7' }).settings.timeToleranceBack).toBe(7)
    expect(readSettings({ MILLRACE_RETENTION_DAYS: '90' }).settings.timeToleranceBack).toBe(30)
  })
})

test('relative paths are meant from where the program is started', () => {
  const rules = path.relative('.', folder)
  const { settings } = readSettings({ MILLRACE_RULES_DIR: rules, MILLRACE_GEOIP_FILE: 'city.mmdb' })
  expect([settings.rulesDir, settings.geoipFile]).toEqual([folder, path.resolve('city.mmdb')])
})

test.each([
  ['is not there', 'no-such-rules'],
  ['is a file', 'package.json'],
])('a folder of rules that %s is refused with its whole path', (_, rules) => {
  expect(faultsOf({ MILLRACE_RULES_DIR: rules })).toEqual([
    `MILLRACE_RULES_DIR must be a folder, and ${path.resolve(rules)} is none`,
  ])
})

test('a provider needs a client id, and the address that it sends browsers back to', () => {
  const issuer = { MILLRACE_OIDC_ISSUER: 'https://login.example.com' }
  const needs = ['MILLRACE_OIDC_ISSUER needs MILLRACE_OIDC_CLIENT_ID and MILLRACE_PUBLIC_URL']
  expect(faultsOf(issuer)).toEqual(needs)
  expect(faultsOf({ ...issuer, MILLRACE_OIDC_CLIENT_ID: 'logs' })).toEqual(needs)
  const whole = {
    ...issuer,
    MILLRACE_OIDC_CLIENT_ID: 'logs',
    MILLRACE_PUBLIC_URL: 'https://logs.example.com',
  }
  expect(faultsOf(whole)).toEqual([])
})

const ldap = { MILLRACE_LDAP_URL: 'ldaps://ldap.example.com', MILLRACE_LDAP_BASE: 'dc=example,dc=com' }

test.each<[Record<string, string>, string[]]>([
  [ldap, []],
  [{ ...ldap, MILLRACE_LDAP_BASE: '' }, ['MILLRACE_LDAP_URL needs MILLRACE_LDAP_BASE']],
  [
    { ...ldap, MILLRACE_LDAP_BIND_DN: 'cn=a' },
    ['MILLRACE_LDAP_BIND_DN and MILLRACE_LDAP_BIND_PASSWORD are needed both, or none of them'],
  ],
  [{ ...ldap, MILLRACE_LDAP_USER_FILTER: '(uid=ann)' }, ['MILLRACE_LDAP_USER_FILTER must have {name}']],
  [
    { ...ldap, MILLRACE_LDAP_GROUP_FILTER: '(member={user})' },
    ['MILLRACE_LDAP_GROUP_FILTER must not have {user}, only {dn} or {name}'],
  ],
  [
    { ...ldap, MILLRACE_LDAP_URL: 'https://ldap.example.com' },
    [
      'MILLRACE_LDAP_URL must be addresses such as ldaps://ldap.example.com or ldap://ldap.example.com:389, separated by commas; at most 5, not "https://ldap.example.com"',
    ],
  ],
])('the directory %j', (env, faults) => {
  expect(faultsOf(env)).toEqual(faults)
})

test('tags of places need a file', () => {
  expect(faultsOf({ MILLRACE_GEOIP_TAGS: 'SrcIP' })).toEqual([
    'MILLRACE_GEOIP_TAGS needs a file in MILLRACE_GEOIP_FILE or MILLRACE_GEOIP_ASN_FILE',
  ])
  expect(faultsOf({ MILLRACE_GEOIP_TAGS: 'SrcIP', MILLRACE_GEOIP_ASN_FILE: 'asn.mmdb' })).toEqual([])
})

describe('faults', () => {
  test('are all reported at once', () => {
    const faults = faultsOf({
      MILLRACE_HTTP_PORT: 'ninety',
      MILLRACE_HTTP_TLS_CERT: '/cert.pem',
      MILLRACE_SYSLOG_UDP: 'everywhere',
      MILLRACE_ADMIN_TOKEN: 'user-sesame',
      MILLRACE_DEDUP_WINDOW: '3601',
      MILLRACE_TIMEZONE: 'Europe/Atlantis',
      MILLRACE_RETENTION_DAYS: '7',
      MILLRACE_TIME_TOLERANCE_BACK: '8',
      MILLRACE_SYSLOG_RFC5424: '127.0.0.1:5514',
    })
    expect(faults).toEqual([
      'MILLRACE_HTTP_PORT must be a whole number from 0 to 65535, not "ninety"',
      'MILLRACE_ADMIN_TOKEN must be user- followed by 48 hexadecimal digits in lower case',
      'MILLRACE_SYSLOG_UDP must be host:port, a port, or off, not "everywhere"',
      'MILLRACE_DEDUP_WINDOW must be a whole number from 0 to 3600, not "3601"',
      'MILLRACE_TIMEZONE must be a time zone such as UTC or Europe/Berlin, not "Europe/Atlantis"',
      'MILLRACE_TIME_TOLERANCE_BACK (8 days) must not be longer than MILLRACE_RETENTION_DAYS (7)',
      'MILLRACE_HTTP_TLS_CERT and MILLRACE_HTTP_TLS_KEY are needed both, or none of them',
      'MILLRACE_SYSLOG_RFC5424 and MILLRACE_SYSLOG_TCP both listen on TCP port 5514',
    ])
  })

  test('make one message of a line each', () => {
    const error = new SettingsError(['a', 'b'])
    expect(error.message).toBe('Settings are not usable:\n  a\n  b')
  })

  const secret = file('secret', 'x')
  const missing = path.join(folder, 'missing')
  const cases: [name: string, env: Record<string, string>, yaml: string | undefined, faults: string[]][] = [
    [
      'a missing secret file',
      { MILLRACE_ADMIN_PASSWORD_FILE: missing },
      undefined,
      [`The file of MILLRACE_ADMIN_PASSWORD_FILE, ${missing}, is not there`],
    ],
    [
      'a secret twice',
      { MILLRACE_ADMIN_PASSWORD_FILE: secret, MILLRACE_ADMIN_PASSWORD: 'y' },
      undefined,
      ['MILLRACE_ADMIN_PASSWORD and MILLRACE_ADMIN_PASSWORD_FILE are both given; only one can be meant'],
    ],
    [
      'a file that is no YAML',
      {},
      'MILLRACE_HTTP_PORT: [1',
      [
        'The file of --config, CONFIG, is no YAML: Flow sequence in block collection must be sufficiently indented and end with a ] at line 1, column 23',
      ],
    ],
    [
      'a name twice',
      {},
      'MILLRACE_HTTP_PORT: 1\nMILLRACE_HTTP_PORT: 2',
      ['The file of --config, CONFIG, is no YAML: Map keys must be unique at line 2, column 1'],
    ],
    [
      'a tag',
      {},
      'MILLRACE_HTTP_PORT: !!js/function 1',
      [
        'The file of --config, CONFIG, is no YAML: Unresolved tag: tag:yaml.org,2002:js/function at line 1, column 21',
      ],
    ],
    [
      'a list',
      {},
      '- 1',
      [
        'The file of --config, CONFIG, must hold one mapping of names to values, such as MILLRACE_HTTP_PORT: 8080',
      ],
    ],
    [
      'a value of the wrong kind',
      {},
      'MILLRACE_HTTP_PORT: {a: 1}',
      ['MILLRACE_HTTP_PORT must be a whole number from 0 to 65535, not {"a":1}'],
    ],
  ]
  test.each(cases)('of %s', (name, env, yaml, faults) => {
    const config = yaml === undefined ? undefined : file(`${name}.yaml`, yaml)
    expect(faultsOf(env, config)).toEqual(faults.map(fault => fault.replace('CONFIG', config ?? '')))
  })

  test('of many aliases', () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x]']
    for (let level = 1; level < 9; level++) {
      lines.push(`a${level}: &a${level} [${Array.from({ length: 9 }, () => `*a${level - 1}`).join(', ')}]`)
    }
    const config = file('bomb.yaml', lines.join('\n'))
    expect(faultsOf({}, config)).toEqual([`The file of --config, ${config}, has too many aliases`])
  })

  test.each([
    [{ MILLRACE_ADMIN_PASSWORD: 'x' }, ['Ensure this field has at least 8 characters.']],
    [{ MILLRACE_ADMIN_PASSWORD: 'P@ssw0rd1' }, ['This password is too common.']],
    [
      { MILLRACE_ADMIN_PASSWORD: 'tree-house', MILLRACE_PASSWORD_MIN_LENGTH: '12' },
      ['Ensure this field has at least 12 characters.'],
    ],
    [{ MILLRACE_ADMIN_PASSWORD: 'fjxq', MILLRACE_PASSWORD_MIN_LENGTH: '4' }, []],
  ])('tell a password that would be guessed, %j', (env, sentences) => {
    expect(faultsOf(env)).toEqual(sentences.map(one => `MILLRACE_ADMIN_PASSWORD is refused: ${one}`))
  })

  test('never show a secret', () => {
    const password = 'p'.repeat(1_001)
    const faults = faultsOf({ MILLRACE_ADMIN_PASSWORD: password, MILLRACE_ADMIN_TOKEN: 'user-hunter2' })
    expect(faults).toHaveLength(2)
    expect(faults.join()).not.toMatch(/ppp|hunter2/)
  })
})

test('an unknown setting is named, with the likely one', () => {
  const config = file('strangers.yaml', 'MILLRACE_RETENTION: 1\nhttp_port: 1\n')
  const { warnings } = readSettings(
    {
      MILLRACE_HTTP_PROT: '1',
      MILLRACE_KAFKA: '1',
      // Settings of commands that call a running Millrace.
      MILLRACE_URL: 'http://127.0.0.1:8080',
      MILLRACE_TOKEN: 'user-1',
    },
    config,
  )
  expect(warnings).toEqual([
    'MILLRACE_HTTP_PROT is not a setting; ignored. Did you mean MILLRACE_HTTP_PORT?',
    'MILLRACE_KAFKA is not a setting; ignored',
    'MILLRACE_RETENTION is not a setting; ignored',
    'http_port is not a setting; ignored',
  ])
})
