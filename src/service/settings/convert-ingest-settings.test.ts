// biome-ignore-all lint/suspicious/noTemplateCurlyInString: variables of rules are written so
import { mkdtempSync, rmSync } from 'node:fs'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readRuleFile } from '../../ingest/rules/read-file.ts'
import { CollectingSink } from '../../ingest/testing/collecting-sink.ts'
import { testPorts } from '../../ingest/testing/test-ports.ts'
import { testSettings } from '../../ingest/testing/test-settings.ts'
import { Ingest } from '../../ingest/worker/ingest.ts'
import { eventually } from '../../testing/until.ts'
import { convertIngestSettings } from './convert-ingest-settings.ts'
import { readSettings } from './settings.ts'

test('as Millrace comes, structured data of a syslog line is in its tags, behind rules, and in the ledger', async () => {
  const place = mkdtempSync(path.join(tmpdir(), 'extra-fields-'))
  const { enrichment = {} } = convertIngestSettings(readSettings({ MILLRACE_DATA_DIR: place }).settings)
  const rules = readRuleFile('a.yaml', {
    rewrite_rules: [
      { match: { field: '${extra:SDATA.ctx@1.env}', value: 'prod' }, tag: { env: 'live' } },
      { match: { field: 'env', value: 'prod' }, tag: { Wrong: 'rules come first' } },
    ],
  })
  if (!('file' in rules)) throw new Error('the rules are sound')
  const store = new CollectingSink()
  const settings = { ...testSettings(path.join(place, 'spool')), enrichment, rules: [rules.file] }
  const ingest = await Ingest.open(settings, testPorts({ sink: store.sink }))
  try {
    const { syslog_tcp: at } = (await ingest.start()).addresses
    const fields = Array.from({ length: 40 }, (_, i) => ` f${i}="${i}"`).join('')
    const socket = net.connect(at?.port ?? 0, '127.0.0.1')
    const now = new Date().toISOString()
    for (const number of [1, 2]) {
      socket.write(`<38>1 ${now} h app 7 ID [ctx@1 env="prod"${fields}][meta sequenceId="${number}"] text\n`)
    }
    await new Promise<void>(resolve => socket.end(resolve))
    await eventually(async () => (await ingest.counters()).received).toBe(2)
    await ingest.flush()
    const [first] = store.rows
    expect(store.occurrences).toBe(2)
    expect(new Set(store.rows.map(({ id }) => id)).size).toBe(1)
    expect(first?.tags).toMatchObject({ env: 'live', f0: '0', f31: '31' })
    expect(Object.keys(first?.tags ?? {})).toHaveLength(33)
    expect((await ingest.counters()).fieldsOmitted).toBe(16)
  } finally {
    await ingest.close()
    rmSync(place, { recursive: true })
  }
})
