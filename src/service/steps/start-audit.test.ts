import { expect, test } from 'vitest'
import { openTemporaryMetadata } from '../../metadata/testing/temporary.ts'
import { openLog } from '../../telemetry/log.ts'
import { readSettings } from '../settings/settings.ts'
import { auditLines, recordStart } from './start-audit.ts'

test('each start is in the audit log, with the settings that changed since the one before, and no secret', async () => {
  const { metadata } = await openTemporaryMetadata()
  const changesOf = async (env: Record<string, string>) => {
    const { settings } = readSettings({ MILLRACE_DATA_DIR: '/srv/millrace', ...env })
    await recordStart(metadata, settings, '1.2.3', undefined)
    const { objects } = await metadata.audit.list({}, { offset: 0, limit: 1 })
    expect(objects).toMatchObject([
      { action: 'start', object: 'service', title: '1.2.3', username: 'millrace', credential: 'service' },
    ])
    expect(JSON.stringify(objects)).not.toContain('hunter2')
    return objects[0]?.changes
  }
  const folder = { member: 'MILLRACE_DATA_DIR', before: './data', after: '/srv/millrace' }
  const smtp = 'smtp://millrace:hunter2@mail.example'
  expect(await changesOf({ MILLRACE_SMTP_URL: smtp, MILLRACE_HTTP_PORT: '8081' })).toEqual([
    { member: 'MILLRACE_HTTP_PORT', before: 8080, after: 8081 },
    folder,
    { member: 'MILLRACE_SMTP_URL', before: false, after: true },
  ])
  expect(await changesOf({ MILLRACE_SMTP_URL: smtp, MILLRACE_HTTP_PORT: '8081' })).toEqual([])
  expect(await changesOf({ MILLRACE_SMTP_URL: smtp })).toEqual([
    { member: 'MILLRACE_HTTP_PORT', before: 8081, after: 8080 },
  ])
})

test('settings that an update adds have changed only if the operator has set them', async () => {
  const { metadata } = await openTemporaryMetadata()
  const { settings } = readSettings({ MILLRACE_DATA_DIR: '/srv/millrace', MILLRACE_HTTP_PORT: '8081' })
  await metadata.facts.set('settings_of_last_start', { MILLRACE_DATA_DIR: '/srv/millrace' })
  await recordStart(metadata, settings, '1.2.3', undefined)
  const { objects } = await metadata.audit.list({}, { offset: 0, limit: 1 })
  expect(objects[0]?.changes).toEqual([{ member: 'MILLRACE_HTTP_PORT', before: 8080, after: 8081 }])
})

test('copies of entries are lines of the log at every level', () => {
  const lines: string[] = []
  const log = openLog('error', { write: line => lines.push(line) })
  auditLines(log)({
    ...{ at: 1, last_at: 1, user_id: 2, username: 'ann', credential: 'token', credential_id: '7' },
    ...{ address: '192.0.2.1', action: 'delete', object: 'dashboard', object_id: '3', title: 'Edge' },
    ...{ changes: [], result: 'ok' },
  })
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    ...{ level: 30, room: 'audit', msg: 'delete dashboard: ok' },
    ...{ username: 'ann', address: '192.0.2.1', object_id: '3', title: 'Edge' },
  })
  expect(lines).toHaveLength(1)
})
