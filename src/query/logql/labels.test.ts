import { expect, test } from 'vitest'
import { compileMatcher } from '../../filter/match/matcher.ts'
import type { StoredEvent } from '../../schema/event/event.ts'
import { labelSource, metadataOf, tagLabel } from './labels.ts'
import { predicateOf } from './predicate.ts'
import { parseLogqlSelector } from './syntax/parse.ts'

function eventWith(tags: Record<string, string>): StoredEvent {
  return {
    id: 1,
    ts: 0,
    last: 0,
    counter: 1,
    host: 'web-1',
    program: 'shop',
    facility: 1,
    severity: 6,
    mnemonic: '',
    type: 1,
    status: 0,
    message: 'm',
    tags,
    triggers: [],
  }
}

test.each([
  ['deployment.environment', 'deployment_environment'],
  ['http.status_code', 'http_status_code'],
  ['k8s.pod.label.a_b', 'k8s_pod_label_a_b'],
  ['user_id', 'user_id'],
  ['service.name', 'ut_service_name'],
  ['detected.level', 'ut_detected_level'],
  ['host', 'ut_host'],
  ['a.b.c.d.e.f', 'a.b.c.d.e.f'],
  ['SrcIP Country', 'SrcIP Country'],
])('the tag %s is the label %s', (tag, label) => {
  expect(tagLabel(tag)).toBe(label)
  const event = eventWith({ [tag]: 'x' })
  expect(metadataOf(event)).toEqual({ [label]: 'x', id: '1', detected_level: 'info' })
  if (!/^\w+$/.test(label)) return
  const finds = (value: string) => {
    const text = `{${label}="${value}"}`
    return compileMatcher(predicateOf(parseLogqlSelector(text), text))(event)
  }
  expect([finds('x'), finds('y')]).toEqual([true, false])
})

test('the tag of exactly the name of a label comes first', () => {
  const event = eventWith({ 'a.b': 'dot', a_b: 'line' })
  expect(metadataOf(event)).toMatchObject({ a_b: 'line' })
  expect(labelSource('a_b')).toEqual({ kind: 'text', field: { tag: ['a_b', 'a.b'] } })
})

test('service_name is the program', () => {
  const text = '{service_name="shop"}'
  const matches = compileMatcher(predicateOf(parseLogqlSelector(text), text))
  expect(matches(eventWith({ service_name: 'other' }))).toBe(true)
})
