import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { ActionKind } from '../../schema/triggers/action-kinds.ts'
import type { TriggerOrderField } from '../../schema/triggers/trigger.ts'
import { contains, isLikeOneOf } from '../database/sql-forms.ts'
import { nameKey, type Tables } from '../database/tables.ts'
import { nullAs, type SortColumns } from '../lists/select-page.ts'
import { bitsOf } from './content.ts'
import type { TriggerViewer } from './rows.ts'

/** Conditions of a list of triggers, combined by AND. */
export interface TriggerFilter {
  /** Occurs in the name, in values of conditions, in notes and the like, in any letter case. */
  text?: string
  /** At least one of these actions is on; empty or absent: any trigger. */
  actions?: readonly ActionKind[]
  /** Owned by any of these users; empty or absent: by any user. */
  owners?: readonly number[]
  isActive?: boolean
  isPrivate?: boolean
  /** Patterns of names with * and ?, any of them; empty or absent: any name. */
  names?: readonly string[]
}

export const triggerSort: SortColumns<TriggerOrderField> = {
  table: 'triggers',
  keys: {
    order: sql.ref('triggers.position'),
    name: sql.ref('triggers.name_key'),
    hits_count: nullAs('counts.hits_count', 0),
    last_matched: nullAs('counts.last_matched', 0),
    last_issued: nullAs('notified.last_issued', 0),
    unread_count: nullAs('notified.unread_count', 0),
  },
}

/**
 * The triggers of a filter that the viewer may read: the viewer's own and public ones. Managers of triggers
 * may read all.
 */
export function triggerCondition(
  eb: ExpressionBuilder<Tables, 'triggers'>,
  { userId, managesTriggers }: TriggerViewer,
  { text, actions = [], owners = [], isActive, isPrivate, names = [] }: TriggerFilter,
): Expression<SqlBool> {
  const conditions: Expression<SqlBool>[] = []
  if (!managesTriggers)
    conditions.push(eb.or([eb('triggers.owner_id', '=', userId), eb('triggers.is_private', '=', 0)]))
  if (text !== undefined && text !== '')
    conditions.push(contains(sql.ref('triggers.text_key'), nameKey(text)))
  if (actions.length > 0)
    conditions.push(sql<SqlBool>`(${sql.ref('triggers.actions')} & ${bitsOf(actions)}) != 0`)
  if (owners.length > 0) conditions.push(eb('triggers.owner_id', 'in', [...owners]))
  if (isActive !== undefined) conditions.push(eb('triggers.is_active', '=', isActive ? 1 : 0))
  if (isPrivate !== undefined) conditions.push(eb('triggers.is_private', '=', isPrivate ? 1 : 0))
  if (names.length > 0) conditions.push(isLikeOneOf(sql.ref('triggers.name_key'), names.map(likePattern)))
  return eb.and(conditions)
}

/** Converts a pattern with * and ? to a pattern of LIKE. */
function likePattern(name: string): string {
  return nameKey(name)
    .replace(/[\\%_]/g, '\\$&')
    .replaceAll('*', '%')
    .replaceAll('?', '_')
}
