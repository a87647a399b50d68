import type { ReportFailure } from '../../metadata/reports/rows.ts'
import { Fault } from '../../schema/fault.ts'

/** An error while making a report. Its code is not among the API's error codes. */
export class ReportError extends Error {
  override name = 'ReportError' as const
  readonly code: 'report_timeout' | 'report_too_large' | 'disk_full' | 'owner_disabled' | 'owner_permissions'

  constructor(code: ReportError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** Also used when less than the disk's reserve is free. */
export const diskFullDetail = 'There is no space left for the file of the report.'
const diskFullCodes = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Why a report is a FAILURE, for its owner. Details go to the log only. */
export function failureOf(error: unknown): ReportFailure {
  if (error instanceof ReportError) return { code: error.code, detail: error.message }
  if (error instanceof Fault) return { code: error.code, detail: detailWithFields(error) }
  if (isDiskFull(error)) return { code: 'disk_full', detail: diskFullDetail }
  return { code: 'internal', detail: 'Internal error. See the log of the service.' }
}

/** Whether an error must be logged. */
export function isUnexpected(error: unknown): boolean {
  return failureOf(error).code === 'internal'
}

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && diskFullCodes.has(String(error.code))
}

function detailWithFields({ detail, fields }: Fault): string {
  const texts = Object.entries(fields ?? {}).map(([path, messages]) => `${path}: ${messages.join(' ')}`)
  return texts.length === 0 ? detail : texts.join('; ')
}
