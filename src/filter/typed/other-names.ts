/**
 * Names of event fields in other products. `read`: conditions on them become filters. `offered`: they are
 * also words of messages, so the filter is only offered.
 */
const otherNames: Readonly<Record<string, { read: readonly string[]; offered?: readonly string[] }>> = {
  host: {
    read: ['source', 'hostname', 'host.name', 'host_name'],
    offered: ['node', 'instance', 'device', 'fromhost'],
  },
  program: {
    read: [
      ...['service', 'service.name', 'service_name', 'app', 'appname', 'app_name', 'application'],
      ...['application_name', 'process.name', 'syslog.appname', 'syslog_identifier', 'log.syslog.appname'],
    ],
    offered: ['process', 'job', 'tag'],
  },
  severity: {
    read: [
      'level',
      'loglevel',
      'log_level',
      'log.level',
      'severity_text',
      'severity_label',
      'log.syslog.severity.name',
    ],
    offered: ['lvl', 'priority'],
  },
  facility: { read: ['facility_label', 'log.syslog.facility.name'] },
  message: {
    read: ['msg', '_msg', 'full_message', 'short_message'],
    offered: ['body', 'text', 'line', 'log'],
  },
}

/** Names of times in other products. */
const timeNames = new Set(['@timestamp', 'timestamp', '_time', 'earliest', 'latest', '_indextime'])
/** Levels of Datadog. */
const levels = /^(?:emerg(?:ency)?|alert|crit(?:ical)?|error|warn(?:ing)?|notice|info|debug)$/i

/** Whether the name chooses an index in other products. */
export function isNameOfIndex(name: string): boolean {
  return ['index', '_index', 'sourcetype', 'splunk_server'].includes(name.toLowerCase())
}

export function isTimeName(name: string): boolean {
  return timeNames.has(name.toLowerCase())
}

/** The name without the `@` that other products write before the name of a tag. */
export function withoutAt(name: string): string {
  return name.replace(/^@/, '')
}

/** The event field that other products call by this name. Excludes names that are also words of messages. */
export function fieldReadAs(name: string): string | undefined {
  const lower = withoutAt(name).toLowerCase()
  return Object.keys(otherNames).find(field => otherNames[field]?.read.includes(lower))
}

/** Like `fieldReadAs`, but includes names that are also words of messages, as `line` in `line:42`. */
export function fieldElsewhere(name: string): string | undefined {
  const lower = withoutAt(name).toLowerCase()
  return fieldReadAs(name) ?? Object.keys(otherNames).find(each => otherNames[each]?.offered?.includes(lower))
}

/** Whether `status` has the level of an event in these values, as in Datadog: `status:error`. */
export function isLevelOfStatus(name: string, values: readonly string[]): boolean {
  return name.toLowerCase() === 'status' && values.every(value => levels.test(value))
}
