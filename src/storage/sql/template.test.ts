import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Predicate } from '../../filter/predicate.ts'
import { templateCertainty } from '../../filter/templates/template-text.ts'
import { slowTemplate } from '../../filter/testing/slow-template.ts'
import { openEmbeddedStore } from '../embedded/open.ts'
import { compileFilter } from './filter.ts'
import { list, text } from './literal.ts'
import { templateCertaintySql } from './template.ts'

const read = { signal: new AbortController().signal, lane: 'short', timeout: 60 } as const

test('the engine says how much a template tells, as the filter room does', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'millrace-told-'))
  const store = await openEmbeddedStore({ folder, window: 60, retentionDays: 100, log: () => {} })
  const messages = fc.sample(
    fc.string({ unit: fc.constantFrom(...'aggx1199 :é\u0000\u007f'), maxLength: 9 }),
    500,
  )
  const templates = ['', ...messages.map(slowTemplate)]
  const rows = await store.client.select(
    `SELECT template, ${templateCertaintySql} FROM (SELECT arrayJoin([${list(templates.map(text))}])::LowCardinality(String) AS template)`,
    read,
  )
  expect(rows.map(([template, answer]) => [template, answer])).toEqual(
    templates.map(template => [template, templateCertainty(template)]),
  )
  expect(new Set(rows.map(([, answer]) => answer)).size).toBe(3)
  await store.close()
})

const message = (pattern: string, fold: boolean): Predicate => ({
  kind: 'text',
  field: 'message',
  test: { kind: 'regex', pattern, fold },
})

test.each([
  [
    'a phrase of words is told by the template alone',
    { kind: 'phrase', tokens: words('login', 'failed') },
    1,
  ],
  ['numbers are looked for in messages', { kind: 'phrase', tokens: words('port', '22') }, 1],
  ['a regular expression by its literals', message('logi[nx] failed', false), 1],
  ['one without literals is not', message('[a-z]+', false), 0],
  ['nor one whose literals may be numbers', message('fade', true), 0],
] as const)('%s', (_, predicate, times) => {
  expect(compileFilter(predicate).rows.match(/match\((lower\()?template/g)?.length ?? 0).toBe(times)
})

function words(...texts: string[]) {
  return texts.map(text => ({ text, wild: false }))
}
