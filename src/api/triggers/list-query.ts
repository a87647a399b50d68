import { Type } from 'typebox'
import type { TriggerListOptions } from '../../metadata/triggers/triggers.ts'
import { type ActionKind, actionKinds, type TriggerOrderField } from '../../schema/triggers/trigger.ts'
import { exportFlag } from '../dashboards/list-query.ts'
import { idList, type ListPage } from '../http/validation/lists.ts'
import { parameterFault } from '../http/validation/validation.ts'

const maxNames = 1_000

/** Query parameters of the list of triggers. */
export const triggerListQuery = {
  text: Type.Optional(
    Type.String({
      maxLength: 1_000,
      description: 'Text in the name, conditions, note, script or address, ignoring case',
    }),
  ),
  name: Type.Optional(
    Type.String({
      maxLength: 10_000,
      description: 'Only triggers with these names, comma-separated; * and ? are wildcards; ignores case',
    }),
  ),
  action: Type.Array(Type.Enum([...actionKinds]), {
    default: [],
    maxItems: actionKinds.length,
    description: 'Only triggers with these actions, comma-separated',
  }),
  owner: idList('Only triggers of these users'),
  is_active: Type.Optional(Type.Boolean({ description: 'true: only active triggers; false: only others' })),
  is_private: Type.Optional(Type.Boolean({ description: 'true: only private triggers; false: only others' })),
  export: exportFlag,
}

interface FilterRequest {
  text?: string
  name?: string
  action: readonly ActionKind[]
  owner: readonly number[]
  is_active?: boolean
  is_private?: boolean
}

export function listOptions(
  page: ListPage<TriggerOrderField>,
  { text, name, action, owner, is_active, is_private }: FilterRequest,
): TriggerListOptions {
  return {
    ...page,
    actions: action,
    owners: owner,
    ...(text !== undefined && { text }),
    ...(name !== undefined && { names: parseNames(name) }),
    ...(is_active !== undefined && { isActive: is_active }),
    ...(is_private !== undefined && { isPrivate: is_private }),
  }
}

/**
 * Parses names, each of which is compared with the name of every trigger. Throws a 400 naming the parameter.
 */
function parseNames(text: string): string[] {
  const names = text.split(',').map(name => name.trim())
  const different = [...new Set(names)].filter(name => name !== '')
  if (different.length > maxNames)
    throw parameterFault({ name: `Ensure this field has no more than ${maxNames} elements.` })
  return different
}
