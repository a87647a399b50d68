import type { RouteOptions } from 'fastify'
import { maxBodyEvents } from '../../ingest/body/item-counter.ts'
import { maxFullLength, maxReasons } from '../../ingest/receivers/bulk-items.ts'
import { maxDashboardBytes } from '../../metadata/dashboards/dashboard-size.ts'
import { maxDashboardsPerOwner } from '../../metadata/dashboards/dashboards.ts'
import { maxNotes } from '../../metadata/notes/event-notes.ts'
import { maxPageBytes } from '../../metadata/page-bytes.ts'
import { maxUnfinishedPerOwner } from '../../metadata/reports/insert-report.ts'
import { maxSchedules } from '../../metadata/reports/schedules.ts'
import { maxSearchesPerOwner } from '../../metadata/searches/saved-searches.ts'
import { maxSessions } from '../../metadata/sign-in/sessions.ts'
import { maxTasks } from '../../metadata/tasks/tasks.ts'
import { maxTokensPerUser } from '../../metadata/tokens/tokens.ts'
import { maxCurrent } from '../../metadata/triggers/silences.ts'
import { defaultQueryLimits } from '../../query/life/limits.ts'
import { maxImported, maxWidgets } from '../../schema/dashboards/dashboard.ts'
import { maxNotesOfEvent } from '../../schema/event/event-note.ts'
import { maxPreferencesBytes } from '../../schema/people/preferences.ts'
import { type SettingKey, settingName, settingSchema } from '../../schema/settings/settings.ts'
import { maxImportedTriggers, maxTriggers } from '../../schema/triggers/trigger.ts'
import { maxWaitingBytes, publicBounds } from '../http/bodies.ts'
import { maxPageSize } from '../http/lists.ts'
import { graceSeconds } from '../http/read-body.ts'
import { answerBounds } from '../http/waiting-answers.ts'
import { liveLimits, maxFrameBytes } from '../live/routes.ts'
import { headersTimeoutSeconds, requestTimeoutSeconds } from '../server.ts'

const methodsWithBody = ['POST', 'PUT', 'PATCH', 'DELETE']

/** docs/limits.md, generated from the code's constants and the routes of a server. */
export function limitsPage(routes: readonly RouteOptions[]): string {
  return `# Limits

What one request, user, token, address or service may take, and what happens past it. Made from the constants themselves
(\`npx vitest run src/api/limits.test.ts -u\`). All settings are in [settings.md](settings.md).

## Bodies by route

Past the limit: 413. A request has ${headersTimeoutSeconds} s for its headers and ${requestTimeoutSeconds} s as a whole.

| Largest body | Routes |
| --- | --- |
${bodyRows(routes).join('\n')}

## Requests, answers and connections

| Of | Limit | Past it |
| --- | --- | --- |
| a body, after ${graceSeconds} s | ${setting('minBodyRate')} a second on average | 408 |
| a body that anybody may send | ${publicBounds.maxSeconds} s as a whole | 408 |
| bodies that have not arrived, of the API | ${size(maxWaitingBytes)} together, half of it of one token, user or address | 503 |
| bodies that are not stored, of /incoming and log shippers | four of the largest size together, ${setting('incomingTokenShare')} percent of it of one token | 503 |
| events of one body | ${count(maxBodyEvents)} | 413 |
| items of \`_bulk\` in full | ${size(maxFullLength)}; ${count(maxReasons)} of refused documents | a status alone |
| requests of a token in a minute | ${setting('rateLimit')} (0: any number) | 429 |
| one page of a list | ${count(maxPageSize)} objects, ${size(maxPageBytes)} of JSON | 400; 413 that names a \`page_size\` |
| answers that one token or user has not read | ${setting('unreadAnswers')} | 503 |
| a connection that takes nothing of its answer | ${answerBounds.timeoutMs / 1_000} s | it ends |
| HTTP connections | ${setting('httpMaxConnections')} | closed as they come |

## Websockets

| Of | Limit | Past it |
| --- | --- | --- |
| all | ${count(liveLimits.maxConnections)} | 503, or 1013 for the user who has most |
| one user | ${setting('websocketsPerUser')} | 503 |
| one token of a dashboard | ${setting('websocketsPerScopedToken')} | 503 |
| a frame | ${size(maxFrameBytes)} | 1009 |
| subscriptions of one | ${count(liveLimits.maxSubscriptions)} | an \`error\` |
| commands of one user | ${count(liveLimits.commandBurst)} at once, then ${liveLimits.commandsPerSecond} a second | they wait |
| what waits for all clients of one user | ${size(liveLimits.maxWaitingBytesPerUser)} | the ones with most end |
| what waits for a client that reads nothing | ${size(liveLimits.stalledBytes)} for ${liveLimits.stalledMs / 1_000} s | 1013 |

## What a user keeps

Each kind takes at most ${setting('userQuota')} of one user; past it, and past the numbers, a change that adds is a 409.

| Kind | Number | Size of one |
| --- | --- | --- |
| dashboards | ${count(maxDashboardsPerOwner)}; ${maxImported} in an import | ${size(maxDashboardBytes)} with its widgets |
| widgets | ${maxWidgets} on a dashboard | that of the dashboard |
| saved searches | ${count(maxSearchesPerOwner)} | that of a body |
| tasks | ${count(maxTasks)} | that of a body |
| tokens | ${count(maxTokensPerUser)} | that of a body |
| schedules of reports | ${maxSchedules} | that of a body |
| unfinished reports | ${maxUnfinishedPerOwner} | |
| sessions | ${maxSessions} | |
| queries | ${defaultQueryLimits.maxQueriesPerUser}; ${defaultQueryLimits.maxWaitingPerUser} that wait | |
| preferences | | ${size(maxPreferencesBytes)} |

## What all keep together

| Kind | Number |
| --- | --- |
| triggers | ${count(maxTriggers)}; ${count(maxImportedTriggers)} in an import |
| silences that have not ended | ${count(maxCurrent)} |
| notes | ${count(maxNotes)}; ${maxNotesOfEvent} on an event |
| files of rules | four times the quota of a user |

## Connections of senders

| Of | Limit | Past it |
| --- | --- | --- |
| all listeners | ${setting('syslogMaxConnections')} | refused and counted |
| one address | a tenth of that, at least 10 (\`${settingName('syslogMaxPerAddress')}\`) | refused, counted and logged |
| the first byte | ${setting('syslogFirstByte')} s | it ends |
`
}

function bodyRows(routes: readonly RouteOptions[]): string[] {
  const byLimit = new Map<number, { limit: string; listed: Set<string> }>()
  for (const route of routes) {
    for (const method of [route.method].flat()) {
      if (!methodsWithBody.includes(method) || route.schema?.hide === true) continue
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

/** As when reading bodies: http/bodies.ts and incoming/routes.ts. */
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
  return mebibytes >= 1 ? `${mebibytes} MiB` : `${bytes / 1024} KiB`
}

function count(number: number): string {
  return number.toLocaleString('en-US')
}
