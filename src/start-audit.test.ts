import { expect, test } from 'vitest'
import { openTemporaryMetadata } from './metadata/testing/temporary.ts'
import { readSettings } from './settings.ts'
import { recordStart } from './start-audit.ts'

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
