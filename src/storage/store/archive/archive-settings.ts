import path from 'node:path'
import type { Settings } from '../../../schema/settings/settings.ts'
import { readS3Address } from '../../clients/s3/location.ts'
import type { ArchiveLocation } from './open-place.ts'

const isAddress = (text: string) => /^[a-z0-9]+:/i.test(text)

/** The place that settings name; undefined without an archive. They have no conflicts. */
export function archiveLocation(settings: Settings): ArchiveLocation | undefined {
  const { archive, archiveS3Key: accessKey = '', archiveS3Secret: secretKey = '', archiveS3Ca } = settings
  if (archive === undefined) return undefined
  const place = readS3Address(archive)
  if (place === undefined) return path.resolve(archive)
  const { archiveS3Region: region, archiveS3PathStyle: pathStyle } = settings
  const { archiveS3Endpoint: endpoint = `https://s3.${region}.amazonaws.com` } = settings
  const caFile = archiveS3Ca === undefined ? undefined : path.resolve(archiveS3Ca)
  return { ...place, endpoint, region, pathStyle, accessKey, secretKey, caFile }
}

/** Conflicts between valid settings of the archive. Tolerates missing members, which are faults already. */
export function archiveConflicts(settings: Settings): string[] {
  const { archive, archiveAfter, archiveRetentionDays, retentionDays, clickhouseUrl } = settings
  if (archive === undefined) return []
  const faults: string[] = []
  if (archiveAfter >= retentionDays)
    faults.push(
      `MILLRACE_ARCHIVE_AFTER (${archiveAfter} days) must be less than MILLRACE_RETENTION_DAYS (${retentionDays})`,
    )
  if (archiveRetentionDays <= archiveAfter)
    faults.push(
      `MILLRACE_ARCHIVE_RETENTION_DAYS (${archiveRetentionDays}) must be more than MILLRACE_ARCHIVE_AFTER (${archiveAfter} days)`,
    )
  if (clickhouseUrl !== undefined)
    faults.push(
      'MILLRACE_ARCHIVE is only for events in the data folder; with MILLRACE_CLICKHOUSE_URL, use storage policies of ClickHouse (docs/archive.md)',
    )
  return isAddress(archive) ? [...faults, ...addressFaults(settings, archive)] : faults
}

function addressFaults(
  { archiveS3Key, archiveS3Secret, archiveS3Endpoint }: Settings,
  archive: string,
): string[] {
  const faults: string[] = []
  if (readS3Address(archive) === undefined)
    faults.push(
      `MILLRACE_ARCHIVE must be a folder, or an address such as s3://bucket/prefix with letters, digits and . _ = - in the prefix, not ${archive.slice(0, 200)}`,
    )
  else if (archiveS3Key === undefined || archiveS3Secret === undefined)
    faults.push('MILLRACE_ARCHIVE in S3 needs MILLRACE_ARCHIVE_S3_KEY and MILLRACE_ARCHIVE_S3_SECRET')
  if (archiveS3Endpoint !== undefined && URL.parse(archiveS3Endpoint)?.pathname !== '/')
    faults.push(`MILLRACE_ARCHIVE_S3_ENDPOINT must be an address without a path, not ${archiveS3Endpoint}`)
  return faults
}
