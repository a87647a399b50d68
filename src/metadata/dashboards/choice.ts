import { createHash } from 'node:crypto'
import { type ChosenValues, withChosenValues } from '../../schema/dashboards/dashboard-variable.ts'
import type { Config } from './config.ts'

/** The values that a viewer has chosen for the variables of a dashboard, in place of the stored ones. */
export interface Choice {
  values: ChosenValues
  /** A hash of the values, which makes part of the query ids of the choice. */
  key: string
}

const keyLength = 16

export function choiceOf(values: ChosenValues): Choice {
  const key = createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, keyLength)
  return { values, key }
}

/** The config of a dashboard with the chosen values. */
export function configWith(choice: Choice | undefined, config: Config): Config {
  return choice === undefined ? config : withChosenValues(config, choice.values)
}

/** The query id of a placement for a choice: the stored id, or `<stored id>-<key>`. */
export function queryIdWith(choice: Choice | undefined, storedId: string): string {
  return choice === undefined ? storedId : `${storedId}-${choice.key}`
}

/** The stored query id of a query id made for this choice; undefined if it was made for another choice. */
export function storedIdFor(choice: Choice | undefined, queryId: string): string | undefined {
  const storedId = storedIdOf(queryId)
  return queryIdWith(choice, storedId) === queryId ? storedId : undefined
}

/** The stored query id of a query id made for any choice, or for none. */
export function storedIdOf(queryId: string): string {
  return queryId.split('-')[0] ?? ''
}
