import type { Predicate } from '../../filter/predicate/predicate.ts'
import { maybe, no, yes } from '../../filter/templates/template-matcher.ts'
import { type GroupedPredicate, groupMessages } from './message-groups.ts'
import { isOneOf, judgeAll, type KnownNames, textsOf, verdictsOn } from './named.ts'

/** Conditions on the column `template` that replace conditions on messages. */
export interface TemplateConditions {
  /**
   * By group of the predicate: condition for templates whose messages all match, among templates without
   * doubt in any group.
   */
  certain: ReadonlyMap<Predicate, string>
  /** Condition for templates without doubt in any group; '1' where `certain` implies it. */
  isCertain: string
  /**
   * Condition for templates with some messages that match a group and others that do not: their messages must
   * be read. '0' without such templates.
   */
  isDoubtful: string
  /** The doubtful templates, as texts. */
  doubtful: ReadonlySet<string>
  /** Condition for templates that may have matching messages. */
  mayFit: string
  /** Approximate share of rows whose template is doubtful. */
  doubtfulShare: number
}

/**
 * Judges the groups of a predicate on all known templates; undefined when the templates are not known, too
 * many to be listed, or too expensive.
 */
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
  const mustBeRead = (id: number) => isDoubtful[id] === 1 && cannotFit[id] !== 1
  const doubtful = isOneOf('template', ids, mustBeRead)
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
    doubtful: new Set(textsOf(ids, mustBeRead)),
    mayFit,
    doubtfulShare: names.shareOfTemplates(mustBeRead),
  }
}

/**
 * Judges the parts of a predicate on fields with known texts, yielding to other work: the SQL of later
 * statements can then list the texts. Rejects with the signal's reason.
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
