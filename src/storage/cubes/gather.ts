import type { Predicate } from '../../filter/predicate.ts'
import { list, number, text } from '../sql/literal.ts'
import type { Field, Read, Scope, Value } from '../store.ts'
import { Restless, TooWide } from './cube.ts'
import type { Cubes } from './cubes.ts'
import { type Plan, planOf } from './plan.ts'
import { type Sum, summed, TooManySums } from './sums.ts'
import { targetsOf, type Untold } from './targets.ts'
import { together } from './together.ts'

const everything: Predicate = { kind: 'const', value: true }

/** Each period and values once, in no order. */
export interface Gathered {
  sums: readonly Sum[]
  /** The values of what was asked for, by the `id` of a sum. */
  valuesOf(id: number): readonly Value[]
}

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
      const gathered = plan && (await carriedOut(cubes, plan, scope, bounds, read))
      if (gathered !== undefined) return gathered
    }
    return undefined
  } finally {
    cubes.keepWithin()
  }
}

/** What a plan yields; undefined when it turned out to be none. */
async function carriedOut(
  cubes: Cubes,
  plan: Plan,
  { predicate }: Pick<Scope, 'predicate'>,
  bounds: readonly number[] | undefined,
  read: Read,
): Promise<Gathered | undefined> {
  const { cube, fields, cover, rows } = plan
  try {
    const told = await cube.visit(cover, read, (runs, ids) => {
      const kept = cube.where === '' ? predicate : everything
      const found = targetsOf(ids, cube.fields, fields.length, kept)
      return (
        found && {
          gathered: { sums: summed(runs, bounds, found.targets), valuesOf: found.targets.valuesOf },
          ...found,
        }
      )
    })
    if (told === undefined || told.untold === undefined) return told?.gathered
    const rest = cubes.of(fields, `(${untoldRows(told.untold)}) AND ${rows}`)
    const untold = rest && (await carriedOut(cubes, { ...plan, cube: rest }, { predicate }, bounds, read))
    return untold && together(told.gathered, untold)
  } catch (error) {
    if (error instanceof TooWide) cubes.tooWide(cube)
    else if (!(error instanceof Restless || error instanceof TooManySums)) throw error
    return undefined
  }
}

function untoldRows({ below, templates }: Untold): string {
  const little = `told < ${number(below)}`
  return templates.length === 0 ? little : `${little} OR template IN (${list(templates.map(text))})`
}
