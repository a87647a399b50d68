import { createHash } from 'node:crypto'
import { parseFilter } from '../../filter/parse-filter.ts'
import type { Predicate } from '../../filter/predicate.ts'
import { queryTypeNamed } from '../../schema/query/query.ts'
import type { EventParams } from '../kinds/event-params.ts'
import { validationFault } from '../param-fault.ts'
import { type CostProfile, costProfileOf } from '../slices/cost-profile.ts'
import type { AnyKind, ParamValidator } from './query-types.ts'
import { type Rights, restrictedTo } from './rights.ts'
import { stableJson } from './stable-json.ts'

/** What somebody asked, checked and with all defaults. */
export interface ParsedQuestion {
  type: string
  kind: AnyKind
  params: EventParams
  paged: boolean
  filter: Predicate
}

/** Checks what was asked. Throws a Fault with fields keyed `type`, `params`, `params.<member>`. */
export function parseQuestion(shapes: ParamValidator, named: string, given: unknown): ParsedQuestion {
  const type = queryTypeNamed(named) ?? named
  const kind = shapes.kindOf(type)
  const params = kind.normalise(shapes.check(type, given))
  const filter = parseFilter(params.filter ?? [])
  if ('faults' in filter) throw validationFault(filter.faults)
  return { type, kind, params, paged: shapes.isPaged(type), filter: filter.predicate }
}

/** What is evaluated: what was asked, as far as somebody's rights reach. Equal keys have equal answers. */
export interface Question extends ParsedQuestion {
  key: string
  rights: Rights
  predicate: Predicate
  profile: CostProfile
  /** The moment (Unix seconds) that a range which does not move with the clock is held against. */
  frozenAt: number | undefined
}

/** `asked` from the eyes of a reader; `moment`: Unix seconds at which it was asked. */
export function questionOf(parsed: ParsedQuestion, rights: Rights, moment: number): Question {
  const { type, kind, params } = parsed
  const frozenAt = params.freeze_time === true ? moment : undefined
  const predicate = restrictedTo(rights, parsed.filter)
  const key = createHash('sha256')
    .update(stableJson([type, params, frozenAt ?? null, rights.key]))
    .digest('hex')
  return { ...parsed, key, rights, predicate, profile: costProfileOf(kind, params, predicate), frozenAt }
}
