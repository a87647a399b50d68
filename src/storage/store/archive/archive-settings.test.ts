import path from 'node:path'
import { expect, test } from 'vitest'
import type { Settings } from '../../../schema/settings/settings.ts'
import { archiveConflicts, archiveLocation } from './archive-settings.ts'

/** Only the members that concern the archive. */
function settings(also: Partial<Settings>): Settings {
  const archive = { archiveAfter: 7, archiveRetentionDays: 365, retentionDays: 30 }
  // The functions read no other members.
  return { ...archive, archiveS3Region: 'eu-north-1', archiveS3PathStyle: true, ...also } as Settings
}
const keys = { archiveS3Key: 'AKIA', archiveS3Secret: 'secret' }

test('a place is a folder or in a bucket', () => {
  expect(archiveLocation(settings({}))).toBeUndefined()
  expect(archiveLocation(settings({ archive: 'old' }))).toBe(path.resolve('old'))
  const of = (also: Partial<Settings>) =>
    archiveLocation(settings({ archive: 's3://old-logs/a', ...keys, ...also }))
  expect(of({})).toEqual({
    endpoint: 'https://s3.eu-north-1.amazonaws.com',
    region: 'eu-north-1',
    bucket: 'old-logs',
    prefix: 'a/',
    pathStyle: true,
    accessKey: 'AKIA',
    secretKey: 'secret',
    caFile: undefined,
  })
  expect(of({ archiveS3Endpoint: 'http://10.0.0.5:9000', archiveS3Ca: 'ca.pem' })).toMatchObject({
    endpoint: 'http://10.0.0.5:9000',
    caFile: path.resolve('ca.pem'),
  })
})

test.each<[Partial<Settings>, RegExp | undefined]>([
  [{}, undefined],
  [{ archive: '/mnt/old' }, undefined],
  [{ archive: 's3://old-logs/a', ...keys }, undefined],
  [{ archive: 's3://old-logs/a' }, /needs MILLRACE_ARCHIVE_S3_KEY and MILLRACE_ARCHIVE_S3_SECRET/],
  [{ archive: 's3:old-logs', ...keys }, /must be a folder, or an address such as s3:\/\/bucket\/prefix/],
  [{ archive: 'gs://old-logs/a', ...keys }, /must be a folder, or an address such as/],
  [{ archive: 's3://old-logs/*', ...keys }, /not s3:\/\/old-logs\/\*/],
  [
    { archive: 's3://old-logs', ...keys, archiveS3Endpoint: 'http://a/b' },
    /must be an address without a path, not http:\/\/a\/b/,
  ],
  [{ archive: '/mnt/old', archiveAfter: 30 }, /MILLRACE_ARCHIVE_AFTER \(30 days\) must be less/],
  [{ archive: '/mnt/old', archiveRetentionDays: 7 }, /must be more than MILLRACE_ARCHIVE_AFTER/],
  [{ archive: '/mnt/old', clickhouseUrl: 'http://a:8123' }, /only for events in the data folder/],
])('conflicts of %o', (also, expected) => {
  const [fault] = archiveConflicts(settings(also))
  if (expected === undefined) expect(fault).toBeUndefined()
  else expect(fault).toMatch(expected)
})
