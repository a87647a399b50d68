import { createHash } from 'node:crypto'
import type { Predicate } from '../../filter/predicate.ts'
import { understand } from '../../filter/understand.ts'
import { queryTypeNamed } from '../../schema/query/query.ts'
import { faultOf } from '../refuse.ts'
import { type Nature, natureOf } from '../slices/nature.ts'
import type { AnyKind, CommonParams, ParamShapes } from './query-types.ts'
import { type Rights, within } from './rights.ts'
import { stableJson } from './stable-json.ts'

/** What somebody asked, checked and with all defaults. */
export interface Asked {
  type: string
  kind: AnyKind
  params: CommonParams
  paged: boolean
  filter: Predicate
}

/** Checks what was asked. Throws a Fault with fields keyed `type`, `params`, `params.<member>`. */
export function readQuestion(shapes: ParamShapes, named: string, given: unknown): Asked {
  const type = queryTypeNamed(named) ?? named
  const kind = shapes.kindOf(type)
  const params = kind.normalise(shapes.check(type, given))
  const filter = understand(params.filter ?? [])
  if ('faults' in filter) throw faultOf(filter.faults)
  return { type, kind, params, paged: shapes.isPaged(type), filter: filter.predicate }
}

/** What is evaluated: what was asked, as far as somebody's rights reach. Equal keys have equal answers. */
export interface Question extends Asked {
  key: string
  rights: Rights
  predicate: Predicate
  nature: Nature
  /** The moment (Unix seconds) that a range which does not move with the clock is held against. */
  frozenAt: number | undefined
}

/** `asked` from the eyes of a reader; `moment`: Unix seconds at which it was asked. */
export function questionOf(asked: Asked, rights: Rights, moment: number): Question {
  const { type, kind, params } = asked
  const frozenAt = params.freeze_time === true ? moment : undefined
  const predicate = within(rights, asked.filter)
  const key = createHash('sha256')
    .update(stableJson([type, params, frozenAt ?? null, rights.key]))
    .digest('hex')
  return { ...asked, key, rights, predicate, nature: natureOf(kind, params, predicate), frozenAt }
}
