import type { StoredEvent } from '../../../../schema/event/event.ts'
import { truncateText } from '../../../../schema/text/truncate-text.ts'
import type { ActionContext } from '../action.ts'

/** Maximum UTF-16 units of one value: Linux allows 128 KiB, and a unit takes at most 3 bytes of UTF-8. */
const maxValueLength = 40_000

/**
 * The environment of a script: the event and its trigger. Names exist with and without the prefix EVENT_,
 * since scripts of other installations read both. Of our own environment only the search path and the
 * language.
 */
export function environmentOf(
  { event, trigger, count, key, idempotencyKey }: ActionContext,
  own: { PATH?: string | undefined; LANG?: string | undefined },
): Record<string, string> {
  const ofTrigger = {
    TRIGGER_ID: String(trigger.id),
    TRIGGER_NAME: trigger.name,
    TRIGGER_AUTHOR: trigger.owner.username,
    TRIGGER_AUTHOR_EMAIL: trigger.owner.email,
    TRIGGER_HITS_COUNT: String(trigger.hitsCount),
  }
  const all: Record<string, string> = {
    PATH: own.PATH ?? '/usr/local/bin:/usr/bin:/bin',
    LANG: own.LANG ?? 'C.UTF-8',
    ...(event !== null && ofEvent(event)),
    ...ofTrigger,
    ...Object.fromEntries(Object.entries(ofTrigger).map(([name, value]) => [`EVENT_${name}`, value])),
    MATCHES_COUNT: String(count),
    MATCHES_KEY: key ?? '',
    IDEMPOTENCY_KEY: idempotencyKey,
  }
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, plain(value)]))
}

/** Numbers as in the interface: severity 0 to 7, facility 0 to 23, status 0 to 2, times in Unix seconds. */
function ofEvent(event: StoredEvent): Record<string, string> {
  return {
    EVENT_ID: String(event.id),
    EVENT_SEVERITY: String(event.severity),
    EVENT_FACILITY: String(event.facility),
    EVENT_MESSAGE: event.message,
    EVENT_HOST: event.host,
    EVENT_PROGRAM: event.program,
    EVENT_CISCO_MNEMONIC: event.mnemonic,
    EVENT_USER_TAGS: tagsText(event.tags),
    EVENT_STATUS: String(event.status),
    EVENT_FIRST_OCCURRENCE: String(event.ts / 1e6),
    EVENT_LAST_OCCURRENCE: String(event.last / 1e6),
    EVENT_COUNTER: String(event.counter),
  }
}

/** `k=v,k=v`; a backslash before each space, comma, equals sign and backslash of names and values. */
function tagsText(tags: Readonly<Record<string, string>>): string {
  const escaped = (text: string) => text.replace(/[\\ ,=]/g, '\\$&')
  return Object.entries(tags)
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .join(',')
}

/** Environment values cannot contain NUL. */
function plain(value: string): string {
  return truncateText(value, maxValueLength).toWellFormed().replaceAll('\0', '\ufffd')
}
