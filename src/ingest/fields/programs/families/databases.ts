import type { FieldsDraft } from '../patterns/fields-draft.ts'
import { linesOf, type Parser, type ParserFamily } from '../patterns/parser.ts'
import { Pattern } from '../patterns/pattern.ts'
import { failure, login, success } from './constant-fields.ts'

const postgresText = linesOf([
  ['duration: {duration_ms:number} ms  statement: {db.query.text:text}'],
  ['duration: {duration_ms:number} ms  execute {:text}: {db.query.text:text}'],
  ['duration: {duration_ms:number} ms  parse {:text}: {db.query.text:text}'],
  ['duration: {duration_ms:number} ms  bind {:text}: {db.query.text:text}'],
  ['duration: {duration_ms:number} ms  plan:*'],
  ['duration: {duration_ms:number} ms'],
  ['statement: {db.query.text:text}'],
  [
    'connection received: host={client.address:text} port={client.port:number}',
    { 'event.action': 'connect' },
  ],
  ['connection received: host={client.address:text}', { 'event.action': 'connect' }],
  ['connection authorized: user={user.name:word} database={db.namespace:word} *', { ...login, ...success }],
  ['connection authorized: user={user.name:word} database={db.namespace:word}', { ...login, ...success }],
  ['connection authenticated: identity="{user.name:text}" method={:word} *', { ...login, ...success }],
  [
    'disconnection: session time: {duration_ms:clock} user={user.name:word} database={db.namespace:word} host={client.address:word}*',
    { 'event.action': 'disconnect' },
  ],
  ['password authentication failed for user "{user.name:longest}"', { ...login, ...failure }],
  [
    'no pg_hba.conf entry for host "{client.address:text}", user "{user.name:text}", database "{db.namespace:text}"*',
    { ...login, ...failure },
  ],
  ['role "{user.name:longest}" does not exist', { ...login, ...failure }],
  ['database "{db.namespace:longest}" does not exist', failure],
  ['automatic {event.action:text} of table "{:text}": *'],
  ['checkpoint {event.action:text}: *'],
])

/** Words before the text of a line, and whether they report an error. */
const postgresLevels: ReadonlyMap<string, boolean> = new Map([
  ['LOG', false],
  ['ERROR', true],
  ['FATAL', true],
  ['PANIC', true],
  ['WARNING', false],
  ['NOTICE', false],
  ['INFO', false],
  ['DETAIL', false],
  ['HINT', false],
  ['STATEMENT', false],
  ['CONTEXT', false],
])
/** `23505` and `3D000` of the SQL standard, `28P01` of PostgreSQL; but not `ALPHA`. */
const sqlState = /^[0-9A-Z]{2}(?:[0-9][0-9A-Z]{2}|P[0-9]{2})$/
/** Maximum length of what log_line_prefix writes, with the `[5-1] ` of syslog. */
const maxPrefixLength = 256

const postgres: Parser = {
  product: 'PostgreSQL',
  programs: ['postgres', 'postgresql'],
  example:
    '[5-1] 2026-01-02 03:04:05.678 UTC [991] ann@shop LOG:  duration: 812.4 ms  statement: SELECT * FROM orders WHERE id = 7',
  read: readPostgres,
  fields: [
    'user.name',
    'db.namespace',
    'db.response.status_code',
    'error.message',
    ...postgresText.fields.filter(field => field !== 'user.name' && field !== 'db.namespace'),
  ],
}

/** A colon and two spaces follow the level: `ERROR:  `. Operators choose the prefix (log_line_prefix). */
function readPostgres(text: string, at: number, draft: FieldsDraft): boolean {
  const colon = text.indexOf(':  ', at)
  if (colon === -1 || colon - at > maxPrefixLength) return false
  const levelStart = Math.max(at, text.lastIndexOf(' ', colon) + 1)
  const isError = postgresLevels.get(text.slice(levelStart, colon))
  if (isError === undefined) return false
  const prefix = text.slice(at, levelStart).trimEnd()
  addPostgresPrefix(prefix, draft)
  const start = colon + 3
  if (text.startsWith('STATEMENT', levelStart)) draft.add('db.query.text', text.slice(start))
  else if (!postgresText.read(text, start, draft) && isError) draft.add('error.message', text.slice(start))
  return true
}

/**
 * Adds user and database, written `ann@shop` or `user=ann,db=shop,client=192.0.2.7`, and a SQLSTATE (`%e`)
 * other than 00000, from anywhere in the prefix.
 */
function addPostgresPrefix(prefix: string, draft: FieldsDraft): void {
  for (const word of prefix.split(' ', 16)) {
    const atSign = word.indexOf('@')
    if (atSign > 0 && atSign < word.length - 1 && !word.includes('[')) {
      draft.add('user.name', word.slice(word.startsWith('user=') ? 5 : 0, atSign))
      draft.add('db.namespace', word.slice(atSign + 1))
    } else if (word.startsWith('user=')) {
      for (const pair of word.split(',', 4)) {
        if (pair.startsWith('user=')) draft.add('user.name', pair.slice(5))
        else if (pair.startsWith('db=')) draft.add('db.namespace', pair.slice(3))
        else if (pair.startsWith('client=')) draft.add('client.address', pair.slice(7))
      }
    } else if (word !== '00000' && sqlState.test(word)) draft.add('db.response.status_code', word)
  }
}

const mysqlText = linesOf([
  [
    "Access denied for user '{user.name:longest}'@'{client.address:text}' (using password: {:word})",
    { ...login, ...failure },
  ],
  [
    "Access denied for user '{user.name:text}'@'{client.address:text}' to database '{db.namespace:text}'",
    failure,
  ],
  [
    "Aborted connection {:number} to db: '{db.namespace:text}' user: '{user.name:text}' host: '{client.address:text}' ({event.reason:text})",
    failure,
  ],
  ["IP address '{client.address:text}' could not be resolved: {event.reason:text}", failure],
  ['{:text}: ready for connections*', { 'event.action': 'start' }],
  ['{:text}: Normal shutdown*', { 'event.action': 'stop' }],
  ['{:text}: Shutdown complete*', { 'event.action': 'stop' }],
])
const mysqlHead = new Pattern('{:word} {:number} [{:text}] [{event.code:text}] [{log.logger:text}] *')
const slowQuery = new Pattern('# Query_time: {duration_ms:seconds}  Lock_time: {:number} *')

const mysql: Parser = {
  product: 'MySQL, MariaDB',
  programs: ['mysqld', 'mysql', 'mariadbd', 'mariadb', 'mysqld_safe', 'mysqld-server'],
  example:
    "2026-01-02T03:04:05.678901Z 12 [Note] [MY-010926] [Server] Access denied for user 'ann'@'192.0.2.7' (using password: YES)",
  read: readMysql,
  fields: ['event.code', 'log.logger', 'error.message', 'duration_ms', ...mysqlText.fields],
}

/** MySQL 8 writes code and subsystem in brackets after the level. Older versions and MariaDB do not. */
function readMysql(text: string, at: number, draft: FieldsDraft): boolean {
  if (slowQuery.read(text, at, draft)) return true
  const open = text.indexOf('[', at)
  if (open === -1 || open - at > 64) return mysqlText.read(text, at, draft)
  const level = text.slice(open + 1, text.indexOf(']', open))
  if (!mysqlLevels.has(level.toLowerCase())) return false
  let start = text.indexOf('] ', open) + 2
  // Skips code and subsystem.
  if (mysqlHead.read(text, at, draft)) start = text.indexOf('] ', text.indexOf('] ', start) + 2) + 2
  if (!mysqlText.read(text, start, draft) && level.toLowerCase() === 'error')
    draft.add('error.message', text.slice(start))
  return true
}

const mysqlLevels: ReadonlySet<string> = new Set(['note', 'warning', 'error', 'system', 'info'])

const redisText = linesOf([
  ['DB saved on disk', { 'event.action': 'saved' }],
  ['DB loaded from disk: {duration_ms:seconds} seconds', { 'event.action': 'loaded' }],
  ['Ready to accept connections*', { 'event.action': 'start' }],
  ['Accepted {client.address:address}:{:number}', { 'event.action': 'connect' }],
  ['Background saving started by pid {:number}', { 'event.action': 'save started' }],
  ['Background saving terminated with success', { 'event.action': 'saved' }],
  [
    'Replica {client.address:address}:{:number} asks for synchronization',
    { 'event.action': 'synchronization' },
  ],
  ['MASTER <-> REPLICA sync: {event.reason:text}', { 'event.action': 'synchronization' }],
  ['Error {event.reason:text}', failure],
  ['User requested shutdown...', { 'event.action': 'stop' }],
])
const redisLoggers: ReadonlyMap<string, string> = new Map([
  ['M', 'master'],
  ['S', 'replica'],
  ['C', 'child'],
  ['X', 'sentinel'],
])

const redis: Parser = {
  product: 'Redis, Valkey, KeyDB',
  programs: ['redis', 'redis-server', 'redis-sentinel', 'valkey', 'valkey-server', 'keydb-server'],
  example: '991:M 02 Jan 2026 03:04:05.678 * Ready to accept connections tcp',
  read: readRedis,
  fields: ['process.pid', 'log.logger', 'error.message', ...redisText.fields],
}

/** `991:M 02 Jan 2026 03:04:05.678 * text`: process, role, time, and a level, of which # means a warning. */
const redisHead = /^(\d{1,8}):([MSCX]) \d{1,2} [A-Z][a-z]{2} \d{4} [\d:.]{8,16} ([.*#-]) /
const maxRedisHeadLength = 48

function readRedis(text: string, at: number, draft: FieldsDraft): boolean {
  const [head, pid = '', role = '', level] = redisHead.exec(text.slice(at, at + maxRedisHeadLength)) ?? []
  if (head === undefined) return false
  draft.add('process.pid', pid)
  draft.add('log.logger', redisLoggers.get(role) ?? '')
  const start = at + head.length
  if (!redisText.read(text, start, draft) && level === '#') draft.add('error.message', text.slice(start))
  return true
}

const elasticsearch: Parser = {
  product: 'Elasticsearch, OpenSearch, Logstash: log4j layout',
  programs: ['elasticsearch', 'opensearch', 'logstash'],
  startsWith: '[',
  example:
    '[2026-01-02T03:04:05,678][WARN ][o.e.c.r.a.DiskThresholdMonitor] [node-1] high disk watermark [90%] exceeded on [x][node-1]',
  ...linesOf([['[{:word}][{:text}][{log.logger:text}] {:text}*']]),
}

const mssql: Parser = {
  product: 'Microsoft SQL Server',
  programs: ['mssqlserver', 'sqlservr', 'mssql'],
  example:
    "Login failed for user 'sa'. Reason: Password did not match that for the login provided. [CLIENT: 192.0.2.7]",
  ...linesOf([
    [
      "Login failed for user '{user.name:longest}'. Reason: {event.reason:text} [CLIENT: {client.address:text}]",
      { ...login, ...failure },
    ],
    [
      "Login failed for user '{user.name:longest}'. [CLIENT: {client.address:text}]",
      { ...login, ...failure },
    ],
    [
      "Login succeeded for user '{user.name:longest}'. Connection made using {:text}. [CLIENT: {client.address:text}]",
      { ...login, ...success },
    ],
  ]),
}

/** Parsers of lines of databases. See Pattern for the text in braces. */
export const databases: ParserFamily = {
  title: 'Databases',
  parsers: [postgres, mysql, redis, elasticsearch, mssql],
}
