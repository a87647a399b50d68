import { type Kysely, sql } from 'kysely'
import { isObject } from '../../schema/text/json-object.ts'

/**
 * From this version on, a variable of a dashboard filters all widgets. Variables of earlier versions get
 * `applies_to: named`, so that they still filter only the widgets that name them.
 */
export const variablesOfWidgets = {
  async up(db: Kysely<unknown>): Promise<void> {
    const { rows } = await sql<{ id: number; config: string }>`
      select id, config from dashboards where config like '%"variables"%'`.execute(db)
    for (const { id, config } of rows) {
      const parsed: unknown = JSON.parse(config)
      if (!isObject(parsed) || !Array.isArray(parsed.variables)) continue
      const variables = parsed.variables.map((one: unknown) =>
        isObject(one) ? { applies_to: 'named', ...one } : one,
      )
      const changed = JSON.stringify({ ...parsed, variables })
      await sql`update dashboards set config = ${changed} where id = ${id}`.execute(db)
    }
  },
}
