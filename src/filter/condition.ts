import type { Condition as Declared, Operator } from '../schema/condition.ts'

/** A condition as its schema declares it, with the operator's type spelt out (the schema's own derives to never). */
export type Condition = Omit<Declared, 'op'> & { op?: Operator }
