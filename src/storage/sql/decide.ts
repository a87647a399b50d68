import type { Predicate } from '../../filter/predicate.ts'
import { maybe, no, yes } from '../../filter/templates/verdict.ts'
import type { KnownNames } from '../names.ts'
import { type GroupedPredicate, groupMessages } from './message-groups.ts'
import { isOneOf, judgeAll, textsOf, verdictsOn } from './named.ts'

/** Conditions on the column `template` that stand for conditions on messages. */
export interface TemplateConditions {
  /** By group of the predicate: true for templates whose messages all fit, of those that leave no group in doubt. */
  certain: ReadonlyMap<Predicate, string>
  /** Templates that leave no group in doubt; '1' where `certain` says so too. */
  isCertain: string
  /** Templates some of whose messages fit a group and others do not: these have to be read. '0' when there are none. */
  isDoubtful: string
  /** The same as texts. */
  doubtful: ReadonlySet<string>
  /** Templates that may have messages that fit. */
  mayFit: string
  /** About the share of rows whose template leaves a doubt. */
  doubtfulShare: number
}

/** Judges the groups of a predicate on all known templates; undefined when these are not known, too many to be listed, or too expensive. */
export function decideByTemplate(
  { conjuncts, groups }: GroupedPredicate,
  names: KnownNames,
): TemplateConditions | undefined {
  const required = new Set(conjuncts)
  const judged = groups.map(group => ({ group, found: verdictsOn(names, 'template', group) }))
  const ids = names.of('template')
  if (ids === undefined || groups.length === 0) return undefined
  const isDoubtful = new Uint8Array(ids.size)
  const cannotFit = new Uint8Array(ids.size)
  for (const { group, found } of judged) {
    if (found === undefined) return undefined
    for (const [id, verdict] of found.verdicts.entries()) {
      if (verdict === maybe) isDoubtful[id] = 1
      else if (verdict === no && required.has(group)) cannotFit[id] = 1
    }
  }
  const isRead = (id: number) => isDoubtful[id] === 1 && cannotFit[id] !== 1
  const doubtful = isOneOf('template', ids, isRead)
  const others = isOneOf('template', ids, id => isDoubtful[id] !== 1)
  const mayFit = isOneOf('template', ids, id => cannotFit[id] !== 1)
  if (doubtful === undefined || others === undefined || mayFit === undefined) return undefined
  const certain = new Map<Predicate, string>()
  for (const { group, found } of judged) {
    const condition = isOneOf('template', ids, id => found?.verdicts[id] === yes && isDoubtful[id] !== 1)
    if (condition === undefined) return undefined
    certain.set(group, condition)
  }
  const isImplied = groups.some(group => required.has(group))
  return {
    certain,
    isCertain: isImplied ? '1' : others,
    isDoubtful: doubtful,
    doubtful: new Set(textsOf(ids, isRead)),
    mayFit,
    doubtfulShare: names.shareOfTemplates(isRead),
  }
}

/**
 * Judges what a predicate asks of the fields whose texts are known, with pauses in which others have the thread: the SQL of statements that
 * follow can list the texts. Rejects with the signal's reason.
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
