import type { Retention, RetentionPatch } from '../../schema/retention.ts'

const gigabyte = 1e9

/** What the fields of the form have: numbers as text, '' for no limit of the size. */
export interface RetentionFields {
  days: string
  gigabytes: string
}

export function fieldsOf({ days, bytes }: Pick<Retention, 'days' | 'bytes'>): RetentionFields {
  return { days: String(days), gigabytes: bytes === 0 ? '' : String(Number((bytes / gigabyte).toFixed(3))) }
}

/** What the form changes. What it leaves alone goes on following the settings of the service, where it does. */
export function retentionPatch(
  before: Pick<Retention, 'days' | 'bytes'>,
  { days, gigabytes }: RetentionFields,
): RetentionPatch {
  const shown = fieldsOf(before)
  return {
    ...(days !== shown.days && { days: Number(days) }),
    ...(gigabytes !== shown.gigabytes && { bytes: Math.round(Number(gigabytes) * gigabyte) }),
  }
}
