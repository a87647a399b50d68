import { expect, it } from 'vitest'
import type { AutomaticFieldSource } from '../schema/event/message-format.ts'
import { Enrichment } from './enrichment.ts'
import { eventOf, rulesOf } from './rules/testing/events.ts'

const login = 'Accepted password for ann from 192.0.2.7 port 51000 ssh2'

/** The tags of a message of sshd with these sources of fields and these rules. */
async function tagsWith(fields: readonly AutomaticFieldSource[], message: string, ...rules: unknown[]) {
  const enrichment = await Enrichment.open({ fields }, () => {})
  const ruleSet = await rulesOf(...rules)
  const event = eventOf({ program: 'sshd', message, tags: {} })
  enrichment?.beforeRules(event)
  ruleSet.apply(event)
  enrichment?.afterRules(event)
  return { ...event.tags }
}

it('known programs have fields only if their setting is on', async () => {
  expect(await tagsWith(['cef', 'json'], login)).toEqual({})
  expect(await tagsWith(['programs'], login)).toMatchObject({ 'user.name': 'ann' })
})

it('a message that a format has read is not read again', async () => {
  const record = 'date=2026-01-02 srcip=10.0.0.1 dstip=10.0.0.2'
  const pairs = { date: '2026-01-02', srcip: '10.0.0.1', dstip: '10.0.0.2' }
  expect(await tagsWith(['programs', 'pairs'], record)).toEqual(pairs)
  expect(await tagsWith(['programs'], record)).toHaveProperty('source.address', '10.0.0.1')
  expect(await tagsWith(['programs', 'pairs'], login)).toMatchObject({ 'source.address': '192.0.2.7' })
})

it('rules see no fields of known programs, and their tags stay', async () => {
  const rules = [
    { tag: { 'user.name': 'of the rule' } },
    { match: { field: 'source.address', value: '192.0.2.7' }, tag: { Seen: 'yes' } },
  ]
  expect(await tagsWith(['programs'], login, ...rules)).toEqual({
    'user.name': 'of the rule',
    'source.address': '192.0.2.7',
    'source.port': '51000',
    'event.action': 'login',
    'event.outcome': 'success',
  })
})

it('messages that rules have made equal have equal fields', async () => {
  const rule = { replace: { field: 'message', expr: 'port \\d+', fmt: 'port 0' } }
  expect(await tagsWith(['programs'], login, rule)).toEqual(
    await tagsWith(['programs'], login.replace('51000', '51001'), rule),
  )
})
