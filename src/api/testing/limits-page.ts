import type { RouteOptions } from 'fastify'
import { maxBodyEvents } from '../../ingest/body/item-counter.ts'
import { maxFullLength, maxReasons } from '../../ingest/receivers/bulk-items.ts'
import { maxRules } from '../../ingest/rules/read-file.ts'
import { maxRuleTextLength } from '../../ingest/rules/rule-text.ts'
import { maxDashboardsPerOwner } from '../../metadata/dashboards/dashboards.ts'
import { maxTemplates } from '../../metadata/dashboards/templates/template-folder.ts'
import { maxOwnTemplates } from '../../metadata/dashboards/templates/template-owners.ts'
import { maxTemplateBytes } from '../../metadata/dashboards/templates/template-text.ts'
import { maxDashboardBytes } from '../../metadata/dashboards/widgets.ts'
import { maxPageBytes } from '../../metadata/lists/page-bytes.ts'
import { maxNotes } from '../../metadata/notes/event-notes.ts'
import { maxUnfinishedPerOwner } from '../../metadata/reports/reports.ts'
import { maxSchedules } from '../../metadata/reports/schedules.ts'
import { maxHoldBytes, maxHolds, maxHoldsInForce } from '../../metadata/retention/legal-holds.ts'
import { maxSearchesPerOwner } from '../../metadata/searches/saved-searches.ts'
import { maxSessions } from '../../metadata/sessions/sessions.ts'
import { maxTasks } from '../../metadata/tasks/tasks.ts'
import { maxTokensPerUser } from '../../metadata/tokens/tokens.ts'
import { maxCurrent } from '../../metadata/triggers/silences.ts'
import { defaultQueryLimits } from '../../query/life/limits.ts'
import { maxImported, maxWidgets } from '../../schema/dashboards/dashboard.ts'
import { maxNotesOfEvent } from '../../schema/event/event-note.ts'
import { maxPreferencesBytes } from '../../schema/people/preferences.ts'
import { type SettingKey, settingName, settingSchema } from '../../schema/settings/settings.ts'
import { maxImportedTriggers, maxTriggers } from '../../schema/triggers/trigger.ts'
import { maxReadsOfUser } from '../dashboards/template-reads.ts'
import { maxWaitingBytes, publicBounds } from '../http/bodies/bodies.ts'
import { graceSeconds } from '../http/bodies/read-body.ts'
import { answerBounds } from '../http/connections/waiting-answers.ts'
import { changingMethods } from '../http/methods.ts'
import { maxPageSize } from '../http/validation/lists.ts'
import { liveLimits, maxFrameBytes } from '../live/routes.ts'
import { maxMailsPerMinute } from '../mailer/routes.ts'
import { headersTimeoutSeconds, requestTimeoutSeconds } from '../new-app.ts'
import { maxActiveRules } from '../rules/rule-registry.ts'
import { maxRuleThreadMb } from '../rules/rule-workers.ts'

/** docs/limits.md, generated from the code's constants and the routes of a server. */
export function limitsPage(routes: readonly RouteOptions[]): string {
  return `# Limits

Limits of a request, user, token, address or service, and what happens beyond them. Generated from the constants in the code
(\`npm run generate\`). All settings are in [settings.md](settings.md).

## Bodies by route

Beyond the limit: 413. A request has ${headersTimeoutSeconds} s for its headers and ${requestTimeoutSeconds} s in total.

| Largest body | Routes |
| --- | --- |
${bodyRows(routes).join('\n')}

## Requests, answers and connections

| Of | Limit | Past it |
| --- | --- | --- |
| a body, after ${graceSeconds} s | ${setting('minBodyRate')} a second on average | 408 |
| a body without authentication | ${publicBounds.maxSeconds} s in total | 408 |
| incomplete bodies of the API | ${size(maxWaitingBytes)} together, half of that for one token, user or address | 503 |
| unstored bodies of /incoming and log shippers | four of the largest size together, ${setting('incomingTokenShare')} percent of that for one token | 503 |
| events of one body | ${count(maxBodyEvents)} | 413 |
| complete items of a \`_bulk\` answer | ${size(maxFullLength)}; ${count(maxReasons)} of refused documents | only a status |
| requests of a token in a minute | ${setting('rateLimit')} (0: any number) | 429 |
| mails of a user by \`POST /api/mailer\` | ${maxMailsPerMinute} in a minute | 429 |
| dashboards that a user creates from templates | one at a time; ${maxReadsOfUser} with waiting ones | 503 |
| one page of a list | ${count(maxPageSize)} objects, ${size(maxPageBytes)} of JSON | 400; 413 that suggests a \`page_size\` |
| unread answers of one token or user | ${setting('unreadAnswers')} | 503 |
| a connection that reads nothing of its answer | ${answerBounds.timeoutMs / 1_000} to ${(2 * answerBounds.timeoutMs) / 1_000} s | closed |
| HTTP connections | ${setting('httpMaxConnections')} | closed at once |
| HTTP connections of one address, except of a trusted proxy | half of that (\`${settingName('httpMaxPerAddress')}\`) | closed at once |

## Websockets

| Of | Limit | Past it |
| --- | --- | --- |
| all | ${count(liveLimits.maxConnections)} | 503, or 1013 for the user with the most |
| one user | ${setting('websocketsPerUser')} | 503 |
| one token of a dashboard | ${setting('websocketsPerScopedToken')} | 503 |
| a frame | ${size(maxFrameBytes)} | 1009 |
| subscriptions of one websocket | ${count(liveLimits.maxSubscriptions)} | an \`error\` |
| commands of one user | ${count(liveLimits.commandBurst)} at once, then ${liveLimits.commandsPerSecond} a second | they wait |
| unsent data of all clients of one user | ${size(liveLimits.maxWaitingBytesPerUser)} | the clients with the most are closed |
| unsent data of a client that reads nothing | ${size(liveLimits.stalledBytes)} for ${liveLimits.stalledMs / 1_000} s | 1013 |

## Objects of a user

Each kind takes at most ${setting('userQuota')} per user, and ${setting('totalQuota')} of all users
together; beyond that, and beyond the numbers, a change that adds is a 409.

| Kind | Number | Size of one |
| --- | --- | --- |
| dashboards | ${count(maxDashboardsPerOwner)}; ${maxImported} in an import | ${size(maxDashboardBytes)} with its widgets |
| widgets | ${maxWidgets} on a dashboard | size of the dashboard |
| templates of dashboards | ${maxOwnTemplates} | ${size(maxTemplateBytes)} |
| saved searches | ${count(maxSearchesPerOwner)} | size of a body |
| tasks | ${count(maxTasks)} | size of a body |
| tokens | ${count(maxTokensPerUser)} | size of a body |
| schedules of reports | ${maxSchedules} | size of a body |
| unfinished reports | ${maxUnfinishedPerOwner} | |
| sessions | ${maxSessions} | |
| queries | ${defaultQueryLimits.maxQueriesPerUser}; ${defaultQueryLimits.maxWaitingPerUser} waiting | |
| preferences | | ${size(maxPreferencesBytes)} |

## Objects of all users

| Kind | Number |
| --- | --- |
| triggers | ${count(maxTriggers)}; ${count(maxImportedTriggers)} in an import |
| unfinished silences | ${count(maxCurrent)} |
| notes | ${count(maxNotes)}; ${maxNotesOfEvent} on an event |
| templates of dashboards | ${count(maxTemplates)} |
| files of rules | four times the quota of a user; ${count(maxRules)} rules and ${size(maxRuleTextLength)} in a file, ${count(maxActiveRules)} rules in all; ${maxRuleThreadMb / 1_024} GiB of memory to read a file |
| legal holds | ${maxHoldsInForce} in force; ${count(maxHolds)} with lifted ones, ${size(maxHoldBytes)} together |
| queries of finished reports | the quotas of a user and of all users; the oldest reports go first |

## Connections of senders

| Of | Limit | Past it |
| --- | --- | --- |
| all listeners | ${setting('syslogMaxConnections')} | refused and counted |
| one address | a tenth of that, at least 10 (\`${settingName('syslogMaxPerAddress')}\`) | refused, counted and logged |
| the first byte | ${setting('syslogFirstByte')} s | closed |
`
}

function bodyRows(routes: readonly RouteOptions[]): string[] {
  const byLimit = new Map<number, { limit: string; listed: Set<string> }>()
  for (const route of routes) {
    for (const method of [route.method].flat()) {
      if (!changingMethods.has(method) || route.schema?.hide === true) continue
      const { bytes, text } = limitOf(route)
      const row = byLimit.get(bytes) ?? { limit: text, listed: new Set() }
      row.listed.add(`\`${method} ${route.url.replaceAll(/:(\w+)/g, '{$1}')}\``)
      byLimit.set(bytes, row)
    }
  }
  return [...byLimit]
    .sort(([left], [right]) => left - right)
    .map(([, { limit, listed }]) => `| ${limit} | ${[...listed].sort().join(', ')} |`)
}

/** As when reading bodies: http/bodies/bodies.ts and incoming/routes.ts. */
function limitOf({ config = {}, schema = {} }: RouteOptions): { bytes: number; text: string } {
  const ofSetting = (key: SettingKey) => ({ bytes: Number(settingSchema(key).default), text: setting(key) })
  const constant = (bytes: number) => ({ bytes, text: size(bytes) })
  if (schema.reads?.body !== undefined) return ofSetting('incomingLimit')
  if (config.access === 'public') return constant(publicBounds.maxBytes)
  return config.bodyLimit === undefined ? ofSetting('bodyLimit') : constant(config.bodyLimit)
}

/** The default of a setting, with its name. */
function setting(key: SettingKey): string {
  const { default: value, format } = settingSchema(key)
  const text = format === 'bytes' ? size(Number(value)) : count(Number(value))
  return `${text} (\`${settingName(key)}\`)`
}

function size(bytes: number): string {
  const mebibytes = bytes / 1024 ** 2
  if (mebibytes >= 1024) return `${mebibytes / 1024} GiB`
  return mebibytes >= 1 ? `${mebibytes} MiB` : `${bytes / 1024} KiB`
}

function count(number: number): string {
  return number.toLocaleString('en-US')
}
