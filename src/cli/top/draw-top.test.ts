import { expect, test } from 'vitest'
import type { QueryRepresentation } from '../../schema/query/query.ts'
import { widthOf } from '../terminal/cell-width.ts'
import { plain } from '../terminal/paint.ts'
import { drawTop } from './draw-top.ts'

/** An answer of which only these members are read. */
function answer(results: object): QueryRepresentation {
  return { base_time: 1_767_229_200, results } as QueryRepresentation
}

const details = Array.from({ length: 60 }, (_, minute) => ({
  ts_from: 1_767_225_600 + minute * 60,
  ts_to: 1_767_225_660 + minute * 60,
  count: minute,
}))
const values = (...names: (string | number)[]) =>
  answer({ totals: { values: names.map((name, index) => ({ name, count: 900 >> index })) } })
const answers = {
  rate: answer({ totals: { ts_from: 1_767_225_600, ts_to: 1_767_229_200, sum: 1_770, avg: 29.5 }, details }),
  hosts: values('fw-1', 'web-1', '登录', '\u001b[2J'),
  programs: values('sshd', 'a-program-with-a-name-that-is-much-too-long-for-its-column'),
  severities: values(6, 4),
  patterns: answer({
    totals: { values: [{ pattern: `Failed password for <id> ${'x'.repeat(300)}`, count: 7 }] },
  }),
}
const screen = {
  zone: 'UTC',
  paint: plain,
  title: 'http://127.0.0.1:8080 · last hour',
  notice: '',
  hasClock: true,
}

test('the screen has rates, lists and patterns', () => {
  const drawn = drawTop(answers, { ...screen, width: 100, height: 30 })
  expect(drawn[0]).toMatch(/^millrace top · http:\/\/127\.0\.0\.1:8080 · last hour +01:00:00$/)
  expect(drawn[1]).toBe('1,770 occurrences · now 0.98/s · average 0.49/s · peak 0.98/s')
  expect(drawn.find(line => line.startsWith('HOSTS'))).toMatch(/^HOSTS +PROGRAMS +SEVERITIES$/)
  expect(drawn.find(line => line.startsWith('fw-1'))).toMatch(/^fw-1 .* 900 █.*sshd.* 900 .*Info .* 900 /)
  expect(drawn.join('\n')).toContain('\\x1b[2J')
  expect(drawn.at(-1)).toMatch(/^ {10}7 {2}Failed password for <id> x+…$/)
})

test.each([
  ['', undefined, ''],
  ['', 'The store is away.', ' · The store is away.'],
  ['connection lost: reset', 'The store is away.', ' · connection lost: reset'],
])('notice %j and error %j of a query: the head ends in %j', (notice, detail, end) => {
  const hosts = {
    ...answers.hosts,
    ...(detail !== undefined && { error: { code: 'unavailable', detail } }),
  }
  const size = { width: 100, height: 30 }
  const [head] = drawTop({ ...answers, hosts }, { ...screen, ...size, notice, hasClock: false })
  expect(head?.trimEnd()).toBe(`millrace top · http://127.0.0.1:8080 · last hour${end}`)
})

test('lists and patterns that are long enough fill the screen to its last line', () => {
  const many = values(...Array.from({ length: 50 }, (_, index) => `host-${index}`))
  const patterns = answer({
    totals: { values: Array.from({ length: 50 }, (_, index) => ({ pattern: `pattern ${index}`, count: 1 })) },
  })
  for (const height of [20, 30, 60])
    expect(drawTop({ ...answers, hosts: many, patterns }, { ...screen, width: 100, height })).toHaveLength(
      height,
    )
})

test.each([
  [200, 60],
  [100, 30],
  [80, 24],
  [40, 10],
  [20, 3],
])('nothing is wider than %d columns or higher than %d lines', (width, height) => {
  for (const shown of [answers, {}, { rate: answer({}), hosts: answer({}) }]) {
    const drawn = drawTop(shown, { ...screen, width, height })
    expect(drawn.length).toBeLessThanOrEqual(height)
    expect(drawn.filter(line => widthOf(line) > width)).toEqual([])
  }
})
