import { auditActions, auditObjects, auditResults } from '../../schema/people/audit.ts'
import { declareAddress, pageNumber, positive, type StateOf, word } from '../state/address.ts'

/** Ranges that can be chosen, days. */
export const auditRanges = [1, 7, 30, 90] as const

const days = positive('days')

/** The state of the audit log page. */
export const auditPage = declareAddress('/audit', {
  action: word('action', auditActions, undefined),
  object: word('object', auditObjects, undefined),
  result: word('result', auditResults, undefined),
  /** Id of a user. */
  user: positive('user'),
  /** Only the last days; undefined: all that is kept. */
  days: { ...days, read: text => auditRanges.find(one => one === days.read(text)) },
  page: pageNumber(),
})

export type AuditState = StateOf<typeof auditPage>
export const readAuditState = auditPage.read
export const auditAddress = auditPage.write
