import type { Predicate } from '../../filter/predicate.ts'
import type { Field, Read, Scope } from '../store.ts'
import { countedOnce } from './counted-once.ts'
import type { Cubes } from './cubes.ts'
import { findingsOf } from './findings.ts'
import { type Plan, planOf } from './plan.ts'
import { untoldThatFit } from './row-condition.ts'
import { type Gathered, type Sum, summed, TooManySums } from './sums.ts'
import { targetsOf, type Untold } from './targets.ts'
import { together } from './together.ts'
import { Restless, TooCrowded, TooWide } from './too-much.ts'

/** The first visit may bring values that have to be judged before the next one. */
const visits = 3
const everything: Predicate = { kind: 'const', value: true }

/** Everything that a scope counts; undefined when rows have to be counted for it. */
export async function gather(
  cubes: Cubes,
  scope: Scope,
  fields: readonly Field[],
  bounds: readonly number[] | undefined,
  read: Read,
): Promise<Gathered | undefined> {
  try {
    for (const filtered of [false, true]) {
      const plan = planOf(cubes, scope, fields, bounds, filtered)
      // What is asked once is as well counted once.
      if (plan === undefined || (filtered && !cubes.askedBefore(plan.cube.fields, plan.cube.where, scope)))
        continue
      const gathered = await carriedOut(cubes, plan, scope, bounds, read)
      if (gathered !== undefined) return gathered
    }
    return undefined
  } finally {
    cubes.keepWithin()
  }
}

/** What is sure to be there, from memory as far as it goes: rows whose template leaves a doubt are left out. */
export async function gatherSure(
  cubes: Cubes,
  scope: Scope,
  read: Read,
): Promise<{ sums: readonly Sum[]; isAll: boolean } | undefined> {
  const plan = planOf(cubes, scope, [], undefined, false)
  const told = plan && (await toldBy(cubes, plan, scope, undefined, read))
  return told && { sums: told.gathered.sums, isAll: told.untold === undefined }
}

/** What the cube of a plan tells, and which rows it does not; undefined when it turned out that it cannot. */
async function toldBy(
  cubes: Cubes,
  { cube, fields, cover, ends }: Plan,
  scope: Scope,
  bounds: readonly number[] | undefined,
  read: Read,
): Promise<{ gathered: Gathered; untold: Untold | undefined } | undefined> {
  const predicate = cube.where.sql === '' ? scope.predicate : everything
  const look = () =>
    cube.visit(cover, ends, read, (runs, ids) => {
      const found = targetsOf(ids, cube.fields, fields.length, predicate)
      if (found === undefined || found === 'unjudged') return found
      const { targets, untold } = found
      const added = summed(runs, bounds, targets)
      const gathered: Gathered = {
        get sums() {
          return added.sums
        },
        counts: added.counts,
        valuesOf: targets.valuesOf,
      }
      return { gathered, untold }
    })
  try {
    // What takes long is judged outside of the cube's turn, in which others wait. Values come in meanwhile.
    for (let visit = 0; visit < visits; visit++) {
      if (predicate.kind !== 'const') await findingsOf(cube.ids, cube.fields, predicate).judgeAll(read.signal)
      const told = await look()
      if (told !== 'unjudged') return told
    }
    return undefined
  } catch (error) {
    if (error instanceof TooWide) cubes.tooWide(cube)
    else if (!(error instanceof Restless || error instanceof TooCrowded || error instanceof TooManySums))
      throw error
    return undefined
  }
}

/** What a plan yields; undefined when it turned out to be none. */
async function carriedOut(
  cubes: Cubes,
  plan: Plan,
  scope: Scope,
  bounds: readonly number[] | undefined,
  read: Read,
): Promise<Gathered | undefined> {
  const { fields } = plan
  const told = await toldBy(cubes, plan, scope, bounds, read)
  if (told === undefined || told.untold === undefined) return told?.gathered
  const where = untoldThatFit(scope.predicate, told.untold)
  const rest = cubes.askedBefore(fields, where, scope) ? cubes.of(fields, where) : undefined
  const untold =
    rest === undefined
      ? await countedOnce(cubes.client, fields, where.sql, scope, bounds, read)
      : await carriedOut(cubes, { ...plan, cube: rest }, scope, bounds, read)
  return untold && together(told.gathered, untold)
}
