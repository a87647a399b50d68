import type { Predicate } from '../../filter/predicate.ts'
import type { Value } from '../store.ts'
import { type CubeField, testOf } from './known-fields.ts'
import type { Targets } from './sums.ts'
import type { ValueIds } from './value-ids.ts'

/** Targets, and the values that their numbers stand for. */
export interface NamedTargets extends Targets {
  valuesOf(id: number): readonly Value[]
}

/**
 * By what a cube is added up: by its first `wanted` fields, of those combinations that fit the predicate. `fields` are those of the
 * cube.
 */
export function targetsOf(
  ids: ValueIds,
  fields: readonly CubeField[],
  wanted: number,
  predicate: Predicate,
): NamedTargets {
  const everything = predicate.kind === 'const' && predicate.value
  const whole = wanted === fields.length
  const valuesOf = whole
    ? (id: number) => ids.valuesOf(id)
    : (id: number) => (wanted === 0 ? [] : [ids.firstValue(id)])
  const count = whole ? ids.size : wanted === 0 ? 1 : ids.firsts
  if (everything && whole) return { ids: count, to: undefined, valuesOf }
  const fits = everything ? () => true : fittingOf(ids, fields, predicate)
  const to = new Int32Array(ids.size)
  for (let id = 0; id < to.length; id++) {
    to[id] = fits(id) ? (whole ? id : wanted === 0 ? 0 : ids.firstOf(id)) : -1
  }
  return { ids: count, to, valuesOf }
}

/** What was found out of each combination: nothing, that it fits, that it does not. */
const unknown = 0
const fitting = 1
const unfit = 2

interface Findings {
  of: Uint8Array
  test: (values: readonly Value[]) => boolean
}

/** A live question asks about the same values with the same predicate each second: each of them is tested once. */
const found = new WeakMap<Predicate, WeakMap<ValueIds, Findings>>()

function fittingOf(
  ids: ValueIds,
  fields: readonly CubeField[],
  predicate: Predicate,
): (id: number) => boolean {
  const findings = findingsOf(ids, fields, predicate)
  const { of, test } = findings
  return id => {
    if (of[id] === unknown) of[id] = test(ids.valuesOf(id)) ? fitting : unfit
    return of[id] === fitting
  }
}

function findingsOf(ids: ValueIds, fields: readonly CubeField[], predicate: Predicate): Findings {
  const all = found.get(predicate) ?? new WeakMap<ValueIds, Findings>()
  found.set(predicate, all)
  const before = all.get(ids) ?? { of: new Uint8Array(0), test: testOf(predicate, fields) }
  if (before.of.length >= ids.size) return before
  const of = new Uint8Array(ids.size + (ids.size >> 2))
  of.set(before.of)
  const findings = { ...before, of }
  all.set(ids, findings)
  return findings
}
