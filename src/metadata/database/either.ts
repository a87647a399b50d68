import type { Expression, OperationNode, RawNode } from 'kysely'
import { sql } from 'kysely'

/**
 * A piece of SQL that SQLite and PostgreSQL write differently. The compiler of PostgreSQL writes its own
 * form, every other compiler writes SQLite's.
 */
interface EitherNode extends RawNode {
  readonly postgres: OperationNode
}

/** Makes a piece of SQL with two forms, for `sql` templates and for builders of kysely. */
export function either<Value>(forms: {
  sqlite: Expression<unknown>
  postgres: Expression<unknown>
}): Expression<Value> {
  return {
    get expressionType(): undefined {
      return undefined
    },
    toOperationNode(): EitherNode {
      const node = sql`${forms.sqlite}`.toOperationNode()
      // `sql` makes a RawNode of a single fragment and parameter.
      return { ...(node as RawNode), postgres: forms.postgres.toOperationNode() }
    },
  }
}

/** The form of PostgreSQL, where a node has two. */
export function postgresForm(node: RawNode): OperationNode | undefined {
  return 'postgres' in node ? (node as EitherNode).postgres : undefined
}
