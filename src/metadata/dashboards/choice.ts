import { createHash } from 'node:crypto'
import { type ChosenValues, withChosenValues } from '../../schema/dashboards/dashboard-variable.ts'
import type { Config } from './config.ts'

/** Values of variables that a viewer reads a dashboard with. */
export interface Choice {
  values: ChosenValues
  /** Differs for other values. */
  key: string
}

const keyLength = 16

export function choiceOf(values: ChosenValues): Choice {
  const key = createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, keyLength)
  return { values, key }
}

export function configWith(choice: Choice | undefined, config: Config): Config {
  return choice === undefined ? config : withChosenValues(config, choice.values)
}

/** The id of the query of a placement with a choice: `<id of the placement>-<key>`. */
export function queryIdWith(choice: Choice | undefined, placed: string): string {
  return choice === undefined ? placed : `${placed}-${choice.key}`
}

/** The id of the placement of a query with this choice; undefined for a query with another one. */
export function placedQueryId(choice: Choice | undefined, queryId: string): string | undefined {
  const [placed = '', key] = queryId.split('-')
  return queryIdWith(choice, placed) === queryId && key === choice?.key ? placed : undefined
}

/** The id of the placement of a query with any choice. */
export function anyPlacedQueryId(queryId: string): string {
  return queryId.split('-')[0] ?? ''
}
