import type { Predicate } from '../../filter/predicate/predicate.ts'
import { maybe, no, yes } from '../../filter/templates/template-matcher.ts'
import { type GroupedPredicate, groupMessages } from './message-groups.ts'
import { isOneOf, judgeAll, type KnownNames, textsOf, verdictsOn } from './named.ts'

/**
 * SQL conditions on the column `template` that replace conditions on messages. A template is decided if for
 * each group of the predicate either all of its messages match or none does. It is undecided if some messages
 * may match a group and others not.
 */
export interface TemplateConditions {
  /** By group of the predicate: condition for the decided templates whose messages all match the group. */
  matchesGroup: ReadonlyMap<Predicate, string>
  /** Condition for decided templates; '1' where `matchesGroup` implies it. */
  isDecided: string
  /**
   * Condition for undecided templates, except templates that another group rules out: their messages must be
   * read. '0' without such templates.
   */
  isUndecided: string
  /** The texts of the templates that `isUndecided` selects. */
  undecided: ReadonlySet<string>
  /** Condition for templates that no group rules out. */
  mayMatch: string
  /** Approximate share of the rows that `isUndecided` selects. */
  undecidedShare: number
}

/**
 * Decides by template which messages match the groups of a predicate. Undefined when the templates are not
 * known, too many to be listed, or too expensive to judge.
 */
export function decideByTemplate(
  { conjuncts, groups }: GroupedPredicate,
  names: KnownNames,
): TemplateConditions | undefined {
  const required = new Set(conjuncts)
  const judged = groups.map(group => ({ group, found: verdictsOn(names, 'template', group) }))
  const ids = names.of('template')
  if (ids === undefined || groups.length === 0) return undefined
  // By id of the template: 1 for yes.
  const hasDoubt = new Uint8Array(ids.size)
  const cannotMatch = new Uint8Array(ids.size)
  for (const { group, found } of judged) {
    if (found === undefined) return undefined
    for (const [id, verdict] of found.verdicts.entries()) {
      if (verdict === maybe) hasDoubt[id] = 1
      else if (verdict === no && required.has(group)) cannotMatch[id] = 1
    }
  }
  const mustBeRead = (id: number) => hasDoubt[id] === 1 && cannotMatch[id] !== 1
  const isUndecided = isOneOf('template', ids, mustBeRead)
  const isDecided = isOneOf('template', ids, id => hasDoubt[id] !== 1)
  const mayMatch = isOneOf('template', ids, id => cannotMatch[id] !== 1)
  if (isUndecided === undefined || isDecided === undefined || mayMatch === undefined) return undefined
  const matchesGroup = new Map<Predicate, string>()
  for (const { group, found } of judged) {
    const condition = isOneOf('template', ids, id => found?.verdicts[id] === yes && hasDoubt[id] !== 1)
    if (condition === undefined) return undefined
    matchesGroup.set(group, condition)
  }
  const isImplied = groups.some(group => required.has(group))
  return {
    matchesGroup,
    isDecided: isImplied ? '1' : isDecided,
    isUndecided,
    undecided: new Set(textsOf(ids, mustBeRead)),
    mayMatch,
    undecidedShare: names.shareOfTemplates(mustBeRead),
  }
}

/**
 * Computes in advance which known hosts, programs and templates match the parts of a predicate, yielding to
 * other work: the SQL of later statements can then list them. Rejects with the signal's reason.
 */
export async function judgeNames(
  predicate: Predicate,
  names: KnownNames,
  signal: AbortSignal,
): Promise<void> {
  const { conjuncts, groups } = groupMessages(predicate)
  for (const group of groups) await judgeAll(names, 'template', group, signal)
  const judgeLeaves = async (part: Predicate): Promise<void> => {
    if (part.kind === 'not') await judgeLeaves(part.of)
    else if (part.kind === 'all' || part.kind === 'some') for (const each of part.of) await judgeLeaves(each)
    else if (
      (part.kind === 'text' || part.kind === 'in') &&
      (part.field === 'host' || part.field === 'program')
    )
      await judgeAll(names, part.field, part, signal)
  }
  for (const part of conjuncts) await judgeLeaves(part)
}
