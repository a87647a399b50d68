import { auditActions, auditObjects, auditResults } from '../../schema/people/audit.ts'
import { declareAddress, oneOf, pageNumber, positiveInteger, type StateOf } from '../state/address.ts'

/** Ranges that can be chosen, in days. */
export const auditRanges = [1, 7, 30, 90] as const

const days = positiveInteger('days')

/** The state of the audit log page. */
export const auditPage = declareAddress('/audit', {
  action: oneOf('action', auditActions, undefined),
  object: oneOf('object', auditObjects, undefined),
  result: oneOf('result', auditResults, undefined),
  /** Id of a user. */
  user: positiveInteger('user'),
  /** Only the last days; undefined: all that is kept. */
  days: { ...days, read: text => auditRanges.find(range => range === days.read(text)) },
  page: pageNumber(),
})

export type AuditState = StateOf<typeof auditPage>
export const auditAddress = auditPage.write
