import { readsMessages } from '../../filter/predicate/message-use.ts'
import type { Predicate } from '../../filter/predicate/predicate.ts'
import { fieldsOf } from './rollup-fields.ts'

/**
 * A predicate whose conditions on messages are grouped as far as possible. Each group is judged against all
 * known templates (template-conditions.ts): few large groups leave fewer templates undecided.
 */
export interface GroupedPredicate {
  /** Joined by AND. */
  conjuncts: readonly Predicate[]
  /**
   * Parts of the conjuncts that read only messages: the same objects, by which others look them up. Leaves
   * out parts that the index of words can answer.
   */
  groups: readonly Predicate[]
}

const grouped = new WeakMap<Predicate, GroupedPredicate>()

/** Computed once per predicate, so that verdicts on its groups are cached. */
export function groupMessages(predicate: Predicate): GroupedPredicate {
  const known = grouped.get(predicate)
  if (known !== undefined) return known
  const groups: Predicate[] = []
  const regrouped = group(predicate, groups)
  // A predicate on messages alone stays whole: it is one group.
  const conjuncts = regrouped.kind === 'all' && !readsOnlyMessage(regrouped) ? regrouped.of : [regrouped]
  const found = { conjuncts, groups }
  grouped.set(predicate, found)
  return found
}

/** Joins the conditions on messages of each AND or OR into one part. Adds these parts to `groups`. */
function group(predicate: Predicate, groups: Predicate[]): Predicate {
  if (readsOnlyMessage(predicate)) {
    if (readsMessages(predicate)) groups.push(predicate)
    return predicate
  }
  switch (predicate.kind) {
    case 'all':
    case 'some': {
      const { kind } = predicate
      const parts = flattened(predicate.of, kind)
      const messages = parts.filter(readsOnlyMessage)
      const others = parts.filter(part => !readsOnlyMessage(part)).map(part => group(part, groups))
      const [only] = messages
      if (only === undefined) return { kind, of: others }
      return { kind, of: [group(messages.length === 1 ? only : { kind, of: messages }, groups), ...others] }
    }
    case 'not':
      return { kind: 'not', of: group(predicate.of, groups) }
    default:
      return predicate
  }
}

/** Flattens nodes of the same kind as their parent. */
function flattened(parts: readonly Predicate[], kind: 'all' | 'some'): readonly Predicate[] {
  return parts.flatMap(part => (part.kind === kind ? flattened(part.of, kind) : [part]))
}

function readsOnlyMessage(predicate: Predicate): boolean {
  const fields = fieldsOf(predicate)
  // The template stands for the message.
  return fields?.length === 1 && fields[0] === 'template'
}
