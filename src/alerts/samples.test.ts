import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { compileMatcher } from '../filter/match/matcher.ts'
import { fullContent } from '../metadata/triggers/content.ts'
import { EVENT_SYSLOG, type StoredEvent } from '../schema/event/event.ts'
import { conditionsIn } from '../schema/filter/condition.ts'
import type { TriggerContent, TriggerExport } from '../schema/triggers/trigger.ts'
import { compileTrigger } from './compile-trigger.ts'

const folder = fileURLToPath(new URL('../../../shared/samples/triggers', import.meta.url))
const files = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('.json')) : []

const owner = { id: 1, managesTriggers: false }

/** An event with the first value of each condition in a filter of equality conditions. */
function eventFor(filter: TriggerContent['filter']): StoredEvent {
  const conditions = conditionsIn(filter)
  const value = (name: string) =>
    [conditions.find(({ field }) => field === name)?.value ?? ''].flat()[0] ?? ''
  const tags = conditions.filter(({ field }) => field.startsWith('ut_'))
  return {
    id: 1,
    ts: 0,
    last: 0,
    counter: 1,
    type: EVENT_SYSLOG,
    status: 0,
    host: String(value('host') || 'web-1'),
    program: String(value('program') || 'app'),
    mnemonic: String(value('cisco_mnemonic')),
    message: `on web-1: ${value('message')} (again)`,
    severity: Number(value('severity')),
    facility: Number(value('facility')),
    tags: Object.fromEntries(tags.map(({ field }) => [field.slice(3), String(value(field))])),
    triggers: [],
  }
}

test.skipIf(files.length === 0)('each real trigger matches an event written for it, and no other', () => {
  for (const name of files) {
    // Trigger files, whose shape the test of the import checks.
    const content = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as
      | TriggerExport
      | TriggerExport[]
    for (const given of [content].flat()) {
      const trigger = compileTrigger(1, fullContent(given), { ...owner, hosts: ['*'] })
      const event = eventFor(given.filter)
      const matches = trigger && compileMatcher(trigger.predicate)
      expect([name, matches?.(event)]).toEqual([name, true])
      expect([name, matches?.(eventFor([]))]).toEqual([name, false])
      const unseen = compileTrigger(1, fullContent(given), { ...owner, hosts: ['not-this-*'] })
      expect([name, unseen && compileMatcher(unseen.predicate)(event)]).toEqual([name, false])
    }
  }
})
