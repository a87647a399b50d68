import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { templateCertainty } from '../../filter/templates/template-text.ts'
import { slowTemplate } from '../../filter/testing/slow-template.ts'
import { openEmbeddedStore } from '../store/embedded/open.ts'
import { list, text } from './literal.ts'
import { templateCertaintySql } from './template.ts'

const read = { signal: new AbortController().signal, lane: 'short', timeout: 60 } as const

test('the engine says how much a template decides, as the filter room does', async () => {
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
