import type { TriggerCondition } from '../../schema/trigger-condition.ts'
import type { KeyCount, StoredState, WindowAdvance } from './window.ts'

/** Keys of the states that `advanceWindows` has to know for these matches. */
export function windowStateKeys(
  condition: TriggerCondition,
  keys: readonly KeyCount[],
  followerKeys: readonly KeyCount[],
): ReadonlySet<string> {
  const isByValue = condition.kind === 'first_seen' || condition.kind === 'new_template'
  const stateKeys = new Set<string>()
  for (const [by, value] of keys) stateKeys.add(isByValue ? value : by)
  for (const [by] of followerKeys) stateKeys.add(by)
  return stateKeys
}

/**
 * Advances the states of a trigger by the matches of a batch, in any order. `states` has those of `windowStateKeys` that are stored.
 * Never waits: what needs a look into the past is left in a state that is due at once, for the WindowRunner.
 */
export function advanceWindows(
  _condition: TriggerCondition,
  _states: ReadonlyMap<string, StoredState>,
  _keys: readonly KeyCount[],
  _followerKeys: readonly KeyCount[],
  _nowSeconds: number,
): WindowAdvance {
  return { states: new Map(), fires: [] }
}
